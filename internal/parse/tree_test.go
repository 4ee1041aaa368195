package parse

import (
	"errors"
	"testing"
	"time"

	"sextant/internal/syntax"
)

func TestTree(t *testing.T) {
	src := []byte("package p\n\nvar x = f(1)\n")
	tree, err := Tree(bareGo.Grammar, src, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	// The parser's own memory is used again; the tree is not.
	if _, err := Tree(bareGo.Grammar, []byte("package q\n"), DefaultLimits); err != nil {
		t.Fatal(err)
	}
	if tree.Kind(0) != "source_file" || tree.HasErrors() || tree.Lines() != 4 || tree.Line(tree.End(tree.FirstChild(0))) != 1 {
		t.Errorf("%d nodes, %d lines", tree.Len(), tree.Lines())
	}
	seen := false
	if err := WithTree(bareGo.Grammar, src, DefaultLimits, func(again *syntax.Tree) { seen = again.Len() == tree.Len() }); err != nil || !seen {
		t.Errorf("the same text has another tree: %v", err)
	}
	if _, err := Tree(bareGo.Grammar, src, Limits{Bytes: 5}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	long := make([]byte, 0, 1<<20)
	for len(long) < 1<<20 {
		long = append(long, "var x = f(1, g(2), \"three\")\n"...)
	}
	if _, err := Tree(bareGo.Grammar, long, Limits{Time: time.Microsecond}); !errors.Is(err, ErrTimeout) {
		t.Errorf("too long: %v", err)
	}
}
