package golang

import (
	tsgo "github.com/tree-sitter/tree-sitter-go/bindings/go"

	"sextant/internal/lang"
)

// patternGrammar is what structural search reads Go with: its patterns are
// written against tree-sitter's kinds of nodes, which go/parser does not have.
var patternGrammar = &lang.Grammar{Name: "go", Load: tsgo.Language}
