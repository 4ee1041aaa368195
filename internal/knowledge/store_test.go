package knowledge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestMain lets the test binary play a second process.
func TestMain(m *testing.M) {
	if role := os.Getenv("KNOWLEDGE_TEST_ROLE"); role != "" {
		if err := play(role, os.Getenv("KNOWLEDGE_TEST_ROOT")); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func play(role, root string) error {
	if role == "read-only" {
		// Drop root's power to write anywhere, if we have it.
		if err := becomeNobody(); err != nil {
			return err
		}
	}
	s, err := Open(root)
	if err != nil {
		return err
	}
	switch role {
	case "die":
		s.beforeRename = func() { os.Exit(3) }
		_, err = s.Modify(context.Background(), add("dying"))
	case "hold":
		_, err = s.Modify(context.Background(), func(*Base) error {
			fmt.Println("held")
			bufio.NewReader(os.Stdin).ReadString('\n')
			return nil
		})
	case "read-only":
		if _, err := s.Load(); err != nil {
			return err
		}
		if _, err := s.Modify(context.Background(), func(*Base) error { return nil }); err != nil {
			return fmt.Errorf("without a change nothing must be written: %w", err)
		}
		_, err = s.Modify(context.Background(), add("x"))
		if err == nil || !strings.Contains(err.Error(), "the directory cannot be written to") {
			return fmt.Errorf("got %w", err)
		}
		return nil
	default:
		err = addMany(s, role, 40)
	}
	return err
}

func child(t *testing.T, role, root string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "KNOWLEDGE_TEST_ROLE="+role, "KNOWLEDGE_TEST_ROOT="+root)
	return cmd
}

func add(path string) func(*Base) error {
	return func(b *Base) error {
		b.Update(map[string]Structural{path: {SizeChars: 1, LineCount: 1}}, all)
		return nil
	}
}

func addMany(s *Store, name string, n int) error {
	for i := range n {
		if _, err := s.Modify(context.Background(), add(fmt.Sprintf("%s/%d", name, i))); err != nil {
			return err
		}
	}
	return nil
}

func create(t *testing.T) (*Store, string) {
	t.Helper()
	root := t.TempDir()
	s, err := Create(root)
	if err != nil {
		t.Fatal(err)
	}
	return s, root
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func TestOpenAndCreate(t *testing.T) {
	root := t.TempDir()
	if _, err := Open(root); !errors.Is(err, ErrNoKnowledge) || names(t, root) != "" {
		t.Fatalf("opening must not create: %v", err)
	}
	s, err := Create(root)
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(filepath.Join(s.Dir(), ".gitignore"))
	if err != nil || string(ignored) != "batches/\n.summaries.json.lock\n.summaries.json.tmp-*\n" {
		t.Errorf("%q %v", ignored, err)
	}
	if err := os.WriteFile(filepath.Join(s.Dir(), ".gitignore"), []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(root); err != nil {
		t.Fatal(err)
	}
	if kept, _ := os.ReadFile(filepath.Join(s.Dir(), ".gitignore")); string(kept) != "mine\n" {
		t.Errorf("an existing .gitignore was changed: %q", kept)
	}
	if b, err := s.Load(); err != nil || len(b.Entries) != 0 {
		t.Errorf("%v %v", b, err)
	}
}

func TestOpenStaysInside(t *testing.T) {
	root := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(root, Dir)); err != nil {
		t.Skip(err)
	}
	if _, err := Open(root); err == nil || !strings.Contains(err.Error(), "outside the project") {
		t.Errorf("got %v", err)
	}
	s, _ := create(t)
	target := filepath.Join(t.TempDir(), "target")
	if err := os.Symlink(target, s.file); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Modify(t.Context(), add("x")); err == nil {
		t.Error("a link must not be written through")
	}
	if _, err := os.Stat(target); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written outside: %v", err)
	}
}

func TestModifyWritesOnlyChanges(t *testing.T) {
	s, _ := create(t)
	if written, err := s.Modify(t.Context(), func(*Base) error { return nil }); written || err != nil {
		t.Errorf("nothing to write: %v %v", written, err)
	}
	if written, err := s.Modify(t.Context(), add("a")); !written || err != nil {
		t.Fatal(written, err)
	}
	if err := os.Chmod(s.file, 0o600); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(s.file)
	if written, err := s.Modify(t.Context(), add("a")); written || err != nil {
		t.Errorf("the same content: %v %v", written, err)
	}
	if after, _ := os.Stat(s.file); !os.SameFile(before, after) {
		t.Error("the file was replaced")
	}
	if written, err := s.Modify(t.Context(), add("b")); !written || err != nil {
		t.Fatal(written, err)
	}
	if after, _ := os.Stat(s.file); after.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %v", after.Mode())
	}
	mine := errors.New("mine")
	if _, err := s.Modify(t.Context(), func(b *Base) error { clear(b.Entries); return mine }); !errors.Is(err, mine) {
		t.Errorf("got %v", err)
	}
	if b, err := s.Load(); err != nil || len(b.Entries) != 2 {
		t.Errorf("%v %v", b.Entries, err)
	}
	if got := names(t, s.Dir()); got != ".gitignore summaries.json" {
		t.Errorf("left behind: %s", got)
	}
}

