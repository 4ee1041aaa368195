package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/search"
	"sextant/internal/search/summary"
	"sextant/internal/tokens"
	"sextant/internal/workspace"
)

// sampled is how many purpose lines are written, taken from all trees alike.
const sampled = 100

// purposes summarises every file of the trees of -langs, prints how much smaller
// summaries are than files, and writes a sample of purpose lines to read. A
// pair whose language is * samples every kind of file and has no ratio.
func (b *bench) purposes() error {
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return err
	}
	var sample []string
	trees := pairs(b.langs)
	random := rand.New(rand.NewSource(1))
	for i, p := range trees {
		lines, err := b.purposesOf(registry, p[0], p[1])
		if err != nil {
			return err
		}
		random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		n := min(len(lines), sampled*(i+1)/len(trees)-sampled*i/len(trees))
		sort.Strings(lines[:n])
		sample = append(sample, lines[:n]...)
	}
	return os.WriteFile(filepath.Join("bench", "purpose-sample.txt"), []byte(strings.Join(sample, "\n")+"\n"), 0o644)
}

func (b *bench) purposesOf(registry *lang.Registry, name, dir string) (lines []string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	ix := index.Open(workspace.Open(dir, workspace.Options{}), index.Options{Languages: registry})
	defer func() { _ = ix.Close() }()
	if _, err := ix.Complete(ctx, nil); err != nil { // the text says what class a file is of
		return nil, err
	}
	v, err := ix.View(ctx)
	if err != nil {
		return nil, err
	}
	entries, _, err := search.EntryPoints(ctx, v, "", time.Minute)
	if err != nil {
		return nil, err
	}
	entry := make(map[string]bool)
	for _, e := range entries {
		entry[e] = true
	}
	var ratios, sources, fallback []float64
	sure := make(map[summary.Confidence]int)
	for _, f := range v.Files() {
		if name != "*" && (f.Language == nil || string(f.Language.ID) != name) {
			continue
		}
		s := summary.Source{Path: f.Path, Class: f.Class, Lines: int(f.Lines), EntryPoint: entry[f.Path]}
		size := int(f.Signature.Size)
		if f.Parsed() {
			if s.Facts, err = v.Outline(ctx, f); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Path, err)
			}
		}
		if s.Class == code.ClassTest && s.Facts != nil {
			found, err := search.FindSource(ctx, v, f, search.SymbolQuery{Budget: 0})
			if err == nil && len(found.Items) > 0 && found.Items[0].Score >= 0.7 {
				s.Tests = found.Items[0].File.Path
			}
		}
		if f.Class != code.ClassBinary && f.Class != code.ClassTooLarge && !f.Symlink && !f.Unreadable {
			s.Text, _ = v.Text(f)
		}
		got := summary.Of(s)
		lines = append(lines, filepath.Base(dir)+"/"+f.Path+": "+got.Purpose)
		sure[got.Confidence]++
		if s.Facts == nil || size == 0 {
			continue
		}
		ratios = append(ratios, compression(size, &got))
		if f.Class == code.ClassSource {
			sources = append(sources, compression(size, &got))
		}
		text := summary.OfText(s)
		fallback = append(fallback, compression(size, &text))
	}
	fmt.Printf("%s %s: %d files, median of file tokens / summary tokens %.1f (source alone %.1f, by patterns %.1f); confidence %d high, %d medium, %d low\n",
		name, filepath.Base(dir), len(lines), median(ratios), median(sources), median(fallback), sure[summary.High], sure[summary.Medium], sure[summary.Low])
	return lines, nil
}

func compression(size int, s *summary.Summary) float64 {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a summary holds only strings and numbers
	return float64(tokens.Of(size)) / float64(tokens.Of(b.Len()-1))
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sort.Float64s(list)
	return list[len(list)/2]
}
