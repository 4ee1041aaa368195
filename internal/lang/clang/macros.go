package clang

import (
	"bytes"

	"sextant/internal/code"
)

// What tells macros that the scan meets unexpanded from declarations.

// afterMacro reports whether what was read of d before token j, the first of
// its line, is a macro with arguments that needs no semicolon.
func (s *scanner) afterMacro(d *decl, j int) bool {
	c := &d.call
	if !c.ok || c.typed || c.close != j-1 || s.constructs(c) || !s.cpp && !capitals(s.text(c.name)) && s.kind(c.open+1) == kindName && s.bareNames(c) {
		return false
	}
	switch s.tokens[j].word {
	case wordStatic, wordExtern, wordTypedef, wordInline, wordBuiltin, wordStruct, wordClass, wordUnion, wordEnum, wordTemplate, wordNamespace, wordVirtual, wordFriend, wordAccess, wordUsing:
		return true
	case wordConst:
		return s.tokens[j].first && s.kind(j+1) == kindName
	case wordNone:
		if k := s.kind(j + 1); k == kindName && s.tokens[j+1].word != wordStatement || k == '*' || k == '&' || k == kindScope {
			return true
		}
		// Another macro of the kind, or a constructor.
		return s.kind(j+1) == '(' && capitals(s.text(c.name))
	}
	return false
}

// aloneBefore reports whether all that was read of d before token j is a
// macro without arguments on a line of its own, such as Q_OBJECT. A result
// type in capitals above a function's name is none.
func (s *scanner) aloneBefore(d *decl, j int) bool {
	return d.start == j-1 && s.isName(j-1) && s.tokens[j-1].first && capitals(s.text(j-1)) && s.kind(j+1) != '(' && s.kind(j+1) != kindScope
}

// bareNames reports whether the arguments of a call are nothing but names.
func (s *scanner) bareNames(c *call) bool {
	for k := c.open + 1; k < c.close; k++ {
		if s.kind(k) != ',' && !s.isName(k) {
			return false
		}
	}
	return true
}

// macroName names a function that a macro declares by what the macro is
// given: SYSCALL_DEFINE2(kill, ...) is kill, TEST(Suite, Case) is Suite.Case.
func (s *scanner) macroName(it *item, c *call) {
	macro := s.text(c.name)
	if !capitals(macro) || c.open < 0 || !s.isName(c.open+1) {
		return
	}
	first := c.open + 1
	switch next := s.kind(c.open + 2); {
	case next == ')':
	case next == ',' && s.isName(c.open+3) && s.kind(c.open+4) == ')' && bytes.Contains(macro, []byte("TEST")):
		it.owner = text(s.text(first))
		first = c.open + 3
	case next == ',' && bytes.Contains(macro, []byte("DEFINE")):
	default:
		return
	}
	t := s.tokens[first]
	it.name = text(s.text(first))
	it.nameSpan = code.Span{Start: t.start, End: t.end}
	it.params = nil
	it.exported = it.owner == ""
}
