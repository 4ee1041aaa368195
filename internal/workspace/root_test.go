package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFindRoot(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, "sub/file")
	tree(t, filepath.Dir(root), "plain/deep/")
	plain := filepath.Join(filepath.Dir(root), "plain", "deep")
	link := filepath.Join(filepath.Dir(root), "link")
	must(t, os.Symlink(root, link))
	sub := filepath.Join(root, "sub")
	for _, c := range []struct{ cwd, wish, want, err string }{
		{sub, "", root, ""},
		{plain, "", plain, ""},
		{sub, ".", sub, ""},
		{sub, "..", root, ""},
		{plain, sub, sub, ""},
		{plain, link, root, ""},
		{link, "", root, ""},
		{plain, filepath.Join(link, "sub"), sub, ""},
		{sub, "file", "", "is not a directory"},
		{sub, "missing", "", `root "missing": `},
	} {
		t.Chdir(c.cwd)
		got, err := FindRoot(c.wish)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) || !strings.Contains(err.Error(), c.wish) {
				t.Errorf("in %s, wish %q: %q, %v", c.cwd, c.wish, got, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("in %s, wish %q: %q, %v; want %q", c.cwd, c.wish, got, err, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	root := isolate(t)
	out := filepath.Dir(root)
	tree(t, out, "outside/secret")
	tree(t, root, "dir/file", "dir/sub/x", "..odd/file")
	for link, target := range map[string]string{
		"linkdir": "dir", "linkfile": "dir/file", "loop": "loop", "a": "b", "b": "a", "self": ".", "up": "..",
		"out": filepath.Join(out, "outside"), "outfile": "../outside/secret", "dangling": "../nowhere", "dir/top": "../dir/sub",
		"absent": "dir/new", "hop": "out/secret", "back": filepath.Join("..", "root", "dir"), "inabs": filepath.Join(root, "dir"),
	} {
		must(t, os.Symlink(target, filepath.Join(root, link)))
	}
	alias := filepath.Join(out, "alias")
	must(t, os.Symlink(root, alias))
	w := Open(alias, Options{})
	if w.Root() != root {
		t.Fatalf("root is %s", w.Root())
	}
	long := strings.Repeat("n", 300)
	const outside, failed = "OUTSIDE", "FAILED"
	for p, want := range map[string]string{
		"": "", ".": "", "/": outside, "./": "", root: "", root + "/": "", root + "/dir/": "dir", root + "x": outside,
		"dir/file": "dir/file", "dir//./sub/../file": "dir/file", "missing/new": "missing/new", "dir/": "dir",
		"..": outside, "../": outside, "dir/../..": outside, "../root/dir": "dir", "../rootx": outside, "..odd/file": "..odd/file",
		"../../../../etc/passwd": outside, "/etc/passwd": outside, out: outside,
		`dir\file`: "dir/file", `..\outside\secret`: outside, `dir\..\..`: outside, `\etc`: outside, `.\dir\sub\`: "dir/sub",
		"linkdir": "dir", "linkdir/file": "dir/file", "linkdir/new": "dir/new", "linkfile": "linkfile", "self/self/dir": "dir",
		"dir/top/x": "dir/sub/x", "linkdir/top": "dir/sub", "absent": "absent", "back/file": "dir/file", "inabs/file": "dir/file",
		"out": outside, "out/secret": outside, "out/new/file": outside, "outfile": outside, "dangling": outside, "dangling/x": outside,
		"up": outside, "up/root/dir": "dir", "hop": outside, `out\secret`: outside,
		"loop": failed, "loop/x": failed, "a": failed,
		"nul\x00": failed, strings.Repeat("x/", 20<<10): failed,
		long: long, long + "/" + long: long + "/" + long, strings.Repeat("x/", 5000) + "y": strings.Repeat("x/", 5000) + "y",
		"new\nline": "new\nline", "\xff\xfe": "\xff\xfe", " ": " ", "~": "~",
		alias: "", alias + "/dir/new": "dir/new", alias + "/linkfile": "linkfile", alias + "/../outside": outside,
	} {
		got, err := w.Clean(p)
		switch want {
		case outside:
			if !errors.Is(err, ErrOutside) || !strings.Contains(err.Error(), root) {
				t.Errorf("%.80q: %q, %v; want ErrOutside and the root", p, got, err)
			}
		case failed:
			if err == nil || errors.Is(err, ErrOutside) || len(err.Error()) > 400 {
				t.Errorf("%.80q: %q, %v; want another error", p, got, err)
			}
		default:
			if err != nil || got != want {
				t.Errorf("%.80q: %.80q, %v; want %.80q", p, got, err, want)
			}
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	tree(t, root, `dir\file`, `back\slash`, `..\odd`)
	for _, p := range []string{`dir\file`, `back\slash`, `..\odd`} {
		if got, err := w.Clean(p); err != nil || got != p {
			t.Errorf("%q exists, yet Clean gives %q, %v", p, got, err)
		}
	}
}

// Every file that is listed is reached by its own path and by its absolute one.
func TestCleanKeepsManifestPaths(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a b", "new\nline", "\xff", `back\slash`, "d/e/f", "-x", "~", "C:/x", "ü")
	must(t, os.Symlink("d/e/f", filepath.Join(root, "link")))
	w := Open(root, Options{})
	for _, p := range paths(walk(t, w, nil)) {
		for _, given := range []string{p, "./" + p, filepath.Join(root, p)} {
			if got, err := w.Clean(given); err != nil || got != p {
				t.Errorf("Clean(%q) = %q, %v", given, got, err)
			}
		}
	}
}

func FuzzClean(f *testing.F) {
	root := isolate(f)
	tree(f, root, "dir/file", `a\b`)
	must(f, os.Symlink("..", filepath.Join(root, "up")))
	must(f, os.Symlink("dir", filepath.Join(root, "in")))
	w := Open(root, Options{})
	for _, p := range []string{"dir/file", "../x", `up\..\x`, "in/../up/y", "/", "up/root/dir", "a\\b", root + "/in/file"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, p string) {
		got, err := w.Clean(p)
		if err != nil {
			return
		}
		if strings.HasPrefix(got, "/") || got == ".." || strings.HasPrefix(got, "../") || got != "" && filepath.Clean(got) != got {
			t.Fatalf("Clean(%q) = %q", p, got)
		}
		real, err := realPath(filepath.Join(root, got))
		if _, ok := inside(root, real); err != nil || !ok {
			t.Fatalf("Clean(%q) = %q, which leads to %q", p, got, real)
		}
		if again, err := w.Clean(got); err != nil || again != got {
			t.Fatalf("Clean(%q) = %q, and of that %q, %v", p, got, again, err)
		}
	})
}
