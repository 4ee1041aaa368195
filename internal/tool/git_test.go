package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/testkit"
	"sextant/internal/tool"
)

// Under a hand that never rests, a hunk's lines, its text and the definition
// around it are of one version of the file.
func TestDiffDuringChanges(t *testing.T) {
	root := testkit.Isolate(t)
	text := func(i int) string {
		return fmt.Sprintf("package p\n\n%sfunc Giraffe%d() {\n\t_ = %d\n}\n", strings.Repeat("//\n", i), i, i)
	}
	testkit.Write(t, root, "f.go", text(0))
	testkit.Repository(t, root)
	a := open(t, root, nil)
	a.Deps.Budget = time.Minute
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
			temp := filepath.Join(root, ".git", "next")
			if err := errors.Join(os.WriteFile(temp, []byte(text(1+i%5)), 0o644), os.Rename(temp, filepath.Join(root, "f.go"))); err != nil {
				t.Error(err)
				return
			}
		}
	})
	answers := 0
	for range 20 {
		r, err := a.Call(context.Background(), "find_in_file_diff", []byte(`{"path":"f.go","query":"_ ="}`))
		var input *tool.InputError
		switch {
		case errors.As(err, &input), err != nil && strings.Contains(err.Error(), "kept changing"):
			continue
		case err != nil:
			t.Fatal(err)
		case r.Empty:
			continue // the first version
		}
		b, err := json.Marshal(r.Data)
		if err != nil {
			t.Fatal(err)
		}
		var hunks []struct{ In, Text string }
		if err := json.Unmarshal(b, &hunks); err != nil || len(hunks) != 1 {
			t.Fatalf("%s: %v", b, err)
		}
		answers++
		var line, n int
		if _, err := fmt.Sscanf(hunks[0].Text, "%d: _ = %d", &line, &n); err != nil || line != n+4 || hunks[0].In != fmt.Sprintf("Giraffe%d", n) {
			t.Errorf("%s mixes two versions of the file", b)
		}
	}
	close(done)
	wg.Wait()
	if answers == 0 {
		t.Error("no answer at all")
	}
}

// However much has changed, replies stay in bounds and pages visit every file once.
func TestManyChanges(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Repository(t, root)
	for i := range 300 {
		testkit.Write(t, root, fmt.Sprintf("%s/f%d.go", strings.Repeat("long_name_", 10), i), "package p\n")
	}
	testkit.Write(t, root, "big.txt", strings.Repeat("a\nb\n", 2000))
	testkit.Git(t, root, "add", "big.txt")
	testkit.Git(t, root, "commit", "-q", "-m", "big")
	testkit.Write(t, root, "big.txt", strings.Repeat("a\nB"+strings.Repeat(" \xff", 300)+"\n", 2000))
	a := open(t, root, nil)
	for _, c := range []struct {
		name, args string
		total      int
	}{{"git_changed_files", `{"max":200%s}`, 301}, {"find_in_file_diff", `{"path":"big.txt"%s}`, 2000}, {"find_in_file_diff", `{"path":"big.txt","query":"b","max_tokens":3000%s}`, 2000}} {
		seen := map[string]bool{}
		for offset, more := 0, true; more; {
			r, err := a.Call(context.Background(), c.name, fmt.Appendf(nil, c.args, fmt.Sprintf(`,"offset":%d`, offset)))
			if err != nil {
				t.Fatalf("%s %s: %v", c.name, c.args, err)
			}
			if n := len([]rune(r.Text)); n > max(a.Config.MaxReplyChars, 10200) {
				t.Fatalf("%s: %d characters", c.name, n)
			}
			b, _ := json.Marshal(r.Data)
			var items []struct {
				Path  string
				Start int
			}
			if err := json.Unmarshal(b, &items); err != nil || len(items) == 0 {
				t.Fatalf("%s offset %d: %s %v", c.name, offset, b, err)
			}
			for _, it := range items {
				seen[fmt.Sprint(it)] = true
			}
			var next string
			if _, next, more = strings.Cut(r.Text, "next: offset="); more {
				if _, err := fmt.Sscan(strings.NewReplacer(";", " ").Replace(next), &offset); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(seen) != c.total {
			t.Errorf("%s: %d visited, want %d", c.name, len(seen), c.total)
		}
	}
}

// Whoever has no git is told so.
func TestGitIsMissing(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Write(t, root, "a.go", "package a\n")
	testkit.Repository(t, root)
	a := open(t, root, nil)
	t.Setenv("PATH", filepath.Join(root, ".git"))
	for _, call := range []string{"git_changed_files", "find_in_file_diff"} {
		var input *tool.InputError
		if _, err := a.Call(context.Background(), call, []byte(`{"path":"a.go"}`)); !errors.As(err, &input) || !strings.Contains(input.Text, "git is not installed") {
			t.Errorf("%s: %v", call, err)
		}
	}
}
