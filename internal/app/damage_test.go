package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sextant/internal/app"
	"sextant/internal/index"
	"sextant/internal/testkit"
)

// cacheFiles lists the regular files of a cache whose names end in one of the suffixes.
func cacheFiles(t testing.TB, cache string, suffixes ...string) []string {
	t.Helper()
	var out []string
	testkit.Must(t, filepath.WalkDir(cache, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, s := range suffixes {
			if strings.HasSuffix(p, s) {
				out = append(out, p)
			}
		}
		return nil
	}))
	return out
}

// spoil flips bytes at random places.
func spoil(t testing.TB, rng *rand.Rand, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	testkit.Must(t, err)
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	testkit.Must(t, err)
	defer f.Close()
	for range 1 + len(b)/200 {
		if len(b) > 0 {
			at := rng.IntN(len(b))
			_, err := f.WriteAt([]byte{b[at] ^ byte(1+rng.IntN(255))}, int64(at))
			testkit.Must(t, err)
		}
	}
}

func halve(t testing.TB, file string) {
	t.Helper()
	st, err := os.Stat(file)
	testkit.Must(t, err)
	testkit.Must(t, os.Truncate(file, st.Size()/2))
}

func mixedTree(t testing.TB) (root, cache string) {
	t.Helper()
	root = testkit.Isolate(t)
	e := &editor{rng: rand.New(rand.NewPCG(8, 8))}
	for i := range 25 {
		p := fmt.Sprintf("d%d/f%d%s", i%4, i, editExts[i%len(editExts)])
		testkit.Write(t, root, p, e.source(p))
	}
	return root, filepath.Join(filepath.Dir(root), "cache")
}

// TestDamagedCache damages every kind of file of the cache, closed and open.
// Answers are right at once, and after a complete run and for the next
// process everything is whole again.
func TestDamagedCache(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	each := func(f func(t testing.TB, file string), suffixes ...string) func(t *testing.T, cache string) {
		return func(t *testing.T, cache string) {
			files := cacheFiles(t, cache, suffixes...)
			for _, file := range files {
				f(t, file)
			}
		}
	}
	flip := func(t testing.TB, file string) { spoil(t, rng, file) }
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, cache string)
	}{
		{"database flipped", each(flip, "index.db")},
		{"database cut", each(halve, "index.db")},
		{"database empty", each(func(t testing.TB, f string) { testkit.Must(t, os.Truncate(f, 0)) }, "index.db")},
		{"log flipped", each(flip, "-wal")},
		{"log cut", each(halve, "-wal")},
		{"words flipped", each(flip, ".words")},
		{"words cut", each(halve, ".words")},
		{"everything flipped", each(flip, "index.db", "-wal", ".words")},
		{"words removed", each(func(t testing.TB, f string) { testkit.Must(t, os.Remove(f)) }, ".words")},
		{"database removed", each(func(t testing.TB, f string) { testkit.Must(t, os.Remove(f)) }, "index.db", "-wal", "-shm")},
		{"all removed", func(t *testing.T, cache string) { testkit.Must(t, os.RemoveAll(cache)) }},
	} {
		for _, open := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, open %v", c.name, open), func(t *testing.T) {
				root, cache := mixedTree(t)
				start := func() *app.App {
					a := openApp(t, root, cache)
					mustView(t, a)
					return a
				}
				a := start()
				_, err := a.Index.Complete(context.Background(), nil)
				testkit.Must(t, err)
				if !open {
					testkit.Must(t, a.Close())
				}
				c.damage(t, cache)
				if !open {
					a = start()
				}
				comparePictures(t, a, root)
				testkit.Write(t, root, "d0/new.go", "package d0\n\nfunc Added() {}\n")
				comparePictures(t, a, root)
				if _, err := a.Index.Complete(context.Background(), nil); err != nil {
					t.Fatal(err)
				}
				comparePictures(t, a, root)
				testkit.Must(t, a.Close())
				checkWhole(t, root, cache)
			})
		}
	}
}

