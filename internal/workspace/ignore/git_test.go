package ignore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The tests of this file ask git itself. Git is a prerequisite of the tests: without it they fail.

// gitTree is a repository with ignore files, and the same files compiled for a Matcher.
type gitTree struct {
	root  string
	fold  bool
	files map[string]string // ignore files by path; "exclude" and "global" are the two outside the tree
	dirs  map[string]bool
}

func newGitTree(t testing.TB, fold bool) *gitTree {
	t.Helper()
	g := &gitTree{root: t.TempDir(), fold: fold, files: map[string]string{}, dirs: map[string]bool{}}
	g.git(t, nil, "init", "-q", "--template=")
	g.git(t, nil, "config", "core.ignorecase", strconv.FormatBool(fold))
	g.git(t, nil, "config", "core.excludesFile", filepath.Join(g.root, ".git", "global"))
	if err := os.Mkdir(filepath.Join(g.root, ".git", "info"), 0o777); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *gitTree) git(t testing.TB, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = g.root, bytes.NewReader(stdin)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + g.root, "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL=" + os.DevNull,
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok && args[0] == "check-ignore" && exit.ExitCode() == 1 {
		err = nil // nothing is ignored
	}
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, stderr.String())
	}
	return out
}

func (g *gitTree) write(t testing.TB, path, text string) {
	t.Helper()
	g.files[path] = text
	switch path {
	case "exclude":
		path = ".git/info/exclude"
	case "global":
		path = ".git/global"
	}
	if err := os.WriteFile(filepath.Join(g.root, path), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (g *gitTree) mkdir(t testing.TB, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(g.root, dir), 0o777); err != nil {
		t.Fatal(err)
	}
	for ; dir != "."; dir = filepath.Dir(dir) {
		g.dirs[dir] = true
	}
}

// clear removes all but the repository itself.
func (g *gitTree) clear(t testing.TB) {
	t.Helper()
	entries, err := os.ReadDir(g.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == ".git" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(g.root, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	clear(g.files)
	clear(g.dirs)
}

func (g *gitTree) rules(path, label string) *Rules {
	text, ok := g.files[path]
	if !ok {
		return nil
	}
	return Parse(label, []byte(text), Fold(g.fold))
}

// decide walks down to path as a walker does.
func (g *gitTree) decide(path string) Decision {
	m := New(g.rules("global", filepath.Join(g.root, ".git", "global")), g.rules("exclude", ".git/info/exclude"),
		g.rules(".gitignore", ".gitignore"))
	parts := strings.Split(path, "/")
	for i, name := range parts[:len(parts)-1] {
		file := strings.Join(parts[:i+1], "/") + "/.gitignore"
		m = m.Enter(name, g.rules(file, file))
	}
	return m.Decide(parts[len(parts)-1], g.dirs[path])
}

// compare asks git and the matcher about every path and returns the number of rules that decided.
func (g *gitTree) compare(t testing.TB, paths []string) (decided int) {
	t.Helper()
	if len(paths) == 0 {
		return 0
	}
	// "./" keeps a leading colon from being read as pathspec magic.
	stdin := []byte("./" + strings.Join(paths, "\x00./") + "\x00")
	verbose := strings.Split(string(g.git(t, stdin, "check-ignore", "--no-index", "-z", "--stdin", "-v", "-n")), "\x00")
	ignored := map[string]bool{}
	for _, path := range strings.Split(string(g.git(t, stdin, "check-ignore", "--no-index", "-z", "--stdin")), "\x00") {
		ignored[strings.TrimPrefix(path, "./")] = true
	}
	if len(verbose) != 4*len(paths)+1 {
		t.Fatalf("git answered %d fields for %d paths", len(verbose), len(paths))
	}
	for i, path := range paths {
		want := fmt.Sprintf("%v by %q", ignored[path], verbose[4*i:4*i+3])
		d := g.decide(path)
		fields := []string{"", "", ""}
		if d.Rule != nil {
			fields = []string{d.Rule.Source, strconv.Itoa(d.Rule.Line), d.Rule.Pattern}
			decided++
		}
		if got := fmt.Sprintf("%v by %q", d.Ignored, fields); got != want {
			t.Errorf("path %q (directory: %v, fold: %v):\n got %s\nwant %s\nfiles: %q", path, g.dirs[path], g.fold, got, want, g.files)
		}
	}
	return decided
}

// TestCasesAgainstGit holds the tables of ignore_test.go against git, so that none of them records
// a belief.
func TestCasesAgainstGit(t *testing.T) {
	for fold, table := range map[bool][]struct{ name, rules, ignored, kept string }{false: cases, true: foldCases} {
		g := newGitTree(t, fold)
		for _, c := range table {
			g.write(t, ".gitignore", c.rules)
			var files, dirs []string
			for _, path := range strings.Fields(c.ignored + " " + c.kept) {
				if dir, isDir := strings.CutSuffix(path, "/"); isDir {
					dirs = append(dirs, dir)
				} else {
					files = append(files, path)
				}
			}
			// Files need not exist, so a name may be asked about as a file and then as a directory.
			g.compare(t, files)
			for _, dir := range dirs {
				g.mkdir(t, dir)
			}
			g.compare(t, dirs)
			g.clear(t)
		}
	}
}

// TestAgainstGit compares random trees. Names and patterns share a small alphabet so that about
// half of the paths are decided by some rule.
func TestAgainstGit(t *testing.T) {
	trees := 32
	if testing.Short() {
		trees = 8
	}
	paths, decided := 0, 0
	for seed := range trees {
		t.Run(fmt.Sprintf("seed%d", seed), func(t *testing.T) {
			n, d := compareRandomTree(t, uint64(seed))
			paths, decided = paths+n, decided+d
		})
	}
	t.Logf("%d paths compared, %d decided by a rule", paths, decided)
	if paths < 400*trees/2 || decided < paths/3 {
		t.Errorf("the comparison is too weak: %d paths, %d decided", paths, decided)
	}
}

func compareRandomTree(t *testing.T, seed uint64) (paths, decided int) {
	r := rand.New(rand.NewPCG(seed, 1))
	g := newGitTree(t, seed%3 == 2)
	// A gentle tree has few patterns, so that deep files are reached; a wild one has many odd ones.
	most := 3 + int(seed%5)*4
	// A small pool of names, so that patterns made from them meet paths made from them.
	pool := make([]string, 14)
	for i := range pool {
		pool[i] = randomName(r)
	}
	name := func() string {
		if r.IntN(5) == 0 {
			return randomName(r)
		}
		return pool[r.IntN(len(pool))]
	}
	ignoreFiles := []string{"global", "exclude", ".gitignore"}
	dirs := []string{""}
	for range 25 {
		dir := strings.TrimPrefix(dirs[r.IntN(len(dirs))]+"/"+name(), "/")
		if g.dirs[dir] || strings.Count(dir, "/") > 4 {
			continue
		}
		g.mkdir(t, dir)
		dirs = append(dirs, dir)
		if r.IntN(2) == 0 {
			ignoreFiles = append(ignoreFiles, dir+"/.gitignore")
		}
	}
	for _, file := range ignoreFiles {
		g.write(t, file, randomRules(r, most, name))
	}
	var queries []string
	for _, dir := range dirs {
		if dir != "" {
			queries = append(queries, dir)
		}
		for range 20 {
			path := strings.TrimPrefix(dir+"/"+name(), "/")
			if r.IntN(4) == 0 {
				path += "/" + name()
			}
			queries = append(queries, path)
		}
	}
	return len(queries), g.compare(t, queries)
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

func randomName(r *rand.Rand) string {
	for {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			if r.IntN(12) == 0 {
				b.WriteString(pick(r, " ", "\\", "!", "#", "[", "]", "*", "?", "-", "^", "\t", "\v", "\r", "ä", "\xff", "\x7f", "_", "/", ":", "~", "{", "}"))
			} else {
				b.WriteString(pick(r, "a", "b", "c", "a", "b", "A", "B", ".", "1", ".o", "foo", "bar"))
			}
		}
		name := strings.ReplaceAll(b.String(), "/", "")
		if validPart(name) {
			return name
		}
	}
}

// validPart reports whether git takes the string as one part of a path of the work tree.
func validPart(name string) bool {
	return name != "" && name != "." && name != ".." && len(name) < 200 && !strings.ContainsAny(name, "/\x00") &&
		!strings.HasPrefix(strings.ToLower(name), ".git")
}

func randomRules(r *rand.Rand, most int, name func() string) string {
	var b strings.Builder
	if r.IntN(8) == 0 {
		b.WriteString("\xef\xbb\xbf")
	}
	for range r.IntN(most) {
		b.WriteString(pick(r, "", "", "", "", "", "", "", "", "", "!", "!", "!", "!", "#", "\\", "\\#", "\\!", " "))
		b.WriteString(pick(r, "", "", "", "/", "**/", "*"))
		for i := range 1 + r.IntN(3)*r.IntN(2) {
			if i > 0 {
				b.WriteString(pick(r, "/", "/", "/**/", "", "//", "**/", "/**", "\\/"))
			}
			if r.IntN(3) > 0 {
				b.WriteString(blur(r, name()))
				continue
			}
			for range 1 + r.IntN(3) {
				b.WriteString(randomAtom(r))
			}
		}
		b.WriteString(pick(r, "", "", "", "", "", "", "", "", "*", "/", "/", "/", "/**", "/*", " ", "\\ ", "  ", "\t", "\\", "\r"))
		b.WriteString(pick(r, "\n", "\n", "\n", "\n", "\r\n", "\n\n", "\x00\n"))
	}
	return b.String()
}

// blur turns a name into a pattern that may match it.
func blur(r *rand.Rand, name string) string {
	at := r.IntN(len(name))
	switch c := name[at : at+1]; r.IntN(7) {
	case 0:
		return name[:at] + "*" + name[at+r.IntN(len(name)-at+1):]
	case 1:
		return name[:at] + "?" + name[at+1:]
	case 2:
		return name[:at] + pick(r, "[", "[!", "[x", "[[:alpha:]", "[0-") + c + "]" + name[at+1:]
	case 3:
		return name[:at] + "\\" + name[at:]
	case 4:
		return strings.ToUpper(name[:at]) + name[at:]
	}
	return name
}

func randomAtom(r *rand.Rand) string {
	switch r.IntN(10) {
	case 0, 3:
		return pick(r, "*", "*", "?", "**", "***")
	case 1:
		return pick(r, "[ab]", "[!a]", "[^b]", "[a-c]", "[!a-b]", "[]a]", "[!]]", "[a-]", "[-a]", "[c-a]", "[A-C]", "[A]", "[\\a]",
			"[\\]a]", "[a\\-c]", "[a-\\c]", "[[:alpha:]]", "[[:upper:]]", "[[:lower:]1]", "[![:punct:]]", "[[:space:]]", "[[:cntrl:]]",
			"[[:graph:]]", "[[:print:]]", "[[:alnum:]a-c]", "[[:digit:]]", "[[:xdigit:]]", "[[:blank:]]", "[[:word:]]", "[[:]", "[[:a]",
			"[[:alpha]", "[[:alpha:]", "[", "[a", "[!", "[a-", "[[]", "[a-[:digit:]]", "[\xc3]", "[\x80-\xff]", "[^a-bA-B]", "[a-b-c]",
			"[0-9a-fA-F]", "[\\", "[a\\]", "[/]", "[!/]", "[+--]", "[.-0]")
	case 2:
		return pick(r, "\\a", "\\A", "\\*", "\\?", "\\[", "\\\\", "\\ ", " ", "!", "#", "ä", "\xff", "]", "-", "\v", "{a,b}", "~", "\t")
	}
	return pick(r, "a", "b", "c", "a", "b", "A", "B", ".", "1", ".o", "*.o", "foo", "bar", "*a", "b*")
}

// FuzzAgainstGit gives both sides arbitrary bytes as ignore files of a directory and of its parent.
func FuzzAgainstGit(f *testing.F) {
	f.Add([]byte("*.o\n!b/**\n"), []byte("/a*\n[[:alpha:]]\n"), "b/a.o", true, false)
	f.Add([]byte("foo**/b?r\\ \r\n"), []byte("!**/x/\n"), "foo/bar/x", false, true)
	g := map[bool]*gitTree{false: newGitTree(f, false), true: newGitTree(f, true)}
	f.Fuzz(func(t *testing.T, outer, inner []byte, path string, isDir, fold bool) {
		for _, part := range strings.Split(path, "/") {
			if !validPart(part) {
				return
			}
		}
		if len(path) > 1000 {
			return
		}
		tree := g[fold]
		if isDir {
			tree.mkdir(t, path)
		} else if i := strings.LastIndexByte(path, '/'); i >= 0 {
			tree.mkdir(t, path[:i])
		}
		tree.write(t, ".gitignore", string(outer))
		if first, _, ok := strings.Cut(path, "/"); ok {
			tree.write(t, first+"/.gitignore", string(inner))
		}
		tree.compare(t, []string{path})
		tree.clear(t)
	})
}
