package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	sitter "github.com/tree-sitter/go-tree-sitter"
	tsgo "github.com/tree-sitter/tree-sitter-go/bindings/go"

	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// extract holds facts extraction against a bare tree-sitter parse plus a
// cursor walk over every node, with the official binding, on the same files.
func (b *bench) extract() error {
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return err
	}
	for _, p := range pairs(b.langs) {
		if err := b.extractLanguage(registry, p[0], p[1]); err != nil {
			return err
		}
	}
	return nil
}

// corpusBytes bounds what is parsed of one language, so that a run ends.
const corpusBytes = 12 << 20

func (b *bench) extractLanguage(registry *lang.Registry, name, dir string) error {
	d := registry.Lookup(name)
	if d == nil {
		return fmt.Errorf("no language %q", name)
	}
	var grammar *sitter.Language
	switch {
	case d.Grammar != nil:
		grammar = sitter.NewLanguage(d.Grammar.Load())
	case name == "go":
		grammar = sitter.NewLanguage(tsgo.Language())
	default:
		return fmt.Errorf("%s has no grammar to compare with", name)
	}
	// Loading the language first gives both sides the same memory allocator.
	if err := parse.Check(d); err != nil {
		return err
	}
	var files [][]byte
	total := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || total > corpusBytes || registry.ByPath(path) != d {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err == nil && len(raw) < parse.DefaultLimits.Bytes && !workspace.IsBinary(raw) {
			files = append(files, workspace.Text(raw))
			total += len(raw)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no %s files in %s", name, dir)
	}
	parser := sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(grammar); err != nil {
		return err
	}
	var bare, ours times
	nodes, definitions, references := 0, 0, 0
	for range b.runs {
		start := time.Now()
		nodes = 0
		for _, src := range files {
			tree := parser.Parse(src, nil)
			nodes += walk(tree)
			tree.Close()
		}
		bare = append(bare, time.Since(start))
		start = time.Now()
		definitions, references = 0, 0
		for _, src := range files {
			f, err := parse.Parse(d, src, parse.Limits{Time: time.Minute})
			if err != nil {
				return err
			}
			definitions += len(f.Definitions)
			references += len(f.References)
		}
		ours = append(ours, time.Since(start))
	}
	mb := float64(total) / 1e6
	fmt.Printf("%s: %d files, %.1f MB, %d nodes, %d definitions, %d references\n  bare parse + cursor walk: %s (%.1f MB/s)\n  facts: %s (%.1f MB/s)\n  ratio of medians: %.2f\n",
		name, len(files), mb, nodes, definitions, references, bare, mb/bare.median().Seconds(), ours, mb/ours.median().Seconds(),
		float64(ours.median())/float64(bare.median()))
	return nil
}

// walk visits every node and looks at its kind and range, as any extractor must.
func walk(tree *sitter.Tree) (nodes int) {
	c := tree.Walk()
	defer c.Close()
	for {
		n := c.Node()
		_, _, _ = n.KindId(), n.StartByte(), n.EndByte()
		nodes++
		if c.GotoFirstChild() {
			continue
		}
		for !c.GotoNextSibling() {
			if !c.GotoParent() {
				return nodes
			}
		}
	}
}
