//go:build unix

package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sextant/internal/app"
	"sextant/internal/testkit"
)

// roleVariable makes this test binary play one of several processes.
const roleVariable = "SEXTANT_APP_TEST_ROLE"

func TestMain(m *testing.M) {
	role := roles[os.Getenv(roleVariable)]
	if role == nil {
		os.Exit(m.Run())
	}
	if err := role(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var roles = map[string]func(root, cache string) error{"serve": serve, "index": complete, "unprivileged": unprivileged, "account": account}

func child(role, root, cache string) *exec.Cmd {
	c := exec.Command(os.Args[0], root, cache)
	c.Env = append(os.Environ(), roleVariable+"="+role)
	return c
}

func openChild(root, cache string) (*app.App, error) {
	return app.Open(root, map[string]string{"cache-dir": cache}, "test", slog.New(slog.DiscardHandler))
}

// serve answers a query for each line of its input, and prints what is wrong
// at its end.
func serve(root, cache string) error {
	a, err := openChild(root, cache)
	if err != nil {
		return err
	}
	a.Start()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		r, err := a.Call(context.Background(), "query", []byte(lines.Text()))
		if err != nil {
			return err
		}
		fmt.Println(strings.ReplaceAll(r.Text, "\n", "|"))
	}
	if _, err := a.Index.Complete(context.Background(), nil); err != nil {
		return err
	}
	return finish(a)
}

func complete(root, cache string) error {
	a, err := openChild(root, cache)
	if err != nil {
		return err
	}
	if _, err := a.Index.Complete(context.Background(), nil); err != nil {
		return err
	}
	return finish(a)
}

func finish(a *app.App) error {
	v, err := a.Index.View(context.Background())
	if err != nil {
		return err
	}
	if s := a.Index.Status(v); s.Problem != "" || s.Indexed != s.Text || s.Parsed != s.Parsable {
		return fmt.Errorf("at the end: %+v", s)
	}
	return a.Close()
}

// manyFiles makes a tree that takes a moment to index.
func manyFiles(t testing.TB, n int) (root, cache string) {
	root = testkit.Isolate(t)
	e := &editor{rng: rand.New(rand.NewPCG(5, 5))}
	for i := range n {
		ext := editExts[i%7]
		p := fmt.Sprintf("dir%d/file%d%s", i%20, i, ext)
		testkit.Write(t, root, p, fmt.Sprintf("%s\n\n", e.source(p))+strings.Repeat(e.source(p), 6))
	}
	testkit.Write(t, root, "one/needle.go", "package one\n\nfunc UniqueNeedle() {}\n")
	testkit.Repository(t, root)
	return root, filepath.Join(filepath.Dir(root), "cache")
}

// checkComplete opens the cache and wants everything in it, and right answers.
func checkComplete(t *testing.T, root, cache string) {
	t.Helper()
	a := openApp(t, root, cache)
	defer func() { testkit.Must(t, a.Close()) }()
	v := mustView(t, a)
	if s := a.Index.Status(v); s.Problem != "" || s.Indexed != s.Text || s.Parsed != s.Parsable {
		t.Errorf("the cache has %+v", s)
	}
	comparePictures(t, a, root)
}

// comparePictures compares what a answers with what a fresh index answers.
func comparePictures(t *testing.T, a *app.App, root string) {
	t.Helper()
	got := picture(t, a, rand.New(rand.NewPCG(3, 3)))
	fresh := openApp(t, root, filepath.Join(t.TempDir(), "fresh"))
	_, err := fresh.Index.Complete(context.Background(), nil)
	testkit.Must(t, err)
	want := picture(t, fresh, rand.New(rand.NewPCG(3, 3)))
	testkit.Must(t, fresh.Close())
	if got != want {
		t.Errorf("answers differ from those of a fresh index: %s", difference(got, want))
	}
}

func TestServersAndIndexerAtOnce(t *testing.T) {
	root, cache := manyFiles(t, 300)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			c := child("serve", root, cache)
			in, err := c.StdinPipe()
			if err != nil {
				t.Error(err)
				return
			}
			wg.Go(func() {
				defer in.Close()
				for range 15 {
					_, _ = io.WriteString(in, `{"keywords":"UniqueNeedle","max":3}`+"\n")
				}
			})
			out, err := c.CombinedOutput()
			if err != nil {
				t.Errorf("server: %v: %s", err, out)
			}
			if n := strings.Count(string(out), "one/needle.go"); n < 15 {
				t.Errorf("%d of 15 answers name the file: %s", n, out)
			}
		})
	}
	for range 2 {
		wg.Go(func() {
			if out, err := child("index", root, cache).CombinedOutput(); err != nil {
				t.Errorf("indexer: %v: %s", err, out)
			}
		})
	}
	wg.Wait()
	checkComplete(t, root, cache)
}

