package gitrepo

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func parse(text string, d detail) (*diff, error) {
	out := &diff{at: make(map[string]int), detail: d}
	return out, out.read(strings.NewReader(text))
}

func TestReadDiff(t *testing.T) {
	const raw = ":100644 100644 1 2 M\x00a\x00"
	long := strings.Repeat("x", 200_000)
	d, err := parse(raw+"1\t1\ta\x00\x00diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@ f()\n---- a/b\n++++ b/c\n+"+long+"\n\\ No newline at end of file\n",
		detail{hunks: true, texts: true})
	if err != nil || len(d.files) != 1 || len(d.files[0].Hunks) != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	h := d.files[0].Hunks[0]
	if h.Heading != "f()" || fmt.Sprint(h.Removed) != "[--- a/b]" || len(h.Added) != 2 || h.Added[0] != "+++ b/c" || len(h.Added[1]) < longestLine-1 || len(h.Added[1]) > longestLine {
		t.Errorf("hunk %.200q", fmt.Sprint(h))
	}
	for _, bad := range []string{"x", "x\x00", ":100644 M\x00a\x00", raw[:len(raw)-1], ":100644 100644 1 2 R100\x00a\x00", raw + "1\tx\ta\x00",
		raw + "\x00+++ b/a\n@@ -1 +1 @@\n-a\n", raw + "\x00+++ b/a\n@@ -1 +1 @@\n a\n", raw + "\x00@@ -x +1 @@\n", raw + "\x00@@ -1,1\n"} {
		if d, err := parse(bad, detail{hunks: true}); err == nil {
			t.Errorf("%q is read as %+v", bad, d.files)
		}
	}
}

func TestDiffBounds(t *testing.T) {
	var b bytes.Buffer
	for i := range mostChanges + 5 {
		fmt.Fprintf(&b, ":100644 100644 1 2 M\x00f%d\x00", i)
	}
	b.WriteString("1\t0\tf0\x001\t0\tf100004\x00\x00diff --git a/f0 b/f0\n--- a/f0\n+++ b/f0\n")
	for i := range mostHunks + 3 {
		fmt.Fprintf(&b, "@@ -%d,0 +%d @@\n+%s\n", i, i+1, strings.Repeat("y", 200))
	}
	d, err := parse(b.String(), detail{hunks: true, texts: true})
	if err != nil || len(d.files) != mostChanges || d.more != 5 || !d.cut || len(d.files[0].Hunks) != mostHunks || d.files[0].Added != 1 {
		t.Fatalf("%d files and %d more, cut %v, %v", len(d.files), d.more, d.cut, err)
	}
	kept := 0
	for _, h := range d.files[0].Hunks {
		for _, a := range h.Added {
			kept += len(a)
		}
	}
	if kept > mostText || kept < mostText/2 {
		t.Errorf("%d bytes of text kept", kept)
	}
}

func TestUntrackedBounds(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo)
	write(t, filepath.Join(repo, "text"), strings.Repeat(strings.Repeat("z", 100_000)+"\n", 300))
	f, err := os.Create(filepath.Join(repo, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(largestCounted + 1); err != nil {
		t.Fatal(err)
	}
	f.Close()
	c := hunks(t, repo, Comparison{})
	if len(c.Files) != 2 || c.Files[0].Counted || c.Files[0].Hunks != nil || c.Files[1].Added != 300 || !c.Cut {
		t.Fatalf("cut %v, %d files", c.Cut, len(c.Files))
	}
	kept := 0
	for _, a := range c.Files[1].Hunks[0].Added {
		kept += len(a)
	}
	if kept > mostText || kept < mostText/2 {
		t.Errorf("%d bytes of text kept", kept)
	}
}

func TestUnquote(t *testing.T) {
	for text, want := range map[string]string{`"a/b"`: "b", `"a/\303\274 \"\\\t\n\377"`: "ü \"\\\t\n\xff", "a/b c\t": "b c", "/dev/null": "",
		`"`: "", `"a/\`: `\`, `"a/\3`: "", "a/": ""} {
		if got := patchPath(text, "a/"); got != want {
			t.Errorf("patchPath(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzReadDiff(f *testing.F) {
	f.Add(":100644 100644 1 2 M\x00a\x001\t1\ta\x00\x00diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@ f()\n-x\n+y\n")
	f.Add(":100644 100644 1 2 R090\x00a\x00b\x001\t1\t\x00a\x00b\x00\x00--- \"a/\\303\"\n+++ \"b/\\\"\n@@ -0,0 +1 @@\n+\n\\ No\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := parse(text, detail{hunks: true, texts: true})
		if err != nil {
			return
		}
		for i := range d.files {
			if j, ok := d.at[d.files[i].Path]; !ok || j != i {
				t.Errorf("%q is not found by its path", d.files[i].Path)
			}
			for _, h := range d.files[i].Hunks {
				if len(h.Added) != h.Count || len(h.Removed) != h.OldCount {
					t.Errorf("%+v has other lines than it says", h)
				}
			}
		}
	})
}