func TestAForeignLayoutIsLeftAloneUntilItChanges(t *testing.T) {
	s, _ := create(t)
	text := "{\r\n\t\"b\": {\"lineCount\": 1, \"sizeChars\": 1},\r\n\t\"a\": {\"sizeChars\": 1, \"lineCount\": 1}\r\n}"
	if err := os.WriteFile(s.file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if written, err := s.Modify(t.Context(), add("a")); written || err != nil {
		t.Error(written, err)
	}
	if now, _ := os.ReadFile(s.file); string(now) != text {
		t.Errorf("got %s", now)
	}
	if written, err := s.Modify(t.Context(), add("c")); !written || err != nil {
		t.Error(written, err)
	}
}

func TestDamagedFilesAreNotOverwritten(t *testing.T) {
	s, _ := create(t)
	for _, text := range []string{"{\"a\": ", "{\n<<<<<<< ours\n}", "[]", "{}}"} {
		if err := os.WriteFile(s.file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := s.Modify(t.Context(), add("x"))
		if damaged, ok := errors.AsType[*CorruptError](err); !ok || damaged.File != s.file || !strings.Contains(err.Error(), " at line ") {
			t.Errorf("%q: %v", text, err)
		}
		if now, _ := os.ReadFile(s.file); string(now) != text {
			t.Errorf("%q became %q", text, now)
		}
	}
}

func TestGoroutinesLoseNothing(t *testing.T) {
	s, root := create(t)
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		wg.Go(func() {
			other, err := Open(root)
			if err == nil {
				err = addMany(other, name, 40)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if b, err := s.Load(); err != nil || len(b.Entries) != 80 {
		t.Errorf("%d entries, %v", len(b.Entries), err)
	}
}

func TestProcessesLoseNothing(t *testing.T) {
	s, root := create(t)
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		cmd := child(t, name, root)
		wg.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	if b, err := s.Load(); err != nil || len(b.Entries) != 80 {
		t.Errorf("%d entries, %v", len(b.Entries), err)
	}
}

func TestACrashLeavesTheOldFile(t *testing.T) {
	s, root := create(t)
	if _, err := s.Modify(t.Context(), add("old")); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(s.file)
	err := child(t, "die", root).Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 3 {
		t.Fatalf("the child was to die: %v", err)
	}
	if now, _ := os.ReadFile(s.file); string(now) != string(before) {
		t.Errorf("got %s", now)
	}
	if !strings.Contains(names(t, s.Dir()), tempPrefix) {
		t.Error("the child died too early to prove anything")
	}
	if _, err := s.Modify(t.Context(), add("new")); err != nil {
		t.Fatal(err)
	}
	if got := names(t, s.Dir()); got != ".gitignore summaries.json" {
		t.Errorf("left behind: %s", got)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	s, root := create(t)
	cmd := child(t, "hold", root)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatal(line, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Modify(ctx, add("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Modify(t.Context(), add("x")); err != nil {
		t.Errorf("after the hold: %v", err)
	}
}

func TestWritersWithoutTheLockAreNoticed(t *testing.T) {
	s, _ := create(t)
	if _, err := s.Modify(t.Context(), add("a")); err != nil {
		t.Fatal(err)
	}
	runs := 0
	s.beforeRename = func() {
		if runs++; runs == 1 {
			if err := os.WriteFile(s.file, []byte(`{"theirs": {"sizeChars": 123456, "lineCount": 9}}`), 0o644); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := s.Modify(t.Context(), add("mine")); err != nil {
		t.Fatal(err)
	}
	if b, _ := s.Load(); runs != 2 || b.Entries["theirs"] == nil || b.Entries["mine"] == nil {
		t.Errorf("after %d runs: %v", runs, b.Entries)
	}
	s.beforeRename = func() {
		runs++
		os.WriteFile(s.file, fmt.Appendf(nil, `{"theirs": {"sizeChars": %d}}`, 1<<runs), 0o644)
	}
	if _, err := s.Modify(t.Context(), add("never")); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	if got := names(t, s.Dir()); got != ".gitignore summaries.json" {
		t.Errorf("left behind: %s", got)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a directory's mode does not bind there")
	}
	s, root := create(t)
	if _, err := s.Modify(t.Context(), add("a")); err != nil {
		t.Fatal(err)
	}
	// The child may be another user, so the way to the directory must be open.
	if err := os.Chmod(filepath.Dir(root), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.Dir(), 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(s.Dir(), 0o755)
	if out, err := child(t, "read-only", root).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestLockFile(t *testing.T) {
	dir := t.TempDir()
	unlock, err := tryLockFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tryLockFile(dir); !errors.Is(err, errLocked) {
		t.Errorf("held twice: %v", err)
	}
	unlock()
	if got := names(t, dir); got != "" {
		t.Errorf("left behind: %s", got)
	}

	// A lock whose process is dead, and one that is too old, are taken over.
	gone := exec.Command(os.Args[0], "-test.run=^$")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	host, _ := os.Hostname()
	name := filepath.Join(dir, lockName)
	for _, test := range []struct {
		content string
		age     time.Duration
		free    bool
	}{
		{strconv.Itoa(gone.Process.Pid) + " " + host + " 1\n", 0, true},
		{strconv.Itoa(os.Getpid()) + " " + host + " 1\n", 0, false},
		{strconv.Itoa(gone.Process.Pid) + " elsewhere.example 1\n", 0, false},
		{strconv.Itoa(os.Getpid()) + " " + host + " 1\n", 2 * staleAfter, true},
		{"", 0, false},
	} {
		if err := os.WriteFile(name, []byte(test.content), 0o644); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-test.age)
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
		unlock, err := tryLockFile(dir)
		if free := err == nil; free != test.free || !free && !errors.Is(err, errLocked) {
			t.Errorf("%q, %v old: %v", test.content, test.age, err)
		}
		if err == nil {
			unlock()
			if got := names(t, dir); got != "" {
				t.Errorf("left behind: %s", got)
			}
		}
	}
}

func TestLockFileExcludes(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	// The lock file guards it; being atomic only tells the race detector, which
	// does not know about files. Reading and writing stay two steps.
	var total atomic.Int64
	for range 4 {
		wg.Go(func() {
			for done := 0; done < 50; {
				unlock, err := tryLockFile(dir)
				if errors.Is(err, errLocked) {
					runtime.Gosched()
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				now := total.Load()
				runtime.Gosched()
				total.Store(now + 1)
				done++
				unlock()
			}
		})
	}
	wg.Wait()
	if got := total.Load(); got != 200 {
		t.Errorf("got %d, want 200", got)
	}
}
