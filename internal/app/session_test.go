package app_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/internal/app"
	"sextant/internal/knowledge"
	"sextant/internal/testkit"
)

// TestSessionStartKeepsTheKnowledge holds that each session writes what
// changed since the last, although the knowledge file is itself a file of the
// project that each session changes.
func TestSessionStartKeepsTheKnowledge(t *testing.T) {
	testkit.Isolate(t)
	root := t.TempDir()
	testkit.Write(t, root, "a.py", "def first():\n    pass\n")
	cache := t.TempDir()
	if _, err := knowledge.Create(root); err != nil {
		t.Fatal(err)
	}
	session := func() app.Session {
		t.Helper()
		a := openApp(t, root, cache)
		defer a.Close()
		if _, err := a.Index.Complete(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		s, err := a.SessionStart(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	start := func() app.Session { // as the hook does it: nothing fills the index first
		t.Helper()
		a := openApp(t, root, cache)
		defer a.Close()
		s, err := a.SessionStart(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	saved := func() string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(root, ".knowledge", "summaries.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	s := session()
	if want := "1 file summaries available, 0 file(s) changed, 1 file(s) without AI analysis"; s.System != want {
		t.Errorf("system message %q, want %q", s.System, want)
	}
	if !strings.Contains(s.Context, s.System) || len(s.Context) > 9000 {
		t.Errorf("context: %q", s.Context)
	}
	if !strings.Contains(saved(), `"first"`) {
		t.Errorf("not written: %s", saved())
	}
	for _, name := range []string{"second", "third", "fourth"} {
		testkit.Write(t, root, "a.py", "def "+name+"():\n    pass\n")
		if s := start(); strings.Contains(s.Context, "being built") {
			t.Errorf("a complete index is said to be built: %s", s.Context)
		}
		if !strings.Contains(saved(), `"`+name+`"`) {
			t.Errorf("session after %s left %s", name, saved())
		}
	}
	before := saved()
	start()
	if saved() != before {
		t.Error("an unchanged project was written again")
	}
}
