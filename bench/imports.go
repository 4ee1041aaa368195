package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"sextant/internal/index"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/workspace"
)

// importEdge is one import as an oracle or Sextant resolves it: the path of
// the importing file, or its directory for Go; the specifier; and the file or
// package directory that it leads to. Paths are relative to the corpus.
type importEdge struct {
	From string `json:"from"`
	Spec string `json:"spec"`
	To   string `json:"to"`
}

// imports compares where imports lead with what the language's own tools say.
// For Go that is the go command; for others -oracle names a program that is
// given the corpus and prints one edge a line as JSON ("to" is empty for what
// lies outside).
func (b *bench) imports() error {
	language, oracle, _ := strings.Cut(b.oracle, "=")
	root, err := filepath.EvalSymlinks(b.corpus)
	if err != nil {
		return err
	}
	v, closeIndex, err := b.view(root)
	if err != nil {
		return err
	}
	defer closeIndex()
	var want []importEdge
	if language == "go" {
		want, err = goEdges(root)
	} else {
		want, err = oracleEdges(oracle, root)
	}
	if err != nil {
		return err
	}
	got, err := ourEdges(v, language, want)
	if err != nil {
		return err
	}
	return compareEdges(v, want, got)
}

// view indexes a corpus in memory.
func (b *bench) view(root string) (*index.View, func(), error) {
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return nil, nil, err
	}
	ix := index.Open(workspace.Open(root, workspace.Options{}), index.Options{Languages: registry})
	v, err := ix.Complete(context.Background(), nil)
	return v, func() { _ = ix.Close() }, err
}

// goPackage is what `go list -json` says of a package.
type goPackage struct {
	Dir, ImportPath                                              string
	ForTest                                                      string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles, IgnoredGoFiles []string
	Imports, TestImports, XTestImports                           []string
	ImportMap                                                    map[string]string
}

// goEdges lists which package directory imports which by the go command, for
// the files that it builds here; tests count as a directory of their own.
func goEdges(root string) ([]importEdge, error) {
	cmd := exec.Command("go", "list", "-e", "-deps", "-test=false", "-json=Dir,ImportPath,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports,ImportMap", "./...")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	dirs := make(map[string]string) // by import path, of packages inside the corpus
	var packages []goPackage
	for d := json.NewDecoder(out); ; {
		var p goPackage
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(root, p.Dir)
		if err != nil || strings.HasPrefix(rel, "..") || p.Dir == "" {
			continue
		}
		dirs[p.ImportPath] = filepath.ToSlash(rel)
		packages = append(packages, p)
	}
	if err := cmd.Wait(); err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var edges []importEdge
	for _, p := range packages {
		from := dirs[p.ImportPath]
		written := make(map[string]string) // as the source has it, by what the go command made of it
		for as, is := range p.ImportMap {
			written[is] = as
		}
		add := func(kind string, imports []string) {
			for _, im := range imports {
				spec := im
				if as, ok := written[im]; ok {
					spec = as
				} else if mapped, ok := p.ImportMap[im]; ok {
					im = mapped
				}
				if info, err := os.Stat(filepath.Join(root, "vendor", im)); dirs[im] == "" && err == nil && info.IsDir() {
					// The go command maps no imports of tests, and lists no package that only they need.
					edges = append(edges, importEdge{from + kind, spec, "vendor/" + im})
					continue
				}
				edges = append(edges, importEdge{from + kind, strings.TrimPrefix(spec, "vendor/"), dirs[im]})
			}
		}
		add("", p.Imports)
		add(" tests", p.TestImports)
		add(" outer tests", p.XTestImports)
	}
	// The files that were built, so that the same ones are compared.
	for _, p := range packages {
		from := dirs[p.ImportPath]
		for kind, files := range map[string][]string{"": slices.Concat(p.GoFiles, p.CgoFiles), " tests": p.TestGoFiles, " outer tests": p.XTestGoFiles} {
			for _, f := range files {
				edges = append(edges, importEdge{From: path.Join(from, f), Spec: "\x00built", To: from + kind})
			}
		}
	}
	return edges, nil
}

func oracleEdges(program, root string) ([]importEdge, error) {
	words := strings.Fields(program)
	if len(words) == 0 {
		return nil, fmt.Errorf("-oracle LANGUAGE=COMMAND says who to compare with")
	}
	cmd := exec.Command(words[0], append(words[1:], root)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var edges []importEdge
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e importEdge
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("oracle: %q: %w", lines.Text(), err)
		}
		edges = append(edges, e)
	}
	return edges, lines.Err()
}

// ourEdges resolves the imports of the files that the oracle speaks of.
func ourEdges(v *index.View, language string, want []importEdge) (map[string]map[string][]string, error) {
	groups := make(map[string]string) // file -> the name its edges go under
	for _, e := range want {
		switch {
		case e.Spec == "\x00built":
			groups[e.From] = e.To
		case language != "go":
			groups[e.From] = e.From
		}
	}
	got := make(map[string]map[string][]string) // from -> spec -> files or directories
	for _, f := range v.Files() {
		group, ok := groups[f.Path]
		if !ok || f.Language == nil || f.Language.Resolve == nil {
			continue
		}
		facts, err := v.Facts(context.Background(), f)
		if err != nil {
			return nil, err
		}
		if got[group] == nil {
			got[group] = make(map[string][]string)
		}
		if facts == nil {
			continue
		}
		for i := range facts.Imports {
			im := &facts.Imports[i]
			t := f.Language.Resolve(v.Project(), f.Path, facts, im)
			spec := im.Specifier
			if _, seen := got[group][spec]; !seen {
				got[group][spec] = []string{}
			}
			for _, to := range t.Files {
				if language == "go" {
					to = path.Dir(to)
				}
				if !slices.Contains(got[group][spec], to) {
					got[group][spec] = append(got[group][spec], to)
				}
			}
		}
	}
	return got, nil
}

func compareEdges(v *index.View, want []importEdge, got map[string]map[string][]string) error {
	begun := time.Now()
	wanted := make(map[importEdge]bool)
	same, missing, phantom := 0, []string{}, []string{}
	for _, e := range want {
		if e.Spec == "\x00built" || e.To == "" || wanted[e] {
			if e.Spec != "\x00built" && e.To == "" {
				wanted[e] = true
			}
			continue
		}
		wanted[e] = true
		if slices.Contains(got[e.From][e.Spec], e.To) {
			same++
		} else {
			missing = append(missing, fmt.Sprintf("%s: %s -> %s, here %q", e.From, e.Spec, e.To, got[e.From][e.Spec]))
		}
	}
	ours, extra := 0, []string{}
	for from, specs := range got {
		for spec, files := range specs {
			for _, to := range files {
				ours++
				if !wanted[importEdge{from, spec, to}] {
					extra = append(extra, fmt.Sprintf("%s: %s -> %s", from, spec, to))
				}
				if v.File(to) == nil && !v.HasDir(to) && to != "." {
					phantom = append(phantom, to)
				}
			}
		}
	}
	sort.Strings(missing)
	sort.Strings(extra)
	total := same + len(missing)
	fmt.Printf("in-project edges of the oracle %d, found %d (%.2f %%), here besides %d, to files that do not exist %d (%s)\n",
		total, same, 100*float64(same)/float64(max(1, total)), len(extra), len(phantom), time.Since(begun).Round(time.Millisecond))
	for _, m := range missing[:min(25, len(missing))] {
		fmt.Println("  missing:", m)
	}
	for _, e := range extra[:min(25, len(extra))] {
		fmt.Println("  besides:", e)
	}
	return nil
}
