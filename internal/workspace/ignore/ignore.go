// Package ignore decides which entries of a tree are ignored, exactly as git does.
//
// In goes the text of ignore files (Parse) and the name of an entry of a directory; out comes a
// Decision that names the rule behind it. The main type is Matcher: one per directory, immutable,
// safe for concurrent use, made from its parent's with Enter. The package reads no files: whoever
// walks the tree (package workspace) reads them, and as git does it must not follow a symbolic
// link named .gitignore, and must call a link to a directory no directory.
package ignore

import "strings"

// Rule is one line of an ignore file.
type Rule struct {
	Source  string // the label given to Parse
	Line    int    // 1-based
	Pattern string // the line without insignificant trailing spaces; "!" and "/" are kept
	Negated bool   // the line starts with "!": it takes entries back in
}

// Decision says whether an entry is ignored and by which rule.
type Decision struct {
	Ignored bool
	// Rule decided; nil when no rule matches the entry. For an entry below an ignored directory
	// it is the rule that ignored the directory. Rules are shared and must not be changed.
	Rule *Rule
}

// Matcher decides for the entries of one directory. The zero Matcher ignores nothing.
type Matcher struct {
	// dir is the directory's path from the root of the chain, "" or ending in a slash.
	dir string
	// top is the list of rules in force, highest precedence first.
	top *layer
	// inherited is the decision that ignores the directory itself, if any: nothing below an
	// ignored directory can be taken back in.
	inherited Decision
}

// layer is one ignore file in force, linked to the one that ranks next below it. Sub-directories
// share the layers of their parents.
type layer struct {
	rules *Rules
	base  int // length of the rules' directory within the path, in bytes, final slash included
	next  *layer
}

// New returns the matcher of a root directory. Rules come lowest precedence first: the global
// excludes file, .git/info/exclude, .gitignore, then other files of this syntax. Nil rules are
// skipped. The root of a nested repository whose own rules shall hold starts a new chain.
func New(rules ...*Rules) *Matcher {
	return (&Matcher{}).with(rules)
}

// Enter returns the matcher of the sub-directory name (a base name), whose own ignore files are
// rules, lowest precedence first; all of them rank above everything in m. When m ignores the
// directory, everything in it is ignored and rules are not consulted.
func (m *Matcher) Enter(name string, rules ...*Rules) *Matcher {
	sub := &Matcher{dir: m.dir + name + "/", top: m.top}
	if d := m.Decide(name, true); d.Ignored {
		sub.inherited = d
		return sub
	}
	return sub.with(rules)
}

func (m *Matcher) with(rules []*Rules) *Matcher {
	for _, r := range rules {
		if r != nil && len(r.patterns) > 0 {
			m.top = &layer{rules: r, base: len(m.dir), next: m.top}
		}
	}
	return m
}

// Ignored reports whether the entry name (a base name) of the matcher's directory is ignored.
func (m *Matcher) Ignored(name string, isDir bool) bool {
	return m.Decide(name, isDir).Ignored
}

// Decide is Ignored with the rule that decided.
func (m *Matcher) Decide(name string, isDir bool) Decision {
	if m.inherited.Ignored || m.top == nil {
		return m.inherited
	}
	// The path is laid out once per entry on the stack and every rule looks at a tail of it:
	// this is called for each entry of a tree and must not allocate.
	var plainArray, foldedArray [200]byte
	plain := append(append(plainArray[:0], m.dir...), name...)
	var folded []byte
	for l := m.top; l != nil; l = l.next {
		path := plain
		if l.rules.fold {
			if folded == nil {
				folded = lower(append(foldedArray[:0], plain...))
			}
			path = folded
		}
		if p := l.rules.last(path[l.base:], len(m.dir)-l.base, isDir); p != nil {
			return Decision{Ignored: !p.rule.Negated, Rule: &p.rule}
		}
	}
	return Decision{}
}

// DecidePath decides for a slash-separated path below the matcher's directory, as if no directory
// between had an ignore file of its own. Only the last part may be something else than a directory.
func (m *Matcher) DecidePath(path string, isDir bool) Decision {
	for {
		dir, rest, found := strings.Cut(path, "/")
		if !found {
			return m.Decide(path, isDir)
		}
		m, path = m.Enter(dir), rest
	}
}

// lower folds ASCII letters in place: git folds bytes, not characters.
func lower(b []byte) []byte {
	for i, c := range b {
		b[i] = lowerByte(c)
	}
	return b
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
