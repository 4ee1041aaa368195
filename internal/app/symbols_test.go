package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sextant/internal/testkit"
)

// numberedSymbols is one version of a file whose definitions and uses tell
// their version and move with it.
func numberedSymbols(n int) string {
	return "package x\n" + strings.Repeat("// pad\n", n%7) + fmt.Sprintf("\nfunc Target(v [%d]int) int { return 0 }\n\nfunc caller() int { return Target([%d]int{}) }\n", n, n)
}

func targetLine(n int) int { return 3 + n%7 }

var sizePattern = regexp.MustCompile(`\[(\d{3,})\]int`)

// TestSymbolsUnderAWriter asks about symbols of a file that is edited all the
// time: what stands on the lines that a reply names is what the reply shows of
// them, and never of a version older than the call.
func TestSymbolsUnderAWriter(t *testing.T) {
	root := testkit.Isolate(t)
	path := filepath.Join(root, "x.go")
	testkit.Must(t, os.WriteFile(path, []byte(numberedSymbols(100)), 0o644))
	testkit.Write(t, root, "go.mod", "module example.org/x\n")
	testkit.Write(t, root, "other.go", "package x\n\nfunc other() int { return caller() }\n")
	a := openApp(t, root, filepath.Join(filepath.Dir(root), "cache"))
	defer func() { testkit.Must(t, a.Close()) }()
	a.Start()
	var written atomic.Int64
	written.Store(100)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	turn := make(chan struct{}) // each answer lets the writer go on, so that versions and answers interleave
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := 101; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-turn:
			}
			if err := os.WriteFile(path+".tmp", []byte(numberedSymbols(n)), 0o644); err != nil {
				t.Error(err)
				return
			}
			if err := os.Rename(path+".tmp", path); err != nil {
				t.Error(err)
				return
			}
			written.Store(int64(n))
		}
	})
	// Each tool with how many lines below the definition the line is of which it speaks.
	asked := []struct {
		tool, args string
		below      int
	}{
		{"find_definition", `{"name":"Target"}`, 0},
		{"find_method", `{"name":"Target"}`, 0},
		{"find_usages", `{"name":"Target"}`, 2},
		{"who_calls", `{"name":"Target"}`, 2},
		{"what_calls", `{"name":"caller"}`, 0},
		{"get_symbol", `{"name":"Target"}`, 0},
		{"get_impact", `{"symbol":"Target"}`, 0},
		{"read_file", `{"path":"x.go","symbol":"Target"}`, 0},
	}
	answers := make(map[string]int)
	var mu sync.Mutex
	var asking sync.WaitGroup
	for _, q := range asked {
		asking.Go(func() {
			for range 25 {
				before := written.Load()
				select {
				case turn <- struct{}{}:
				default:
				}
				r, err := a.Call(context.Background(), q.tool, json.RawMessage(q.args))
				if err != nil {
					if !strings.Contains(err.Error(), "kept changing") {
						t.Errorf("%s: %v", q.tool, err)
					}
					continue
				}
				found := sizePattern.FindStringSubmatch(r.Text)
				if found == nil {
					t.Errorf("%s: no version in the reply:\n%s", q.tool, r.Text)
					continue
				}
				n, _ := strconv.Atoi(found[1])
				if int64(n) < before {
					t.Errorf("%s: version %d, but %d had been written before the call:\n%s", q.tool, n, before, r.Text)
				}
				if line := strconv.Itoa(targetLine(n) + q.below); !regexp.MustCompile(`\b` + line + `\b`).MatchString(strings.Replace(r.Text, found[0], "", -1)) {
					t.Errorf("%s: version %d has it on line %s:\n%s", q.tool, n, line, r.Text)
				}
				mu.Lock()
				answers[q.tool]++
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	cancel()
	wg.Wait()
	for _, q := range asked {
		if answers[q.tool] == 0 {
			t.Errorf("%s never answered", q.tool)
		}
	}
	t.Logf("%v answers, %d versions", answers, written.Load())
}