// TestKilledWhileIndexing kills indexers at random moments, each going on
// where the one before left off.
func TestKilledWhileIndexing(t *testing.T) {
	root, cache := manyFiles(t, 80)
	begun := time.Now()
	testkit.Must(t, child("index", root, cache).Run())
	whole := time.Since(begun)
	rng := rand.New(rand.NewPCG(9, 9))
	killed := 0
	for i := range 50 {
		if i%10 == 0 {
			testkit.Must(t, os.RemoveAll(cache))
		}
		c := child("index", root, cache)
		var stderr strings.Builder
		c.Stderr = &stderr
		testkit.Must(t, c.Start())
		timer := time.AfterFunc(time.Duration(rng.Int64N(int64(whole)/3)), func() { _ = c.Process.Kill() })
		err := c.Wait()
		timer.Stop()
		if st, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && st.Signaled() {
			killed++
		} else if err != nil {
			t.Fatalf("run %d: %v: %s", i, err, stderr.String())
		}
		if i%10 != 9 {
			continue
		}
		a := openApp(t, root, cache)
		if r := call(t, a, "query", map[string]any{"keywords": "UniqueNeedle"}); !strings.Contains(r, "one/needle.go") {
			t.Fatalf("run %d: %s", i, r)
		}
		testkit.Must(t, a.Close())
		testkit.Must(t, child("index", root, cache).Run())
		checkComplete(t, root, cache)
	}
	if killed < 10 {
		t.Errorf("only %d of 50 were killed before they had finished", killed)
	}
}

// unprivileged works on a tree with files and directories that it may not
// read, and with a cache that it may not write.
func unprivileged(root, cache string) error {
	a, err := openChild(root, cache)
	if err != nil {
		return err
	}
	defer a.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	v, err := a.Index.Complete(ctx, nil)
	if err != nil {
		return err
	}
	fmt.Printf("problem: %s\n", a.Index.Status(v).Problem)
	fmt.Printf("skipped: %v\n", v.Coverage().Skipped)
	for _, f := range v.Files() {
		fmt.Println("file:", f.Path, f.Class)
	}
	for _, tool := range []string{"query {\"keywords\":\"secret word\"}", "read_file {\"path\":\"pkg/secret.go\"}", "get_file_outline {\"path\":\"pkg/secret.go\"}"} {
		name, args, _ := strings.Cut(tool, " ")
		r, err := a.Call(ctx, name, []byte(args))
		if err != nil {
			fmt.Printf("%s: error: %v\n", name, err)
			continue
		}
		fmt.Printf("%s: %s\n", name, r.Text)
	}
	// Readable again, the change is seen.
	if err := os.Chmod(filepath.Join(root, "pkg/secret.go"), 0o644); err != nil {
		return err
	}
	if v, err = a.Index.View(ctx); err != nil {
		return err
	}
	fmt.Println("then:", v.File("pkg/secret.go").Class, v.File("pkg/secret.go").Lines)
	return nil
}

func TestUnreadable(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Write(t, root, "pkg/secret.go", "package pkg\n\nfunc Secret() {} // word\n")
	testkit.Write(t, root, "pkg/open.go", "package pkg\n\nfunc Open() {} // word\n")
	testkit.Write(t, root, "closed/x.go", "package closed\n")
	cache := filepath.Join(filepath.Dir(root), "cache")
	testkit.Must(t, os.Mkdir(cache, 0o500))
	testkit.Must(t, os.Chmod(filepath.Join(root, "pkg/secret.go"), 0))
	c := child("unprivileged", root, cache)
	if os.Geteuid() == 0 {
		// Permissions do not bind root: nobody tries.
		const nobody = 65534
		dir := filepath.Dir(root)
		for p := dir; len(p) > len(os.TempDir()); p = filepath.Dir(p) {
			testkit.Must(t, os.Chmod(p, 0o755))
		}
		bin := filepath.Join(dir, "child")
		self, err := os.ReadFile(os.Args[0])
		testkit.Must(t, err)
		testkit.Must(t, os.WriteFile(bin, self, 0o755))
		c.Path = bin
		testkit.Must(t, filepath.WalkDir(root, func(p string, _ os.DirEntry, err error) error {
			testkit.Must(t, err)
			return os.Lchown(p, nobody, nobody)
		}))
		c.Dir = dir
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	testkit.Must(t, os.Chmod(filepath.Join(root, "closed"), 0))
	b, err := c.CombinedOutput()
	testkit.Must(t, os.Chmod(filepath.Join(root, "closed"), 0o755))
	out := string(b)
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{"permission denied", "skipped: map[unreadable:1]", "file: pkg/secret.go unreadable", "file: pkg/open.go source",
		"pkg/open.go (Lines: 3", "read_file: error: ", "no outline", "then: source 3"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in:\n%s", want, out)
		}
	}
	if !strings.Contains(strings.Split(out, "\n")[0], "problem: opening the index cache") && !strings.Contains(strings.Split(out, "\n")[0], "problem: creating the index cache") {
		t.Errorf("the problem is not told: %s", out)
	}
}
