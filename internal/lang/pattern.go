package lang

import "sextant/internal/code"

// Patterns says how code patterns, in which $NAME stands for any piece of
// code, are read in a language that structural search understands.
type Patterns struct {
	// Grammar is what files and patterns are parsed with; nil is the
	// Definition's own. It needs no rules.
	Grammar *Grammar
	// Expando replaces the "$" of a variable where the language does not take
	// it at the beginning of a name; 0 where it does.
	Expando rune
	// Before stands before what is code, where a file begins with something else.
	Before string
	// Body is what stands around statements, where a statement is read
	// differently outside of a function; both empty where it is not.
	Body [2]string
	// Others are the languages in which Dialect may find a file to be.
	Others []code.LanguageID
}

// PatternGrammar is the grammar that structural search parses the language
// with, nil for a language that it does not understand.
func (d *Definition) PatternGrammar() *Grammar {
	switch {
	case d.Patterns == nil:
		return nil
	case d.Patterns.Grammar != nil:
		return d.Patterns.Grammar
	}
	return d.Grammar
}
