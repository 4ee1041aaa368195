package index

import (
	"context"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

// TestLongestLine has two configurations share one store: what is too long a
// line is decided by each.
func TestLongestLine(t *testing.T) {
	root := testkit.Isolate(t)
	short := strings.Repeat("var a = 1\n", 300)
	testkit.Write(t, root, "plain.go", "package p\n"+short)
	testkit.Write(t, root, "long.go", "package p\n"+short+"// "+strings.Repeat("x", 2000)+"\n")
	testkit.Write(t, root, "long_test.go", "package p\n"+short+"// "+strings.Repeat("y", 2000)+"\n")
	for _, test := range []struct {
		most int64
		long code.Class
	}{{0, code.ClassSource}, {2003, code.ClassSource}, {2002, code.ClassMinified}} {
		ix := Open(workspace.Open(root, workspace.Options{}),
			Options{Languages: languages(), CacheDir: cacheOf(root), MaxLineBytes: test.most, Jobs: 2})
		v := mustComplete(t, ix)
		for path, want := range map[string]code.Class{"plain.go": code.ClassSource, "long.go": test.long, "long_test.go": code.ClassTest} {
			f := v.File(path)
			if f.Class != want {
				t.Errorf("at most %d: %s is %s, not %s", test.most, path, f.Class, want)
			}
			facts, err := v.Outline(context.Background(), f)
			if err != nil || (facts == nil) != (want == code.ClassMinified) {
				t.Errorf("at most %d: %s: facts %v, %v", test.most, path, facts != nil, err)
			}
		}
		testkit.Must(t, ix.Close())
	}
}

func TestLongestLineOfText(t *testing.T) {
	for text, want := range map[string]uint32{"": 0, "\n": 0, "ab": 2, "a\nbcd": 3, "abc\nd\n": 3, "\n\nab\n": 2} {
		if got := longestLine([]byte(text)); got != want {
			t.Errorf("%q: %d, not %d", text, got, want)
		}
	}
}

// TestAdhoc asks for files that no view has.
func TestAdhoc(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Write(t, root, ".gitignore", "out/\n")
	testkit.Write(t, root, "out/small.go", "package out\n\nfunc F() {}\n")
	testkit.Write(t, root, "out/large.go", "package out\n"+strings.Repeat("// more\n", 1000))
	ix := Open(workspace.Open(root, workspace.Options{}), Options{Languages: languages(), MaxTextBytes: 4000, Jobs: 1})
	t.Cleanup(func() { _ = ix.Close() })
	small, err := ix.Adhoc("out/small.go")
	testkit.Must(t, err)
	if small.Class != code.ClassSource || small.Lines != 3 || small.Hash.IsZero() || small.Language.ID != "go" {
		t.Errorf("small: %+v", small)
	}
	large, err := ix.Adhoc("out/large.go")
	testkit.Must(t, err)
	if large.Class != code.ClassTooLarge || large.Signature.Size < 4000 || !large.Hash.IsZero() || large.Parsed() {
		t.Errorf("large: %+v", large)
	}
	// Its text is there for who asks for it all the same.
	if text, err := mustView(t, ix).Text(large); err != nil || int64(len(text)) != large.Signature.Size {
		t.Errorf("large: %d bytes, %v", len(text), err)
	}
	if _, err := ix.Adhoc("out"); err == nil {
		t.Error("a directory is a file")
	}
}
