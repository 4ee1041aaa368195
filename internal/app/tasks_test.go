package app_test

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

	"sextant/internal/app"
	"sextant/internal/index/store"
	"sextant/internal/testkit"
	"sextant/internal/tool"
)

// shopWithSecond is a repository with a second work tree, and the caches' place.
func shopWithSecond(t *testing.T) (root, second, cache string) {
	root = testkit.Isolate(t)
	testkit.Tree(t, root, "-- shop.go --\npackage shop\n\n// Buy buys.\nfunc Buy(n int) int {\n\treturn n * 2\n}\n-- sell.go --\npackage shop\n\nfunc Sell(n int) int { return Buy(n) }\n")
	for i := range 40 {
		testkit.Write(t, root, fmt.Sprintf("many/file%d.go", i), fmt.Sprintf("package many\n\nfunc F%d() int { return %d }\n", i, i))
	}
	testkit.Repository(t, root)
	second = filepath.Join(filepath.Dir(root), "second")
	testkit.Git(t, root, "worktree", "add", "-q", second, "-b", "other")
	return root, second, filepath.Join(filepath.Dir(root), "cache")
}

// ask calls a tool and reads its JSON.
func ask(t *testing.T, a *app.App, name string, args map[string]any, into any) {
	t.Helper()
	text := call(t, a, name, args)
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, text)
	}
}

type askedTask struct {
	ID        string `json:"id"`
	State     string `json:"state"`
	SessionID string `json:"sessionId"`
}

type askedContext struct {
	Task     askedTask `json:"task"`
	Explored []struct {
		Path, Symbol, Code, Now, Notes string
	} `json:"exploredFiles"`
	Frontier []string `json:"frontier"`
}

// TestTasksAreShared: what one checkout notes, another one of the repository and
// a later run are told, each by its own files.
func TestTasksAreShared(t *testing.T) {
	root, second, cache := shopWithSecond(t)
	one, two := openApp(t, root, cache), openApp(t, second, cache)
	var task askedTask
	ask(t, one, "create_task", map[string]any{"name": "buying"}, &task)
	if len(task.ID) != 36 || task.ID[14] != '4' || !strings.Contains("89ab", task.ID[19:20]) || task.State != "created" || task.SessionID != one.Deps.Session {
		t.Fatalf("the task is %+v", task)
	}
	id := map[string]any{"task_id": task.ID}
	call(t, two, "mark_explored", map[string]any{"task_id": task.ID, "path": "shop.go", "symbol": "Buy", "notes": "twice"})
	var got askedContext
	ask(t, one, "get_task_context", id, &got)
	if got.Task.State != "exploring" || len(got.Explored) != 1 || got.Explored[0].Code != "valid" || got.Explored[0].Notes != "twice" || fmt.Sprint(got.Frontier) != "[sell.go]" {
		t.Errorf("the first checkout has %+v", got)
	}
	testkit.Write(t, root, "shop.go", "package shop\n\n// Buy buys.\nfunc Buy(n int) int {\n\treturn n * 3\n}\n")
	ask(t, one, "get_task_context", id, &got)
	if got.Explored[0].Code != "changed" {
		t.Errorf("where it was edited it is %s", got.Explored[0].Code)
	}
	ask(t, two, "get_task_context", id, &got)
	if got.Explored[0].Code != "valid" {
		t.Errorf("where it was not edited it is %s", got.Explored[0].Code)
	}
	testkit.Must(t, one.Close())
	testkit.Must(t, two.Close())
	// The cache may go: the memory stays.
	testkit.Must(t, store.Remove(store.FamilyDir(cache, filepath.Join(root, ".git"))))
	testkit.Write(t, second, "shop.go", "package shop\n")
	testkit.Write(t, second, "buy.go", "package shop\n\nfunc Buy(n int) int {\n\treturn n * 2\n}\n")
	two = openApp(t, second, cache)
	ask(t, two, "get_task_context", id, &got)
	if len(got.Explored) != 1 || got.Explored[0].Code != "moved" || got.Explored[0].Now != "buy.go Buy" {
		t.Errorf("a later run has %+v", got)
	}
	if text := call(t, two, "get_symbol", map[string]any{"name": "Buy"}); !strings.Contains(text, "twice (buying, code moved)") {
		t.Errorf("get_symbol says %s", text)
	}
	testkit.Must(t, two.Close())
}

