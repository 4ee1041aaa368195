package ignore

import (
	"bytes"
	"strings"
)

// shape is how a pattern is compared.
type shape uint8

const (
	literal shape = iota // equal to text
	suffix               // "*" and text: ends in text
	wild                 // starts with text, and the glob matches what follows
)

type pattern struct {
	rule    Rule
	shape   shape
	dirOnly bool
	// anchored patterns have a slash before their end and are compared with the path from the
	// rules' directory, others with the base name.
	anchored bool
	text     string
	glob     glob
}

// parsePattern compiles one significant line; ok is false when nothing can match it.
func parsePattern(line string, fold bool) (p pattern, ok bool) {
	p.rule.Pattern = line
	line, p.rule.Negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.anchored = strings.Contains(line, "/")
	// Only one leading slash anchors; a second one is a character that no path has there.
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	switch n := literalLength(line); {
	case n == len(line):
		p.shape, p.text = literal, line
	case line[0] == '*' && !p.anchored && literalLength(line[1:]) == len(line)-1:
		p.shape, p.text = suffix, line[1:]
	default:
		// Git compares the part before the first wildcard on its own and hands the rest to the
		// wildcard matcher, so "a**/b" is read as "a" and a leading "**/".
		p.shape, p.text = wild, line[:n]
		if p.glob, ok = compile(line[n:], fold); !ok {
			return p, false
		}
	}
	if fold {
		p.text = string(lower([]byte(p.text)))
	}
	return p, true
}

func literalLength(s string) int {
	if i := strings.IndexAny(s, `*?[\`); i >= 0 {
		return i
	}
	return len(s)
}

// isExtension reports whether a suffix is a dot and an extension without a further dot.
func (p *pattern) isExtension() bool {
	return strings.LastIndexByte(p.text, '.') == 0
}

func (p *pattern) match(rel, name []byte, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	subject := name
	if p.anchored {
		subject = rel
	}
	switch p.shape {
	case literal:
		return string(subject) == p.text
	case suffix:
		n := len(subject) - len(p.text)
		return n >= 0 && string(subject[n:]) == p.text
	}
	n := len(p.text)
	return len(subject) >= n && string(subject[:n]) == p.text && p.glob.match(subject[n:])
}

// hasSlash reports whether text leaves its path part.
func hasSlash(text []byte) bool { return bytes.IndexByte(text, '/') >= 0 }
