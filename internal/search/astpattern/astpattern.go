// Package astpattern matches code by its shape: patterns and rules as ast-grep
// has them (https://ast-grep.github.io), over the flat trees of package syntax.
// In go a pattern or a rule in a language's own syntax, where $NAME stands for
// one node and $$$NAME for any number of them; out comes a Matcher, which
// lists the nodes of a tree that match and says what text a file must hold to
// have any.
//
// The main type is Matcher. It reads no files: package search chooses them.
package astpattern

import (
	"errors"
	"fmt"
	"strings"

	"sextant/internal/syntax"
)

// Syntax is how patterns are read in one language.
type Syntax struct {
	// Name is the language's, for errors.
	Name string
	// Expando stands for "$" in what is parsed; 0 is "$" itself.
	Expando rune
	// Before stands before every pattern; Body around one that is read as a
	// statement of a function. Any may be empty.
	Before string
	Body   [2]string
	// Parse parses a text.
	Parse func(src []byte) (*syntax.Tree, error)
}

// Error is a fault of a pattern or a rule: what is wrong, and what would work.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

func faultf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// ErrCostly says that matching one file took more steps than it may.
var ErrCostly = errors.New("matching takes too long")

// mostSteps bounds the work on one file, in nodes looked at: some hundred
// milliseconds. Ordinary patterns look at each node a few times.
const mostSteps = 30 << 20

// Matcher is a compiled pattern or rule. It may be used by several goroutines.
type Matcher struct {
	rule  rule
	kinds *kindSet
	vars  variables
}

// Compile compiles a pattern, a rule in JSON, or both, which then must both
// hold. The error is an *Error, or what keeps patterns from being parsed.
func Compile(s *Syntax, pattern, ruleJSON string) (*Matcher, error) {
	c := &compiler{syntax: s}
	var parts []rule
	if pattern != "" {
		p, err := c.pattern(pattern, Smart)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	if strings.TrimSpace(ruleJSON) != "" {
		r, err := c.ruleText(ruleJSON)
		if err != nil {
			return nil, err
		}
		if r.kinds() == nil && pattern == "" {
			return nil, faultf("rule: nothing in it says which nodes it is about; add a kind, or a pattern that is more than a variable")
		}
		parts = append(parts, r)
	}
	if len(parts) == 0 {
		return nil, faultf("pattern must be a piece of %s code, e.g. foo($A, $$$REST)", s.Name)
	}
	m := &Matcher{rule: allOf(parts), vars: c.vars}
	m.kinds = m.rule.kinds()
	return m, nil
}

// Each calls found with every node of the tree that matches, in reading order,
// until it returns false. The error is ErrCostly.
func (m *Matcher) Each(t *syntax.Tree, found func(n syntax.Node) bool) error {
	r := newRun(t, &m.vars)
	for i := range t.Records {
		if m.kinds != nil && !m.kinds.has(t.Records[i].Kind) {
			continue
		}
		r.bound.reset()
		matches := m.rule.match(r, syntax.Node(i))
		if r.left < 0 {
			return ErrCostly
		}
		if matches && !found(syntax.Node(i)) {
			return nil
		}
	}
	return nil
}

// Needs is what the text of a file must hold for any node to match.
func (m *Matcher) Needs() *Needs { return m.rule.needs() }

// run is one tree being searched.
type run struct {
	*syntax.Tree
	bound *bindings
	vars  *variables
	left  int // steps
}

func newRun(t *syntax.Tree, vars *variables) *run {
	return &run{Tree: t, bound: newBindings(vars), vars: vars, left: mostSteps}
}

// step counts a step and reports whether there are any left.
func (r *run) step() bool {
	r.left--
	return r.left >= 0
}

// kindSet is a set of kinds of nodes; nil is every kind.
type kindSet [1 << 16 / 64]uint64

func kindsOf(ids ...uint16) *kindSet {
	s := new(kindSet)
	for _, id := range ids {
		s[id/64] |= 1 << (id % 64)
	}
	return s
}

func (s *kindSet) has(id uint16) bool { return s[id/64]&(1<<(id%64)) != 0 }

// and is what both hold.
func (s *kindSet) and(o *kindSet) *kindSet {
	if s == nil || o == nil {
		if s == nil {
			return o
		}
		return s
	}
	out := new(kindSet)
	for i := range s {
		out[i] = s[i] & o[i]
	}
	return out
}

// or is what either holds.
func (s *kindSet) or(o *kindSet) *kindSet {
	if s == nil || o == nil {
		return nil
	}
	out := new(kindSet)
	for i := range s {
		out[i] = s[i] | o[i]
	}
	return out
}
