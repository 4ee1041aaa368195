package parse

import (
	"errors"
	"fmt"

	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// ErrTooLarge says that a text has more bytes than its limit, or than
// positions can express.
var ErrTooLarge = errors.New("the text is too large to be parsed")

// ErrTimeout says that a text took more processor time than its limit, or has
// a tree that is too large or too deep.
var ErrTimeout = errTimeout

// Tree parses a text as it stands, without what the grammar prepares for the
// extractor, and returns a tree that belongs to the caller. The error is
// ErrTooLarge, ErrTimeout or a grammar that does not load.
func Tree(g *lang.Grammar, src []byte, limits Limits) (tree *syntax.Tree, err error) {
	if limits.Bytes > 0 && len(src) > limits.Bytes || len(src) > mostBytes {
		return nil, ErrTooLarge
	}
	loaded, err := loadGrammar(g)
	if err != nil {
		return nil, err
	}
	err = loaded.withTree(src, src, limits.Time, func(t *syntax.Tree, _ bool) {
		tree = t.Clone()
	})
	if err != nil {
		return nil, fmt.Errorf("parsing %s: %w", g.Name, err)
	}
	return tree, nil
}