// TestMarksAtOnce marks from two open checkouts and many goroutines.
func TestMarksAtOnce(t *testing.T) {
	root, second, cache := shopWithSecond(t)
	apps := []*app.App{openApp(t, root, cache), openApp(t, second, cache)}
	var task askedTask
	ask(t, apps[0], "create_task", map[string]any{"name": "all"}, &task)
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for i := range 10 {
				file := (n*5 + i) % 40
				args, _ := json.Marshal(map[string]any{"task_id": task.ID, "path": fmt.Sprintf("many/file%d.go", file), "symbol": fmt.Sprintf("F%d", file), "notes": fmt.Sprintf("by %d", n)})
				if i%2 == 0 {
					args, _ = json.Marshal(map[string]any{"task_id": task.ID, "path": fmt.Sprintf("many/file%d.go", file), "status": "flagged"})
				}
				if _, err := apps[n%2].Call(context.Background(), "mark_explored", args); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	m, err := apps[0].Deps.Memory()
	testkit.Must(t, err)
	marks, err := m.Marks(context.Background(), task.ID)
	testkit.Must(t, err)
	want := make(map[string]bool)
	for n := range 8 {
		for i := range 10 {
			file := (n*5 + i) % 40
			want[fmt.Sprintf("many/file%d.go %v", file, i%2 == 0)] = true
		}
	}
	for _, k := range marks {
		delete(want, fmt.Sprintf("%s %v", k.Path, k.Symbol == ""))
	}
	if len(want) > 0 {
		t.Errorf("%d marks are lost: %v", len(want), want)
	}
	for _, a := range apps {
		testkit.Must(t, a.Close())
	}
}

// Reading makes no memory, and a memory that cannot be opened is an error of the
// tools that need it only.
func TestTasksWithoutMemory(t *testing.T) {
	root, _, cache := shopWithSecond(t)
	path := filepath.Join(store.FamilyDir(cache, filepath.Join(root, ".git")), "memory.db")
	a := openApp(t, root, cache)
	for name, want := range map[string]string{"get_task_context": `"tasks":[]`, "list_notes": "no match", "get_symbol": "func Buy"} {
		if got := call(t, a, name, map[string]any{"name": "Buy"}); !strings.Contains(got, want) {
			t.Errorf("%s says %s", name, got)
		}
	}
	if got := call(t, a, "get_task_context", map[string]any{"task_id": "x"}); !strings.Contains(got, "create_task begins one") {
		t.Errorf("a task that is not there: %s", got)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("reading made a memory")
	}
	testkit.Must(t, a.Close())
	for _, c := range []struct {
		name, want string
		spoil      func()
	}{
		{"of a later version", "later version of sextant", func() {
			m, err := store.OpenMemory(filepath.Dir(path))
			testkit.Must(t, err)
			testkit.Must(t, m.Close())
			raw, err := os.ReadFile(path)
			testkit.Must(t, err)
			raw[62], raw[63] = 9, 9 // SQLite keeps user_version at byte 60, the highest byte first
			testkit.Must(t, os.WriteFile(path, raw, 0o600))
		}},
		{"a directory", "opening the memory", func() {
			testkit.Must(t, os.Remove(path))
			testkit.Must(t, os.Mkdir(path, 0o755))
		}},
	} {
		c.spoil()
		a := openApp(t, root, cache)
		for name, args := range map[string]string{"create_task": `{"name":"x"}`, "get_task_context": `{}`, "mark_explored": `{"task_id":"x","path":"shop.go"}`, "list_notes": `{}`,
			"get_related_files": `{"path":"shop.go","task_id":"x"}`} {
			_, err := a.Call(context.Background(), name, []byte(args))
			var input *tool.InputError
			if err == nil || errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v", c.name, name, err)
			}
		}
		for name, args := range map[string]string{"get_symbol": `{"name":"Buy"}`, "get_related_files": `{"path":"shop.go"}`, "read_file": `{"path":"shop.go"}`} {
			if _, err := a.Call(context.Background(), name, []byte(args)); err != nil {
				t.Errorf("%s, %s: %v", c.name, name, err)
			}
		}
		testkit.Must(t, a.Close())
	}
}
