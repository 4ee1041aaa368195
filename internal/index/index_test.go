package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/internal/index/segment"
	"sextant/internal/index/store"
	"sextant/internal/parse"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

// TestViewHasWhatWasWrittenBefore writes and looks from several goroutines at
// once, while the background stores what they find.
func TestViewHasWhatWasWrittenBefore(t *testing.T) {
	const files, edits = 4, 40
	root := smallTree(t, files)
	ix := openIndex(t, root)
	mustView(t, ix)
	ix.Start()
	var wg sync.WaitGroup
	for i := range files {
		wg.Go(func() {
			path := filepath.Join(root, fmt.Sprintf("pkg/file%d.go", i))
			for version := range edits {
				// All versions have one size, so only the times tell, and
				// often not even they.
				text := goFile(i, 10+version)
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Error(err)
					return
				}
				v, err := ix.View(context.Background())
				if err != nil {
					t.Error(err)
					return
				}
				f := v.File(fmt.Sprintf("pkg/file%d.go", i))
				facts, err := v.Outline(context.Background(), f)
				if err != nil || facts.Definitions[0].Name != fmt.Sprintf("Func%dv%d", i, 10+version) {
					t.Errorf("version %d: %v %v", version, facts, err)
					return
				}
				found, old := 0, 0
				v.Postings(fmt.Sprintf("word%dv%d", i, 10+version), func(Hit) { found++ })
				v.Postings(fmt.Sprintf("word%dv%d", i, 9+version), func(Hit) { old++ })
				if found != 1 || old != 0 || !v.Fresh(f) {
					t.Errorf("version %d: found %d times, the one before %d times, fresh %v", version, found, old, v.Fresh(f))
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestViewsKeepWordsWhileTheyAreStored moves words from memory to the store
// while views are made.
func TestViewsKeepWordsWhileTheyAreStored(t *testing.T) {
	const files = 12
	root := smallTree(t, files)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			if release, ok := ix.db.Load().Lease(); ok {
				generation := ix.generation.Load()
				ix.flush(generation)
				ix.compact(ix.db.Load(), generation)
				release()
			}
		}
	})
	versions := make([]int, files)
	for n := range 60 {
		i := n % files
		versions[i]++
		testkit.Write(t, root, fmt.Sprintf("pkg/file%d.go", i), goFile(i, versions[i]))
		checkAnswers(t, mustView(t, ix), versions)
	}
	stop.Store(true)
	wg.Wait()
	if s := ix.Status(mustView(t, ix)); s.Problem != "" || s.Segments > mostSegments+1 {
		t.Errorf("%+v", s)
	}
}

func TestReopenParsesNothing(t *testing.T) {
	root := smallTree(t, 5)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	testkit.Must(t, ix.Close())
	again := openIndex(t, root)
	v := mustView(t, again)
	if p := v.Progress(); p.Indexed != 5 || p.Parsed != 5 {
		t.Errorf("%+v", p)
	}
	checkAnswers(t, v, make([]int, 5))
	if n := len(again.queue.list()); n != 0 {
		t.Errorf("%d files were parsed again", n)
	}
}

// TestFactsDroppedByAnother drops facts behind the indexer's back.
func TestFactsDroppedByAnother(t *testing.T) {
	root := smallTree(t, 6)
	ix := openIndex(t, root)
	v := mustComplete(t, ix)
	other := otherProcess(t, ix)
	key := v.File("pkg/file3.go").key()
	if n, err := other.DropFacts([]store.FactsKey{key}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	ix.cache.drop(key)
	v = mustView(t, ix)
	if s := ix.Status(v); s.Parsed != 5 {
		t.Errorf("%d files count as parsed", s.Parsed)
	}
	if v.HasOutline(v.File("pkg/file3.go")) {
		t.Error("facts that are gone are said to be there")
	}
	mustComplete(t, ix)
	if known, err := other.KnownFacts(parse.Version); err != nil || !known[key] {
		t.Errorf("the facts are not stored again: %v", err)
	}
}

func TestInvalidate(t *testing.T) {
	root := smallTree(t, 6)
	testkit.Write(t, root, "pkg/copy.go", goFile(0, 0))
	ix := openIndex(t, root)
	v := mustComplete(t, ix)
	if n, err := ix.Invalidate(context.Background(), v.File("pkg/file2.go")); n != 1 || err != nil {
		t.Errorf("one file: %d, %v", n, err)
	}
	if p := v.Progress(); p.Parsed != 6 {
		t.Errorf("%+v", p)
	}
	if n, err := ix.Invalidate(context.Background(), nil); n != 5 || err != nil {
		t.Errorf("all: %d, %v", n, err)
	}
	if known, err := ix.db.Load().KnownFacts(parse.Version); len(known) != 0 || err != nil {
		t.Errorf("%d facts are stored, %v", len(known), err)
	}
	v2 := mustComplete(t, ix)
	if p := v2.Progress(); p.Parsed != 7 {
		t.Errorf("%+v", p)
	}
}

// TestStoreReplacedByAnother resets the store behind the indexer's back.
func TestStoreReplacedByAnother(t *testing.T) {
	root := smallTree(t, 6)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	before := ix.db.Load().Dir()
	other := otherProcess(t, ix)
	testkit.Must(t, other.Reset())
	v := mustView(t, ix)
	checkAnswers(t, v, make([]int, 6))
	if ix.db.Load().Dir() == before {
		t.Error("the old store is still in use")
	}
	mustComplete(t, ix)
	if known, err := other.KnownFacts(parse.Version); err != nil || len(known) != 6 {
		t.Errorf("%d facts are in the new store, %v", len(known), err)
	}
	release, ok := ix.db.Load().Lease()
	if !ok {
		t.Fatal("no lease")
	}
	ix.flush(ix.generation.Load())
	release()
	testkit.Must(t, ix.Close())
	again := openIndex(t, root)
	if p := mustView(t, again).Progress(); p.Indexed != 6 || p.Parsed != 6 {
		t.Errorf("the new store has %+v", p)
	}
}

// TestSegmentDamagedWhileOpen writes into, and cuts, segment files in use.
func TestSegmentDamagedWhileOpen(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, file string){
		"flipped": func(t *testing.T, file string) { flip(t, file, 60) },
		"cut":     func(t *testing.T, file string) { testkit.Must(t, os.Truncate(file, 10)) },
		"emptied": func(t *testing.T, file string) { testkit.Must(t, os.Truncate(file, 0)) },
		"removed": func(t *testing.T, file string) { testkit.Must(t, os.Remove(file)) },
	} {
		t.Run(name, func(t *testing.T) {
			root := smallTree(t, 6)
			ix := openIndex(t, root)
			v := mustComplete(t, ix)
			for _, file := range segmentFiles(t, ix) {
				damage(t, file)
			}
			v.Postings("word1v0", func(Hit) {}) // of the view before: no crash
			v = mustView(t, ix)
			checkAnswers(t, v, make([]int, 6))
			// Another process that never saw it whole, while this one writes.
			release, ok := ix.db.Load().Lease()
			if !ok {
				t.Fatal("no lease")
			}
			second := openIndex(t, root)
			mustView(t, second)
			checkAnswers(t, mustView(t, second), make([]int, 6))
			drain(second)
			mustView(t, second)
			if n := len(second.bad); name != "removed" && n == 0 {
				t.Error("the damaged segment is not remembered")
			}
			release()
			mustComplete(t, second)
			testkit.Must(t, second.round(context.Background(), func(Progress) {}))
			testkit.Must(t, second.Close())
			testkit.Must(t, ix.Close())
			third := openIndex(t, root)
			v = mustView(t, third)
			checkAnswers(t, v, make([]int, 6))
			if p := v.Progress(); p.Indexed != 6 || len(third.bad) != 0 {
				t.Errorf("it is not mended: %+v", p)
			}
		})
	}
}

func drain(ix *Indexer) {
	select {
	case <-ix.wake:
	default:
	}
}

// TestIdleIsNotWoken asks again and again when nothing is missing.
func TestIdleIsNotWoken(t *testing.T) {
	root := smallTree(t, 6)
	testkit.Write(t, root, "too.bin", "\x00\x01")
	testkit.Must(t, os.Symlink("nowhere", filepath.Join(root, "link")))
	ix := openIndex(t, root)
	mustComplete(t, ix)
	testkit.Must(t, ix.round(context.Background(), func(Progress) {}))
	drain(ix)
	for range 20 {
		v := mustView(t, ix)
		for _, f := range v.Files() {
			if _, err := v.Facts(context.Background(), f); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(ix.wake) != 0 {
		t.Error("the background was woken although nothing is missing")
	}
}

// TestMemoryIsBounded edits for ever while another process holds the lease.
func TestMemoryIsBounded(t *testing.T) {
	root := smallTree(t, 3)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	release, ok := otherProcess(t, ix).Lease()
	if !ok {
		t.Fatal("no lease")
	}
	defer release()
	versions := make([]int, 3)
	for n := range 150 {
		versions[n%3]++
		testkit.Write(t, root, fmt.Sprintf("pkg/file%d.go", n%3), goFile(n%3, versions[n%3]))
		checkAnswers(t, mustView(t, ix), versions)
	}
	if err := ix.round(context.Background(), func(Progress) {}); !errors.Is(err, errLeased) {
		t.Fatal(err)
	}
	docs := 0
	for _, s := range ix.memory.list {
		docs += s.Len()
	}
	if len(ix.memory.list) > mergeAt+1 || docs > 3*(mergeAt+1) || len(ix.memory.present) > docs {
		t.Errorf("%d segments with %d contents, %d counted", len(ix.memory.list), docs, len(ix.memory.present))
	}
	if n := ix.queue.bytes(); n > 0 {
		t.Errorf("%d bytes of facts wait although they need no lease", n)
	}
}

// TestStoreErrorPasses gives up a store for a while and takes it up again.
func TestStoreErrorPasses(t *testing.T) {
	root := smallTree(t, 6)
	ix := openIndex(t, root)
	mustView(t, ix)
	ix.failed(ix.generation.Load(), "storing facts", errors.New("no space left on device"))
	v := mustComplete(t, ix)
	checkAnswers(t, v, make([]int, 6))
	if s := ix.Status(v); s.Problem != "storing facts: no space left on device" {
		t.Errorf("the problem is %q", s.Problem)
	}
	if known, err := ix.db.Load().KnownFacts(parse.Version); len(known) != 0 || err != nil {
		t.Errorf("%d facts were stored, %v", len(known), err)
	}
	ix.mu.Lock()
	ix.retryAt = time.Now()
	ix.mu.Unlock()
	testkit.Must(t, ix.round(context.Background(), func(Progress) {}))
	if s := ix.Status(mustView(t, ix)); s.Problem != "" || s.Segments != 1 {
		t.Errorf("%+v", s)
	}
	if known, err := ix.db.Load().KnownFacts(parse.Version); len(known) != 6 || err != nil {
		t.Errorf("%d facts are stored afterwards, %v", len(known), err)
	}
}

// TestCacheThatAppearsLater begins with a cache directory that cannot be made.
func TestCacheThatAppearsLater(t *testing.T) {
	root := smallTree(t, 6)
	testkit.Must(t, os.WriteFile(cacheOf(root), nil, 0o644))
	ix := openIndex(t, root)
	v := mustComplete(t, ix)
	checkAnswers(t, v, make([]int, 6))
	if s := ix.Status(v); s.Problem == "" || s.Cache != "" {
		t.Errorf("%+v", s)
	}
	testkit.Must(t, os.Remove(cacheOf(root)))
	ix.mu.Lock()
	ix.retryAt = time.Now()
	ix.mu.Unlock()
	testkit.Must(t, ix.round(context.Background(), func(Progress) {}))
	checkAnswers(t, mustView(t, ix), make([]int, 6))
	if s := ix.Status(mustView(t, ix)); s.Problem != "" || s.Cache == "" || s.Segments != 1 {
		t.Errorf("%+v", s)
	}
	if known, err := ix.db.Load().KnownFacts(parse.Version); len(known) != 6 || err != nil {
		t.Errorf("%d facts are stored, %v", len(known), err)
	}
}

// TestCompleteEnds has a file that changes whenever it is looked at.
func TestCompleteEnds(t *testing.T) {
	root := smallTree(t, 3)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	ix.patience = time.Millisecond
	n := 0
	testkit.Write(t, root, "pkg/file0.go", "package changed\n")
	_, err := ix.Complete(context.Background(), func(Progress) {
		n++
		testkit.Write(t, root, "pkg/file0.go", goFile(0, n))
	})
	testkit.Must(t, err)
	if n < 4 {
		t.Errorf("it gave up after %d rounds", n)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	root := smallTree(t, 30)
	before := runtime.NumGoroutine()
	for range 3 {
		ix := openIndex(t, root)
		ix.Start()
		ix.Start() // is one start
		mustView(t, ix)
		testkit.Must(t, ix.Close())
		testkit.Must(t, ix.Close())
		ix.Start() // comes too late
		if _, err := ix.View(context.Background()); !errors.Is(err, errClosed) {
			t.Errorf("a view after Close: %v", err)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			b := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b, true)])
		}
	}
}

func TestViewEndsWithItsContext(t *testing.T) {
	ix := openIndex(t, smallTree(t, 1))
	release, err := ix.hold(context.Background())
	testkit.Must(t, err)
	defer release()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ix.View(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestFilesVanishWhileRead removes and exchanges files under a view.
func TestFilesVanishWhileRead(t *testing.T) {
	root := smallTree(t, 4)
	ix := openIndex(t, root)
	v := mustView(t, ix) // has read nothing yet
	testkit.Must(t, os.Remove(filepath.Join(root, "pkg/file0.go")))
	testkit.Must(t, os.Remove(filepath.Join(root, "pkg/file1.go")))
	testkit.Write(t, root, "pkg/file1.go/inner.go", goFile(1, 0))
	testkit.Write(t, root, "pkg/file2.go", goFile(2, 7))
	for i := range 3 {
		f := v.File(fmt.Sprintf("pkg/file%d.go", i))
		if _, err := v.Text(f); !errors.Is(err, ErrChanged) {
			t.Errorf("text of file %d: %v", i, err)
		}
		if _, err := v.Facts(context.Background(), f); !errors.Is(err, ErrChanged) {
			t.Errorf("facts of file %d: %v", i, err)
		}
		if v.Fresh(f) {
			t.Errorf("file %d is fresh", i)
		}
	}
	if !v.Outdated() {
		t.Error("the view is not outdated")
	}
	v = mustComplete(t, ix)
	if v.File("pkg/file0.go") != nil || v.File("pkg/file1.go/inner.go") == nil {
		t.Error("the next view is wrong")
	}
}

// TestUnreadFilesAreOfOneContent changes a file that a view holds without its hash.
func TestUnreadFilesAreOfOneContent(t *testing.T) {
	root := smallTree(t, 1)
	path := filepath.Join(root, "pkg/file0.go")
	ix := openIndex(t, root)
	mustView(t, ix) // the first one does not read
	for n := range 50 {
		v := ix.newViewOf(t)
		f := v.File("pkg/file0.go")
		if !f.Hash.IsZero() {
			t.Fatal("the file has been read")
		}
		facts, err := v.Outline(context.Background(), f)
		testkit.Must(t, err)
		testkit.Must(t, os.WriteFile(path, []byte(goFile(0, 1+n%9)), 0o644)) // same size, perhaps the same tick
		text, err := v.Text(f)
		if err == nil && !slices.Contains([]string{goFile(0, n%9), goFile(0, 1+(n+8)%9)}, string(text)) {
			t.Fatalf("%q", text)
		}
		if err == nil && string(text) != "" && !contains(string(text), facts.Definitions[0].Name) {
			t.Fatalf("outline of %s, text %q", facts.Definitions[0].Name, text)
		}
		if err == nil && v.Fresh(f) {
			now, _ := os.ReadFile(path)
			if string(now) != string(text) {
				t.Fatalf("fresh, but %q is %q by now", text, now)
			}
		}
		// The next view never repeats the mistake.
		checkAnswers(t, mustView(t, ix), []int{1 + n%9})
	}
}

func contains(s, part string) bool {
	for i := range len(s) - len(part) + 1 {
		if s[i:i+len(part)] == part {
			return true
		}
	}
	return false
}

// TestPinnedContent has a view that has read another content under the same
// signature, as a file system with coarse times gives it.
func TestPinnedContent(t *testing.T) {
	root := smallTree(t, 1)
	ix := openIndex(t, root)
	v := mustView(t, ix)
	f := v.File("pkg/file0.go")
	v.pins.Store(f.Path, workspace.Reading{Signature: f.Signature, ReadAt: f.Signature.Ctime, Hash: [32]byte{1}})
	if _, err := v.Text(f); !errors.Is(err, ErrChanged) {
		t.Errorf("text: %v", err)
	}
	if _, err := v.Facts(context.Background(), f); !errors.Is(err, ErrChanged) {
		t.Errorf("facts: %v", err)
	}
	if v.Fresh(f) {
		t.Error("another content is fresh")
	}
	mustView(t, ix)
	checkAnswers(t, mustView(t, ix), []int{0})
}

// newViewOf is a view of the disk in which nothing has been read.
func (ix *Indexer) newViewOf(t *testing.T) *View {
	m, err := ix.ws.Refresh(context.Background(), nil)
	testkit.Must(t, err)
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.newView(m, nil)
}

func TestToJoin(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		most  int
		want  int
	}{
		{nil, 4, 0},
		{[]int{9, 9, 9, 9}, 4, 0},
		{[]int{1, 1, 1, 1, 100}, 4, 4},
		{[]int{1, 1, 1, 1, 4}, 4, 5},
		{[]int{100, 1, 1, 1, 1, 1, 90}, 4, 6},
	} {
		got := toJoin(c.sizes, c.most)
		if len(got) != c.want {
			t.Errorf("%v: %v", c.sizes, got)
		}
		seen := make(map[int]bool)
		for _, i := range got {
			seen[i] = true
		}
		if len(seen) != len(got) || len(got) > 0 && len(c.sizes)-len(got)+1 > c.most {
			t.Errorf("%v: %v", c.sizes, got)
		}
	}
	// Written bytes stay within a logarithm of what is added.
	var sizes []int
	written, added := 0, 0
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		sizes = append(sizes, 1+rng.IntN(9))
		added += sizes[len(sizes)-1]
		gone := make(map[int]bool)
		sum := 0
		for _, i := range toJoin(sizes, mostSegments) {
			gone[i] = true
			sum += sizes[i]
		}
		if sum == 0 {
			continue
		}
		var next []int
		for i, s := range sizes {
			if !gone[i] {
				next = append(next, s)
			}
		}
		sizes = append(next, sum)
		written += sum
	}
	if written > 8*added {
		t.Errorf("%d bytes written for %d", written, added)
	}
}

func TestSegmentKindNamesTheFormat(t *testing.T) {
	if want := fmt.Sprintf("words.%d", segment.FormatVersion); store.SegmentKind != want {
		t.Errorf("store.SegmentKind is %q; segments of format %d need %q", store.SegmentKind, segment.FormatVersion, want)
	}
}
