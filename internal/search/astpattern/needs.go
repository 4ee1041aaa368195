package astpattern

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"strings"
)

// Op says what a Needs is.
type Op uint8

// Operations.
const (
	Anything   Op = iota // every text
	All                  // all of Sub
	Any                  // one of Sub
	Text                 // Text stands in it, as a word of its own where Word is true, in any case where Fold is
	Expression           // Expression matches somewhere
)

// Needs is a condition on a text, which that of every file with a match
// satisfies. It never changes.
type Needs struct {
	Op         Op
	Sub        []*Needs
	Text       string
	Word, Fold bool
	Expression *syntax.Regexp
	compiled   *regexp.Regexp
}

var anything = &Needs{}

// needsAll joins conditions that must all hold.
func needsAll(parts ...*Needs) *Needs {
	out := &Needs{Op: All}
	seen := make(map[string]bool)
	for _, p := range parts {
		switch p.Op {
		case Anything:
			continue
		case All:
			for _, s := range p.Sub {
				if s.Op != Text || !seen[s.Text] {
					seen[s.Text] = true
					out.Sub = append(out.Sub, s)
				}
			}
		case Text:
			if seen[p.Text] {
				continue
			}
			seen[p.Text] = true
			fallthrough
		default:
			out.Sub = append(out.Sub, p)
		}
	}
	switch len(out.Sub) {
	case 0:
		return anything
	case 1:
		return out.Sub[0]
	}
	return out
}

// needsAny joins conditions of which one must hold.
func needsAny(parts ...*Needs) *Needs {
	out := &Needs{Op: Any}
	for _, p := range parts {
		if p.Op == Anything {
			return anything
		}
		out.Sub = append(out.Sub, p)
	}
	return out
}

// needs of a pattern are its names and literals.
func (p *pattern) needs() *Needs {
	if p.strictness == Signature {
		return anything
	}
	var parts []*Needs
	var add func(n *node)
	add = func(n *node) {
		if n.form == leaf && !n.named && isKeyword(n.text) && (p.strictness == Smart || p.strictness == CST) {
			parts = append(parts, &Needs{Op: Text, Text: n.text, Word: true, Fold: true})
		}
		if n.form == leaf && n.named && n.text != "" {
			kind := ""
			if int(n.kind) < len(p.language.Kinds) {
				kind = p.language.Kinds[n.kind]
			}
			// A name ends where no more letters follow; the piece of a string may not.
			parts = append(parts, &Needs{Op: Text, Text: n.text, Word: strings.HasSuffix(kind, "identifier") && isWord(n.text)})
		}
		for i := range n.children {
			add(&n.children[i])
		}
	}
	add(&p.root)
	return needsAll(parts...)
}

// isKeyword reports whether the text of an unnamed node is a word, which a
// grammar's token of that name has for its text wherever it occurs, in this
// case or another.
func isKeyword(text string) bool {
	for i := range len(text) {
		if c := text[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return text != ""
}

// Names lists the texts that a match must have, as far as they are certain.
func (n *Needs) Names() (out []string) {
	switch n.Op {
	case Text:
		if n.Fold {
			return nil // a word of the language
		}
		return []string{n.Text}
	case All:
		for _, s := range n.Sub {
			out = append(out, s.Names()...)
		}
	}
	return out
}

// In reports whether a text satisfies the condition.
func (n *Needs) In(text []byte) bool {
	switch n.Op {
	case All:
		for _, s := range n.Sub {
			if !s.In(text) {
				return false
			}
		}
	case Any:
		for _, s := range n.Sub {
			if s.In(text) {
				return true
			}
		}
		return false
	case Text:
		return contains(text, n.Text, n.Word) || n.Fold && containsFolded(text, n.Text)
	case Expression:
		return n.compiled.Match(text)
	}
	return true
}

func contains(text []byte, word string, whole bool) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(word))
		if i < 0 {
			return false
		}
		i += at
		end := i + len(word)
		if !whole || (i == 0 || !isWordByte(text[i-1])) && (end == len(text) || !isWordByte(text[end])) {
			return true
		}
		at = i + 1
	}
}

// containsFolded is contains for a word of ASCII letters in any case.
func containsFolded(text []byte, word string) bool {
	first := word[0] | 0x20
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 != first || i > 0 && isWordByte(text[i-1]) {
			continue
		}
		if end := i + len(word); bytes.EqualFold(text[i:end], []byte(word)) && (end == len(text) || !isWordByte(text[end])) {
			return true
		}
	}
	return false
}

func isWord(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
