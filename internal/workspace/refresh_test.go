package workspace

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// editor makes random changes to a tree.
type editor struct {
	t    testing.TB
	r    *rand.Rand
	root string
	git  bool
	n    int
}

// entries lists what is in the tree but not in .git: files (and symlinks) and directories.
func (e *editor) entries() (files, dirs []string) {
	dirs = []string{""}
	must(e.t, filepath.WalkDir(e.root, func(full string, d os.DirEntry, err error) error {
		rel, ok := inside(e.root, full)
		switch {
		case err != nil || !ok || rel == "":
			return err
		case d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			dirs = append(dirs, rel)
		default:
			files = append(files, rel)
		}
		return nil
	}))
	return files, dirs
}

// change makes one change and names it.
func (e *editor) change() string {
	t, r := e.t, e.r
	files, dirs := e.entries()
	if len(files) < 4 {
		// Earlier changes may have left directories under these names, or files above them.
		for _, name := range []string{"a", "b", "src"} {
			must(t, os.RemoveAll(filepath.Join(e.root, name)))
		}
		tree(t, e.root, "a", "b", "src/x.o", "src/main.go")
		files, dirs = e.entries()
	}
	e.n++
	rel, dir := pick(r, files...), pick(r, dirs...)
	file, other := filepath.Join(e.root, rel), filepath.Join(e.root, pick(r, files...))
	info, err := os.Lstat(file)
	must(t, err)
	regular := info.Mode().IsRegular()
	switch kind := r.IntN(15); kind {
	case 0, 1:
		if regular && info.Size() > 0 { // same size
			text := []byte(fmt.Sprintf("%0*d", info.Size(), e.n))
			must(t, os.WriteFile(file, text[len(text)-int(info.Size()):], 0o666))
		}
		return "rewrite " + rel
	case 2:
		if regular && info.Size() > 0 { // same size, same time
			text := []byte(fmt.Sprintf("%0*d", info.Size(), e.n))
			must(t, os.WriteFile(file, text[len(text)-int(info.Size()):], 0o666))
			must(t, os.Chtimes(file, info.ModTime(), info.ModTime()))
		}
		return "rewrite in secret " + rel
	case 3:
		if regular {
			write(t, file, fmt.Sprint("longer ", e.n))
		}
		return "write " + rel
	case 4:
		must(t, os.Rename(file, other))
		return "rename over " + rel
	case 5:
		must(t, os.Remove(file))
		return "remove " + rel
	case 6:
		if regular {
			must(t, os.Chmod(file, info.Mode().Perm()^0o100))
		}
		return "mode of " + rel
	case 7:
		must(t, os.Remove(file))
		tree(t, file, "inner.go", "deep/x.o")
		return "file becomes directory " + rel
	case 8:
		if dir != "" {
			must(t, os.RemoveAll(filepath.Join(e.root, dir)))
			write(t, filepath.Join(e.root, dir), "was a directory")
		}
		return "directory becomes file " + dir
	case 9:
		must(t, os.Remove(file))
		must(t, os.Symlink(pick(r, "..", "src", "missing", filepath.Base(rel), "/"), file))
		return "becomes symlink " + rel
	case 10:
		if dir != "" {
			moved := filepath.Join(e.root, "moved"+fmt.Sprint(e.n))
			must(t, os.Rename(filepath.Join(e.root, dir), moved))
			if r.IntN(2) == 0 {
				must(t, os.Symlink(moved, filepath.Join(e.root, dir)))
			}
		}
		return "move " + dir
	case 11:
		name := filepath.Join(e.root, dir, pick(r, ".gitignore", ".gitignore", ".ignore", ".sextantignore"))
		if st, err := os.Lstat(name); err == nil && (st.IsDir() || st.Mode()&os.ModeSymlink != 0) {
			must(t, os.RemoveAll(name))
		}
		write(t, name, randomRules(r))
		return "rules in " + dir
	case 12:
		if full := filepath.Join(e.root, dir, pick(r, fileNames...)); !exists(full) {
			write(t, full, fmt.Sprint(e.n))
		}
		return "new in " + dir
	}
	if !e.git {
		return "nothing"
	}
	switch r.IntN(5) {
	case 0:
		if gitlinkable(e.root, rel) {
			git(t, e.root, "add", "-f", "--", rel)
		}
		return "git add -f " + rel
	case 1:
		git(t, e.root, "rm", "-r", "-q", "--cached", "-f", "--ignore-unmatch", "--", rel)
		return "git rm --cached " + rel
	case 2:
		git(t, e.root, "add", "-A", ".")
		git(t, e.root, "commit", "-q", "--allow-empty", "-m", "state")
		git(t, e.root, "branch", "-f", "other")
		return "commit"
	case 3:
		if git(t, e.root, "branch", "--list", "other") != "" {
			git(t, e.root, "checkout", "-q", "-f", "--detach", "other")
		}
		return "checkout"
	}
	write(t, filepath.Join(e.root, ".git", "info", "exclude"), randomRules(r))
	return "exclude"
}

