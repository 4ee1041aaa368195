package clang

import (
	"bytes"
	"strings"

	"sextant/internal/code"
)

// params reads the parameter list that opens at token open.
func (s *scanner) params(open int) []code.Param {
	if open < 0 || open >= len(s.tokens) || s.kind(open) != '(' || s.match[open] < 0 {
		return nil
	}
	closing := int(s.match[open])
	var out []code.Param
	from := open + 1
	for k := from; k <= closing; k++ {
		switch s.kind(k) {
		case '(', '[', '{':
			if s.match[k] > 0 {
				k = int(s.match[k])
			}
		case '<':
			if s.isName(k - 1) {
				k = s.angle(k) - 1
			}
		case ',', ')':
			if p, ok := s.param(from, k); ok && len(out) < maxParameters {
				out = append(out, p)
			}
			from = k + 1
		}
	}
	return out
}

// param reads the parameter between two tokens.
func (s *scanner) param(from, to int) (code.Param, bool) {
	for k := from; k < to; k++ {
		if s.kind(k) == '=' {
			to = k
			break
		}
		if s.kind(k) == '(' && s.match[k] > 0 {
			if k > from && s.kind(k+1) != '*' && s.kind(k+1) != '&' && s.kind(k+1) != '^' {
				k = int(s.match[k])
				continue
			}
			if in := s.inParentheses(k); in.name > 0 {
				return code.Param{Name: text(s.text(in.name)), Type: s.written(from, in.name) + s.written(in.name+1, to)}, true
			}
		}
	}
	end := to
	for end > from+1 && s.kind(end-1) == ']' {
		k := end - 1
		for k > from && s.kind(k) != '[' {
			k--
		}
		end = k
	}
	if from >= to {
		return code.Param{}, false
	}
	name, types := 0, 0
	for k := from; k < end; k++ {
		t := &s.tokens[k]
		if t.kind == '<' && s.isName(k-1) {
			k = s.angle(k) - 1
			continue
		}
		switch {
		case t.word == wordConst || t.word == wordStorage || t.word == wordStruct || t.word == wordUnion || t.word == wordEnum || t.word == wordClass:
		case t.kind == kindName && k == end-1 && types > 0 && t.word == wordNone && s.kind(k-1) != kindScope:
			name = k
		case t.kind == kindName, t.kind == kindEllipsis && k > from:
			types++
		}
	}
	if name == 0 {
		if typ := s.written(from, to); typ != "void" {
			if typ == "..." {
				return code.Param{Name: typ}, true
			}
			if !s.cpp && end == from+1 && s.isName(from) && s.oldNames(from) {
				return code.Param{Name: typ}, true
			}
			return code.Param{Type: typ}, true
		}
		return code.Param{}, false
	}
	return code.Param{Name: text(s.text(name)), Type: s.written(from, name) + s.written(name+1, to)}, true
}

// oldNames reports whether the list around token k is one of bare names that
// are declared behind it.
func (s *scanner) oldNames(k int) bool {
	for limit := k + 100; k < len(s.tokens) && k < limit; k++ {
		switch {
		case s.kind(k) == ')':
			w := s.word(k + 1)
			return s.kind(k+1) == kindName && w != wordGroup && (w != wordNone || s.kind(k+2) == kindName || s.kind(k+2) == '*')
		case s.kind(k) != ',' && !s.isName(k):
			return false
		}
	}
	return false
}

// maxType bounds what is kept of a parameter's type (bytes).
const maxType = 120

// written is the text from one token to before another on one line.
func (s *scanner) written(from, to int) string {
	if from >= to {
		return ""
	}
	b := s.src[s.tokens[from].start:s.tokens[to-1].end]
	if len(b) > maxType {
		b = b[:maxType]
	}
	if bytes.IndexByte(b, '\n') < 0 && !bytes.Contains(b, []byte("/*")) && !bytes.Contains(b, []byte("  ")) {
		return text(b)
	}
	var out strings.Builder
	for k := from; k < to && out.Len() < maxType; k++ {
		if k > from && s.tokens[k].start > s.tokens[k-1].end {
			out.WriteByte(' ')
		}
		out.Write(s.text(k))
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD")
}
