package tool_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/tool"
)

// Files that come, go and change under the calls give answers or guidance,
// never an answer about bytes that are gone and never an internal failure.
func TestCallsDuringChanges(t *testing.T) {
	root := t.TempDir()
	text := func(i int) string {
		return fmt.Sprintf("package p\n\n%sfunc Giraffe%d() {}\n", strings.Repeat("//\n", i%5), i%5)
	}
	for i := range 10 {
		write(t, root, fmt.Sprintf("d/f%d.go", i), text(i))
	}
	a := open(t, root, nil)
	a.Deps.Budget = time.Minute
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			name := filepath.Join(root, "d", fmt.Sprintf("f%d.go", i%10))
			if i%3 == 0 {
				os.Remove(name)
			} else if err := os.WriteFile(name, []byte(text(i)), 0o644); err != nil {
				t.Error(err)
				return
			}
		}
	})
	calls := []string{`query {"keywords":"giraffe"}`, `read_file {"path":"d/f1.go","symbol":"Giraffe1"}`, `read_file {"path":"d/f2.go,d/f4.go","compact":true}`,
		`get_file_outline {"path":"d/f5.go"}`, `get_project_map {}`, `directory_tree {}`, `find_files {"pattern":"f"}`, `get_index_status {}`, `invalidate {"path":"d/f7.go"}`}
	for i := range 90 {
		name, args, _ := strings.Cut(calls[i%len(calls)], " ")
		r, err := a.Call(context.Background(), name, []byte(args))
		var input *tool.InputError
		switch {
		case err == nil:
			// A definition stands on the line that its text says.
			for _, line := range strings.Split(r.Text, "\n") {
				var at, n int
				if _, err := fmt.Sscanf(strings.TrimPrefix(line, "matches: "), "%d func Giraffe%d()", &at, &n); err == nil && at != n+3 {
					t.Errorf("%s: %q mixes two versions of a file", name, line)
				}
			}
		case errors.As(err, &input), strings.Contains(err.Error(), "kept changing"):
		default:
			t.Errorf("%s %s: %v", name, args, err)
		}
	}
	close(done)
	wg.Wait()
}