func exists(full string) bool {
	_, err := os.Lstat(full)
	return err == nil
}

// sameTree fails where two manifests differ in anything that a walk decides.
func sameTree(t testing.TB, got, want *Manifest) {
	t.Helper()
	if !slices.Equal(paths(got), paths(want)) {
		t.Errorf("files are %q, a fresh walk gives %q", paths(got), paths(want))
		return
	}
	if !slices.Equal(got.Dirs(), want.Dirs()) {
		t.Errorf("directories are %q, a fresh walk gives %q", got.Dirs(), want.Dirs())
		return
	}
	for i, f := range got.Files() {
		if o := want.Files()[i]; f.Signature != o.Signature || f.Symlink != o.Symlink {
			t.Errorf("%s is %+v, a fresh walk gives %+v", f.Path, *f, *o)
		}
	}
	for _, p := range got.Dirs() {
		a, b := got.Dir(p), want.Dir(p)
		if a.Signature != b.Signature || a.RulesKey != b.RulesKey || a.Skips != b.Skips ||
			!slices.Equal(a.Dirs, b.Dirs) || !slices.Equal(a.RuleFiles, b.RuleFiles) {
			t.Errorf("directory %q is %+v, a fresh walk gives %+v", p, a, b)
		}
	}
}

// stored sends a manifest through its stored form, as a restart does.
func stored(t testing.TB, m *Manifest) *Manifest {
	t.Helper()
	dirs := map[string]*Dir{}
	for _, p := range m.Dirs() {
		d, err := DecodeDir(p, EncodeDir(m.Dir(p)))
		must(t, err)
		dirs[p] = d
	}
	return NewManifest(dirs)
}

func TestRefreshEqualsFreshWalk(t *testing.T) {
	trials, steps := uint64(12), 30
	if testing.Short() {
		trials = 4
	}
	kept, hashes := 0, 0
	for seed := range trials {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 2))
			root := isolate(t)
			e := &editor{t: t, r: r, root: root, git: seed%2 == 0}
			if e.git {
				initRepo(t, root)
			}
			randomTree(t, r, root, 4)
			w := Open(root, Options{})
			m := walk(t, w, nil)
			for range steps {
				before := m
				var did []string
				for range 1 + r.IntN(3) {
					// Some files are read in between, so soon after their last change that the
					// next may hide behind the same timestamp.
					if r.IntN(2) == 0 {
						m = readFiles(t, root, walk(t, w, m), func() bool { return r.IntN(3) > 0 })
					}
					did = append(did, e.change())
				}
				if r.IntN(6) == 0 {
					m, w = stored(t, m), Open(root, Options{})
				}
				m = walk(t, w, m)
				sameTree(t, m, walk(t, Open(root, Options{}), nil))
				hashes += checkHashes(t, root, m)
				checkManifest(t, m, before)
				for _, p := range m.Dirs() {
					if m.Dir(p) == before.Dir(p) {
						kept++
					}
				}
				if t.Failed() {
					t.Fatalf("after %q", did)
				}
			}
			m = settle(t, w, m)
			hashes += checkHashes(t, root, m)
			if again := walk(t, w, m); again != m {
				t.Error("an unchanged tree gives another manifest")
			}
			restarted := stored(t, m)
			if again := walk(t, Open(root, Options{}), restarted); again != restarted {
				t.Error("an unchanged tree gives another manifest after a restart")
			}
		})
	}
	if kept == 0 || hashes == 0 {
		t.Errorf("%d directories and %d hashes were kept: the test shows nothing", kept, hashes)
	}
}

// checkManifest checks what a manifest promises of itself and of its difference.
func checkManifest(t testing.TB, m, before *Manifest) {
	t.Helper()
	for i, f := range m.Files() {
		if i > 0 && m.Files()[i-1].Path >= f.Path {
			t.Errorf("%q comes before %q", m.Files()[i-1].Path, f.Path)
		}
		if m.File(f.Path) != f || m.Dir(parent(f.Path)).file(f.Path) != f {
			t.Errorf("%q is not found", f.Path)
		}
		if !slices.Contains(m.Under(parent(f.Path)), f) {
			t.Errorf("%q is not under its directory", f.Path)
		}
	}
	changed, gone := m.ChangedDirs(before)
	dirs := maps.Clone(before.dirs)
	for _, d := range changed {
		dirs[d.Path] = d
	}
	for _, p := range gone {
		delete(dirs, p)
	}
	if !maps.Equal(dirs, m.dirs) {
		t.Error("ChangedDirs does not lead from one manifest to the next")
	}
}

