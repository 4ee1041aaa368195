package workspace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A single event that is lost: answers are wrong until the audit, right afterwards.
func TestAuditFindsALostEvent(t *testing.T) {
	for name, change := range map[string]func(root string){
		"edit":      func(root string) { write(t, filepath.Join(root, "d/b"), "other text") },
		"new":       func(root string) { write(t, filepath.Join(root, "d/new"), "") },
		"removed":   func(root string) { must(t, os.Remove(filepath.Join(root, "d/b"))) },
		"rules":     func(root string) { write(t, filepath.Join(root, "d/.gitignore"), "b\n") },
		"directory": func(root string) { tree(t, root, "d/x/y") },
	} {
		t.Run(name, func(t *testing.T) {
			root := isolate(t)
			s := &seam{lose: func(p string) bool { return strings.HasPrefix(p, filepath.Join(root, "d")) }}
			tree(t, root, "a", "d/b", "d/.gitignore=*.o\n", "e/f")
			w := watched(t, root, s)
			now := time.Now()
			w.now = func() time.Time { return now }
			m := walk(t, w, nil)
			change(root)
			if walk(t, w, m) != m {
				t.Fatal("the event was not lost")
			}
			// Changes that are told are no reason for distrust.
			write(t, filepath.Join(root, "e/f"), "told")
			now = now.Add(auditPause + 1)
			m = walk(t, w, m)
			w.watching.Load().audits.Wait()
			if state := w.WatchState(); state != `sweeping: a change in "/d" was not told` {
				t.Errorf("state %q", state)
			}
			sameTree(t, walk(t, w, m), walk(t, Open(root, Options{}), nil))
		})
	}
}

func TestAuditOfAnHonestWatcher(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, "a", "d/b", "d/x.o", "e/f")
	w := watched(t, root, nil)
	var clock sync.Mutex
	now := time.Now()
	w.now = func() time.Time { clock.Lock(); defer clock.Unlock(); return now }
	m := walk(t, w, nil)
	ran := 0
	for i := range 30 {
		// Some of it happens while the audit runs.
		write(t, filepath.Join(root, "d/b"), fmt.Sprint("text ", i))
		tree(t, root, fmt.Sprintf("d/n%d/m/f.go", i))
		must(t, os.RemoveAll(filepath.Join(root, fmt.Sprintf("d/n%d", i-2))))
		clock.Lock()
		now = now.Add(auditPause + time.Second)
		clock.Unlock()
		m = walk(t, w, m)
		if w.watching.Load().audit.last != now {
			ran++
		}
		write(t, filepath.Join(root, ".git/info/exclude"), pick(rand.New(rand.NewPCG(uint64(i), 4)), "*.o\n", "*.go\n", ""))
		git(t, root, "add", "-A", "-f", "d")
		write(t, filepath.Join(root, "e/f"), fmt.Sprint("text ", i))
		if i%2 == 0 {
			m = readFiles(t, root, walk(t, w, m), every)
		}
		w.watching.Load().audits.Wait()
		isWatching(t, w)
		sameTree(t, walk(t, w, m), walk(t, Open(root, Options{}), nil))
	}
	if ran == 0 {
		t.Error("no audit ran")
	}
}

// A file may be written through another name, from a directory that nobody watches.
func TestOtherNames(t *testing.T) {
	root := isolate(t)
	outside := filepath.Join(filepath.Dir(root), "outside")
	tree(t, root, "a", "d/b=old", "e/c=old")
	mkdir(t, outside)
	must(t, os.Link(filepath.Join(root, "d/b"), filepath.Join(outside, "b")))
	w := watched(t, root, nil)
	now := time.Now()
	w.now = func() time.Time { return now }
	m := settle(t, w, walk(t, w, nil))
	write(t, filepath.Join(outside, "b"), "new text")
	m = walk(t, w, m)
	if f := m.File("d/b"); f.Signature.Size != 8 {
		t.Error("a write through another name was missed")
	}
	sameTree(t, m, walk(t, Open(root, Options{}), nil))
	// A name that is given later makes no event; the audit sees it and does not mind.
	must(t, os.Link(filepath.Join(root, "e/c"), filepath.Join(outside, "c")))
	m = walk(t, w, m)
	now = now.Add(auditPause + 1)
	m = walk(t, w, m)
	w.watching.Load().audits.Wait()
	isWatching(t, w)
	write(t, filepath.Join(outside, "c"), "new text")
	sameTree(t, walk(t, w, m), walk(t, Open(root, Options{}), nil))
}
