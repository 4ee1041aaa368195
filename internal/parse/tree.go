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

// WithTree parses a text as it stands, without what the grammar prepares for
// the extractor, and calls use with its tree, which is valid inside the call
// only. The error is ErrTooLarge, ErrTimeout or a grammar that does not load.
func WithTree(g *lang.Grammar, src []byte, limits Limits, use func(t *syntax.Tree)) error {
	if limits.Bytes > 0 && len(src) > limits.Bytes || len(src) > mostBytes {
		return ErrTooLarge
	}
	loaded, err := loadGrammar(g)
	if err != nil {
		return err
	}
	if err := loaded.withTree(src, src, limits.Time, func(t *syntax.Tree, _ bool) { use(t) }); err != nil {
		return fmt.Errorf("parsing %s: %w", g.Name, err)
	}
	return nil
}

// Tree is WithTree for a tree that belongs to the caller, as long as src does.
func Tree(g *lang.Grammar, src []byte, limits Limits) (tree *syntax.Tree, err error) {
	err = WithTree(g, src, limits, func(t *syntax.Tree) { tree = t.Clone() })
	return tree, err
}