func TestUnchangedKeepsPointers(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, "a.go", "sub/b.go", "sub/deep/c.go", "other/d.go")
	w := Open(root, Options{})
	m := settle(t, w, walk(t, w, nil))
	write(t, filepath.Join(root, "sub", "b.go"), "changed")
	next := walk(t, w, m)
	if next == m || next.Dir("sub") == m.Dir("sub") {
		t.Fatal("the change is not seen")
	}
	for _, p := range []string{"", "sub/deep", "other"} {
		if next.Dir(p) != m.Dir(p) {
			t.Errorf("directory %q is another one", p)
		}
	}
	if f := next.File("sub/b.go"); !f.Hash.IsZero() {
		t.Error("the changed file kept its hash")
	}
	if m.File("sub/b.go").Hash.IsZero() {
		t.Error("the earlier manifest has changed")
	}
}

// A hash that its signature does not pin comes back unread, whether the
// directory is listed anew or only compared.
func TestRacyHashIsDropped(t *testing.T) {
	for _, listed := range []bool{false, true} {
		root := isolate(t)
		tree(t, root, "a.go=one", "b.go=two")
		w := Open(root, Options{})
		m := settle(t, w, walk(t, w, nil))
		f := m.File("a.go")
		m = m.With(map[string]Reading{"a.go": {Signature: f.Signature, Hash: f.Hash, ReadAt: f.Signature.Ctime + int64(time.Millisecond)}})
		if listed {
			tree(t, root, "c.go")
		}
		m = walk(t, w, m)
		if got := m.File("a.go"); !got.Hash.IsZero() || got.ReadAt != 0 {
			t.Errorf("listed %v: the racy file came back as %+v", listed, got)
		}
		if m.File("b.go").Hash.IsZero() {
			t.Errorf("listed %v: the settled file was forgotten", listed)
		}
	}
}

func TestSettled(t *testing.T) {
	const ms, s = int64(time.Millisecond), int64(time.Second)
	for _, c := range []struct {
		sig    Signature
		readAt int64
		want   bool
	}{
		{Signature{Mtime: 5, Ctime: 100*s + 1}, 100*s + 1, false},
		{Signature{Mtime: 5, Ctime: 100*s + 1}, 100*s + 30*ms, false},
		{Signature{Mtime: 5, Ctime: 100*s + 1}, 100*s + 50*ms, true},
		{Signature{Mtime: 5, Ctime: 100*s + 1}, 99 * s, false},      // the clock was set back
		{Signature{Mtime: 100*s + 1}, 100*s + 50*ms, true},          // no ctime
		{Signature{Mtime: 100 * s, Ctime: 100 * s}, 101 * s, false}, // whole seconds
		{Signature{Mtime: 100 * s, Ctime: 100 * s}, 102*s + 200*ms, true},
		{Signature{Ctime: 100*s + 1}, 0, false}, // unstable while read
	} {
		if got := c.sig.Settled(c.readAt); got != c.want {
			t.Errorf("%+v read at %d: settled %v", c.sig, c.readAt, got)
		}
	}
}

func TestWith(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "sub/b", "sub/c")
	m := walk(t, Open(root, Options{}), nil)
	if m.With(nil) != m || m.With(map[string]Reading{"gone": {}, "no/dir": {}, "sub": {}}) != m {
		t.Error("readings of files that are not there give another manifest")
	}
	_, r, err := Read(root, "sub/b", 0)
	must(t, err)
	next := m.With(map[string]Reading{"sub/b": r, "gone": r})
	if !m.File("sub/b").Hash.IsZero() || next.File("sub/b").Hash != r.Hash {
		t.Error("the reading is in the wrong manifest")
	}
	if next.Dir("") != m.Dir("") || next.Dir("sub") == m.Dir("sub") || next.File("sub/c").Path != "sub/c" {
		t.Error("other directories were copied, or that one was not")
	}
	checkManifest(t, next, m)
}

// A directory that was listed within the tick of its last change is listed again.
func TestRacyListingIsRedone(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "b")
	w := Open(root, Options{})
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{time.Hour, "a"}, {time.Millisecond, "a b"}} {
		d := *walk(t, w, nil).Dir("")
		d.Files, d.ListedAt = d.Files[:1], d.Signature.Ctime+int64(c.after)
		wantPaths(t, walk(t, w, NewManifest(map[string]*Dir{"": &d})), c.want)
	}
}