// checkWhole lets further processes complete the index, for what was damaged
// in a way that no read has met yet, and wants the cache to be whole soon.
func checkWhole(t *testing.T, root, cache string) {
	t.Helper()
	for try := 1; ; try++ {
		a := openApp(t, root, cache)
		s := a.Index.Status(mustView(t, a))
		whole := s.Problem == "" && s.Indexed == s.Text && s.Parsed == s.Parsable
		if !whole {
			_, err := a.Index.Complete(context.Background(), nil)
			testkit.Must(t, err)
		}
		comparePictures(t, a, root)
		testkit.Must(t, a.Close())
		if whole {
			return
		}
		if try == 3 {
			t.Errorf("the cache is not whole after %d processes: %+v", try, s)
			return
		}
	}
}

// removeInUse deletes a directory into which a server may be writing at that moment.
func removeInUse(t *testing.T, dir string) {
	t.Helper()
	var err error
	for range 1000 {
		if err = os.RemoveAll(dir); err == nil {
			return
		}
	}
	t.Fatal(err)
}

// TestDamageUnderLoad damages the cache of a running server that is asked all the time.
func TestDamageUnderLoad(t *testing.T) {
	root, cache := mixedTree(t)
	testkit.Write(t, root, "one/needle.go", "package one\n\nfunc UniqueNeedle() {}\n")
	a := openApp(t, root, cache)
	a.Start()
	rng := rand.New(rand.NewPCG(6, 6))
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		wg.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				r, err := a.Call(context.Background(), "query", []byte(`{"keywords":"UniqueNeedle","max":3}`))
				if err != nil || !strings.Contains(r.Text, "one/needle.go") {
					t.Errorf("call %d: %v %v", n, r, err)
					return
				}
			}
		})
	}
	for i := range 20 {
		testkit.Write(t, root, "d0/new.go", fmt.Sprintf("package d0\n\nfunc Added%d() {}\n", i))
		mustView(t, a)
		for _, file := range cacheFiles(t, filepath.Dir(cache), "index.db", "-wal", ".words") {
			if strings.HasPrefix(file, cache) && rng.IntN(3) == 0 {
				if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
					spoil(t, rng, file)
				}
			}
		}
		if i%7 == 6 {
			removeInUse(t, cache)
		}
	}
	close(stop)
	wg.Wait()
	comparePictures(t, a, root)
	testkit.Must(t, a.Close())
	checkWhole(t, root, cache)
}

// TestLargeSwitch exchanges thousands of files at once.
func TestLargeSwitch(t *testing.T) {
	const files = 5000
	root := testkit.Isolate(t)
	write := func(version int) {
		for i := range files {
			testkit.Write(t, root, fmt.Sprintf("d%d/f%d.txt", i%50, i), fmt.Sprintf("word%d version%d\n", i, version))
		}
		testkit.Write(t, root, "code/main.go", fmt.Sprintf("package main\n\nfunc Version%d() {}\n", version))
	}
	write(1)
	a := openApp(t, root, filepath.Join(filepath.Dir(root), "cache"))
	_, err := a.Index.Complete(context.Background(), nil)
	testkit.Must(t, err)
	write(2)
	if r := call(t, a, "query", map[string]any{"keywords": "Version2", "max": 3}); !strings.Contains(r, "code/main.go") {
		t.Errorf("the first answer: %s", r)
	}
	if r := call(t, a, "read_file", map[string]any{"path": "d7/f7.txt"}); !strings.Contains(r, "word7 version2") {
		t.Errorf("a file: %s", r)
	}
	v, err := a.Index.Complete(context.Background(), nil)
	testkit.Must(t, err)
	old, now := 0, 0
	v.Postings("version1", func(index.Hit) { old++ })
	v.Postings("version2", func(index.Hit) { now++ })
	if old != 0 || now != files+1 {
		t.Errorf("%d files have the old word, %d the new one", old, now)
	}
	testkit.Must(t, a.Close())
}
