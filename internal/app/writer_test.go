package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/internal/index"
	"sextant/internal/knowledge"
	"sextant/internal/testkit"
)

// numbered is one version of a file: its number is in every place that a
// reply may show, and decides on which line the function stands.
func numbered(n int) string {
	return "package x\n" + strings.Repeat("// pad\n", n%7) + fmt.Sprintf("\n// Version%d is the one.\nfunc Version%d() int { return %d }\n", n, n, n)
}

func numberedLine(n int) int { return 4 + n%7 }

var numberPattern = regexp.MustCompile(`(?:Version|return )(\d+)`)

// TestRepliesUnderAWriter asks about a file that is edited all the time. A
// reply is of one version, and never of one older than the call.
func TestRepliesUnderAWriter(t *testing.T) {
	root := testkit.Isolate(t)
	path := filepath.Join(root, "x.go")
	testkit.Must(t, os.WriteFile(path, []byte(numbered(100)), 0o644))
	testkit.Write(t, root, "other.go", "package x\n\nfunc Other() {}\n")
	a := openApp(t, root, filepath.Join(filepath.Dir(root), "cache"))
	defer func() { testkit.Must(t, a.Close()) }()
	a.Start()
	var written atomic.Int64
	written.Store(100)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() {
		rng := rand.New(rand.NewPCG(1, 2))
		for n := 101; ctx.Err() == nil; n++ {
			var err error
			if n%2 == 0 {
				err = os.WriteFile(path, []byte(numbered(n)), 0o644)
			} else if err = os.WriteFile(path+".tmp", []byte(numbered(n)), 0o644); err == nil {
				err = os.Rename(path+".tmp", path)
			}
			if err != nil {
				t.Error(err)
				return
			}
			written.Store(int64(n))
			if rng.IntN(8) == 0 { // now and then a rest
				select {
				case <-ctx.Done():
				case <-time.After(time.Duration(rng.IntN(20)) * time.Millisecond):
				}
			}
		}
	})
	tools := map[string]string{"get_file_outline": `{"path":"x.go"}`, "read_file": `{"path":"x.go"}`,
		"query": `{"keywords":"version other"}`}
	var asking sync.WaitGroup
	var mu sync.Mutex
	answers, refusals := map[string]int{}, 0
	for name, args := range tools {
		asking.Go(func() {
			for range 60 {
				before := written.Load()
				r, err := a.Call(context.Background(), name, json.RawMessage(args))
				if err != nil {
					if !strings.Contains(err.Error(), "kept changing") || !strings.Contains(err.Error(), "x.go") {
						t.Errorf("%s: %v", name, err)
					}
					mu.Lock()
					refusals++
					mu.Unlock()
					continue
				}
				found := numberPattern.FindAllStringSubmatch(r.Text, -1)
				if len(found) == 0 {
					continue // the moment between emptying and writing
				}
				n, _ := strconv.Atoi(found[0][1])
				for _, f := range found {
					if f[1] != found[0][1] {
						t.Errorf("%s: two versions in one reply:\n%s", name, r.Text)
					}
				}
				if int64(n) < before {
					t.Errorf("%s: version %d, but %d had been written before the call:\n%s", name, n, before, r.Text)
				}
				if line := strconv.Itoa(numberedLine(n)); name == "get_file_outline" && !strings.Contains(r.Text, line) {
					t.Errorf("%s: version %d stands on line %s:\n%s", name, n, line, r.Text)
				}
				mu.Lock()
				answers[name]++
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	cancel()
	wg.Wait()
	for name := range tools {
		if answers[name] == 0 {
			t.Errorf("%s never answered", name)
		}
	}
	t.Logf("%v answers, %d refusals, %d versions", answers, refusals, written.Load())
}

// TestNeverSettling is asked about a file that changes faster than anybody can read.
func TestNeverSettling(t *testing.T) {
	root := testkit.Isolate(t)
	path := filepath.Join(root, "x.go")
	testkit.Must(t, os.WriteFile(path, []byte(numbered(1)), 0o644))
	a := openApp(t, root, filepath.Join(filepath.Dir(root), "cache"))
	defer func() { testkit.Must(t, a.Close()) }()
	inner := a.Deps.Knowledge
	n := 1
	a.Deps.Knowledge = func(v *index.View) (*knowledge.Base, error) { // called in the middle of each query
		n++
		testkit.Must(t, os.WriteFile(path, []byte(numbered(n)), 0o644))
		return inner(v)
	}
	_, err := a.Call(context.Background(), "query", []byte(`{"keywords":"version"}`))
	if err == nil || !strings.Contains(err.Error(), "files kept changing while the answer was made (x.go") || n > 12 {
		t.Errorf("after %d attempts: %v", n, err)
	}
	a.Deps.Knowledge = inner
	if r := call(t, a, "query", map[string]any{"keywords": "version"}); !strings.Contains(r, fmt.Sprintf("Version%d", n)) {
		t.Errorf("afterwards: %s", r)
	}
}

// TestChangedAfterItWasRead has a file change between two versions whose
// facts are known, so that nothing but the last look at the disk can tell.
func TestChangedAfterItWasRead(t *testing.T) {
	root := testkit.Isolate(t)
	path := filepath.Join(root, "x.go")
	a := openApp(t, root, filepath.Join(filepath.Dir(root), "cache"))
	defer func() { testkit.Must(t, a.Close()) }()
	for n := range 2 {
		testkit.Must(t, os.WriteFile(path, []byte(numbered(n)), 0o644))
		_, err := a.Index.Complete(context.Background(), nil)
		testkit.Must(t, err)
	}
	inner := a.Deps.Knowledge
	changes, n := 0, 1
	a.Deps.Knowledge = func(v *index.View) (*knowledge.Base, error) {
		if changes < 2 {
			changes++
			n = 1 - n
			testkit.Must(t, os.WriteFile(path, []byte(numbered(n)), 0o644))
		}
		return inner(v)
	}
	r := call(t, a, "query", map[string]any{"keywords": "version"})
	if !strings.Contains(r, fmt.Sprintf("Version%d", n)) || strings.Contains(r, fmt.Sprintf("Version%d", 1-n)) || changes != 2 {
		t.Errorf("after %d changes it is version %d:\n%s", changes, n, r)
	}
	changes = -100
	_, err := a.Call(context.Background(), "query", []byte(`{"keywords":"version"}`))
	if err == nil || !strings.Contains(err.Error(), "files kept changing while the answer was made (x.go") {
		t.Errorf("a file that always changes: %v", err)
	}
}
