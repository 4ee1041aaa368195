package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sextant/internal/testkit"
)

// TestSummariesUnderAWriter asks for summaries of a file that is written all
// the time: no summary is of an older version than when the call began.
func TestSummariesUnderAWriter(t *testing.T) {
	root := testkit.Isolate(t)
	path := filepath.Join(root, "x.go")
	version := func(n int) string {
		return fmt.Sprintf("// Package x is version%d.\npackage x\n\nfunc F%d() {}\n", n, n)
	}
	testkit.Must(t, os.WriteFile(path, []byte(version(100)), 0o644))
	a := openApp(t, root, filepath.Join(filepath.Dir(root), "cache"))
	defer func() { testkit.Must(t, a.Close()) }()
	a.Start()
	var written atomic.Int64
	written.Store(100)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := 101; n < 400; n++ {
			select {
			case <-stop:
				return
			default:
			}
			testkit.Must(t, os.WriteFile(path+".new", []byte(version(n)), 0o644))
			testkit.Must(t, os.Rename(path+".new", path))
			written.Store(int64(n))
		}
	})
	for range 150 {
		atLeast := int(written.Load())
		for tool, args := range map[string]map[string]any{
			"get_file_summary":     {"path": "x.go"},
			"batch_file_summaries": {"paths": []string{"x.go"}},
			"force_reread":         {"path": "x.go"},
		} {
			text := call(t, a, tool, args)
			if strings.HasPrefix(text, "error: files kept changing") {
				continue
			}
			var n, f int
			at := strings.Index(text, "version")
			if at < 0 {
				t.Fatalf("%s: %s", tool, text)
			}
			fmt.Sscanf(text[at:], "version%d", &n)
			fmt.Sscanf(text[strings.Index(text, `"exports":["F`):], `"exports":["F%d`, &f)
			if n < atLeast || f != n {
				t.Fatalf("%s: a purpose of version %d and exports of %d, after %d was written", tool, n, f, atLeast)
			}
		}
	}
	close(stop)
	wg.Wait()
}

// TestReadsNeedNoMemory answers questions where nothing can be remembered:
// only what is to be stored fails, and says why.
func TestReadsNeedNoMemory(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Write(t, root, "x.go", "// Package x answers.\npackage x\n\nfunc F() {}\n")
	dir := filepath.Dir(root)
	blocked := filepath.Join(dir, "blocked")
	testkit.Must(t, os.WriteFile(blocked, nil, 0o644)) // a file where the directory should be
	t.Setenv("SEXTANT_STATE_DIR", blocked)
	a := openApp(t, root, filepath.Join(dir, "cache"))
	defer func() { testkit.Must(t, a.Close()) }()
	for _, tool := range []string{"get_file_summary", "get_file_outline", "force_reread"} {
		if text := call(t, a, tool, map[string]any{"path": "x.go"}); strings.HasPrefix(text, "error") {
			t.Errorf("%s: %s", tool, text)
		}
	}
	if text := call(t, a, "search_by_purpose", map[string]any{"query": "answers"}); !strings.Contains(text, "x.go") {
		t.Errorf("search_by_purpose: %s", text)
	}
	if text := call(t, a, "get_changed_files", nil); !strings.HasPrefix(text, "error: opening the memory") {
		t.Errorf("get_changed_files: %s", text)
	}
}
