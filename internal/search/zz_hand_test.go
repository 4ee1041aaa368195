package search

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/internal/index"
	"sextant/internal/search/grep"
	"sextant/internal/workspace"
)

func TestZZHand(t *testing.T) {
	data, _ := os.ReadFile("/tmp/w2/patterns.txt")
	type q struct {
		s string
		o grep.Options
	}
	var qs []q
	for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		qs = append(qs, q{l, grep.Options{Case: grep.Sensitive}})
	}
	qs = append(qs, q{"error", grep.Options{Case: grep.Insensitive}}, q{"É", grep.Options{Case: grep.Insensitive}}, q{"k", grep.Options{Case: grep.Insensitive, Word: true}},
		q{"main", grep.Options{Word: true}}, q{"a.b", grep.Options{Fixed: true}}, q{`\{\n\s*\n`, grep.Options{Multiline: true}}, q{`(?s)/\*.*?\*/`, grep.Options{Multiline: true}},
		q{`^\n^\n`, grep.Options{Multiline: true}}, q{`import \([^)]*\)`, grep.Options{Multiline: true}}, q{`r.turn\s`, grep.Options{Multiline: true, Case: grep.Insensitive}})
	for _, root := range strings.Split(os.Getenv("ROOTS"), ":") {
		ix := index.Open(workspace.Open(root, workspace.Options{}), index.Options{Languages: languages()})
		v, err := ix.CompleteText(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		n, lines := 0, 0
		took := map[Backend]time.Duration{}
		for _, x := range qs {
			var want []string
			for _, b := range []Backend{Scan, Ripgrep, Index} {
				at := time.Now()
				res, err := SearchText(context.Background(), v, TextQuery{Query: x.s, Options: x.o, Exact: true, Best: 2000, Backend: b})
				took[b] += time.Since(at)
				if err != nil {
					t.Errorf("%s %q: %v", b, x.s, err)
					break
				}
				var got []string
				for _, c := range res.Counts {
					got = append(got, fmt.Sprintf("%s:%d", c.File.Path, c.Lines))
				}
				got = append(got, places(res.Hits)...)
				n++
				if b == Scan {
					want = got
					lines += res.Lines
				} else if !slices.Equal(got, want) {
					t.Errorf("%s: %s %q differs", root, b, x.s)
				}
			}
		}
		fmt.Println(root, len(v.Files()), "files;", n, "searches;", lines, "lines;", took)
		ix.Close()
	}
}
