package scala

import (
	"bytes"
	"os"
	"testing"
)

// TestPrepare checks that text which stops anywhere is prepared to the same
// length, and that what needs nothing stays as it is.
func TestPrepare(t *testing.T) {
	src, err := os.ReadFile("testdata/repairs/input.scala")
	if err != nil {
		t.Fatal(err)
	}
	for end := range src {
		for _, text := range [][]byte{src[:end], src[end:]} {
			kept := bytes.Clone(text)
			if out := prepare(text); out != nil && len(out) != len(text) {
				t.Fatalf("%d bytes became %d", len(text), len(out))
			}
			if !bytes.Equal(kept, text) {
				t.Fatal("the source was changed")
			}
		}
	}
	if out := prepare([]byte("object A { def f = g(x =>\n  x)\n  extension (s: String) def h = s }\n")); out != nil {
		t.Errorf("changed to %q", out)
	}
}
