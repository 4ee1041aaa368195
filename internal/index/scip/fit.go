package scip

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mention is one occurrence of a global symbol by the place of its name.
type mention struct {
	at         uint32 // bytes of the text
	symbol     string
	definition bool
}

// fit finds where a document's occurrences stand in a text. The error says
// what speaks against that the document was made of this text.
func (d *Document) fit(text []byte) ([]mention, error) {
	if d.Text != "" && d.Text != string(text) {
		return nil, fmt.Errorf("the index was made of another text")
	}
	units := []Encoding{d.Encoding}
	if d.Encoding == EncodingUnknown {
		units = []Encoding{UTF16, UTF8, UTF32}
	}
	var first error
	for _, unit := range units {
		out, err := d.fitAs(text, unit)
		if err == nil {
			return out, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// fitAs is fit with the unit of columns.
func (d *Document) fitAs(text []byte, unit Encoding) ([]mention, error) {
	c := cursor{text: text, unit: unit}
	shown := make(map[string]string)
	for i := range d.Symbols {
		if s := &d.Symbols[i]; s.Name != "" {
			shown[s.Symbol] = s.Name
		}
	}
	names := make(map[string]*expected)
	locals := make(map[string]string)
	var out []mention
	for i := range d.Occurrences {
		o := &d.Occurrences[i]
		start, ok := c.offset(o.Line, o.Column)
		if !ok {
			return nil, fmt.Errorf("it has no line %d with a column %d", int64(o.Line)+1, int64(o.Column)+1)
		}
		if o.EndLine != o.Line {
			continue // no name: what is imported, a whole definition
		}
		end, ok := c.offset(o.Line, o.EndColumn)
		if !ok || end < start {
			return nil, fmt.Errorf("line %d has no column %d", int64(o.Line)+1, int64(o.EndColumn)+1)
		}
		if start == end {
			continue // a module as a whole
		}
		piece := text[start:end]
		if cuts(text, start) || cuts(text, end) {
			return nil, fmt.Errorf("line %d has %q inside another word", o.Line+1, clip(piece))
		}
		if strings.HasPrefix(o.Symbol, localPrefix) {
			// Nothing tells a local symbol's name but its other places.
			if was, ok := locals[o.Symbol]; ok && was != bare(string(piece)) {
				return nil, fmt.Errorf("line %d says %q where the index has %q", o.Line+1, clip(piece), was)
			}
			locals[o.Symbol] = bare(string(piece))
			continue
		}
		want := names[o.Symbol]
		if want == nil {
			want = expect(o.Symbol, shown[o.Symbol])
			names[o.Symbol] = want
		}
		at, ok := want.in(piece)
		if !ok && isSign(piece) {
			continue // an operator: which method it means is nothing that a name says
		}
		if !ok && !d.explained(i, text, piece, want) {
			return nil, fmt.Errorf("line %d says %q where the index has %s", o.Line+1, clip(piece), want.name)
		}
		out = append(out, mention{at: start + uint32(at), symbol: o.Symbol, definition: o.Definition})
	}
	return out, nil
}

// cuts reports whether an offset lies inside a word.
func cuts(text []byte, at uint32) bool {
	before, _ := utf8.DecodeLastRune(text[:at])
	after, _ := utf8.DecodeRune(text[at:])
	return isWord(before) && isWord(after) && at > 0 && int(at) < len(text)
}

// isSign reports whether a piece is punctuation only.
func isSign(piece []byte) bool {
	return !bytes.ContainsFunc(piece, func(r rune) bool { return isWord(r) || unicode.IsSpace(r) })
}

func clip(b []byte) string {
	if len(b) > 60 {
		return strings.ToValidUTF8(string(b[:60]), "") + "…"
	}
	return string(b)
}

// expected is what the text of a symbol's occurrence may be.
type expected struct {
	name string // "" where anything may stand there
	also []string
}

// expect finds out what a symbol's occurrences look like. A namespace, a
// module and what has no name of one word are spelled in many ways.
func expect(symbol, shown string) *expected {
	parts := descriptors(symbol)
	e := &expected{}
	if len(parts) == 0 {
		return e
	}
	last := parts[len(parts)-1]
	if last.sign == '/' || last.sign == ':' {
		return e
	}
	e.name = bare(last.name)
	if !isName(e.name) || e.name == "operator" && last.name != e.name {
		e.name = ""
		return e
	}
	if s := bare(shown); isName(s) {
		e.also = append(e.also, s)
	}
	for _, p := range parts[:len(parts)-1] {
		// What makes a value of a type is named by the type.
		if p.sign == '#' && last.sign == '(' && isName(bare(p.name)) {
			e.also = append(e.also, bare(p.name))
		}
	}
	if last.sign == '(' && e.name == "initialize" {
		e.also = append(e.also, "new")
	}
	return e
}

// in finds the word of a piece that names the symbol, and where it begins.
func (e *expected) in(piece []byte) (at int, ok bool) {
	if e.name == "" {
		return 0, true
	}
	if at, ok = findWord(piece, func(w string) bool { return strings.EqualFold(w, e.name) }); ok {
		return at, true
	}
	return findWord(piece, func(w string) bool {
		return slices.ContainsFunc(e.also, func(a string) bool { return strings.EqualFold(a, w) })
	})
}

// explained reports whether there is a reason other than a change that a piece
// is not named as its symbol: the file gives it another name, or an indexer
// puts what a compiler adds (an accessor, a copy) where its cause stands.
func (d *Document) explained(i int, text, piece []byte, want *expected) bool {
	word := bare(string(piece))
	if !isName(word) {
		return false
	}
	o := &d.Occurrences[i]
	if o.Definition {
		for _, step := range []int{-1, 1} {
			for k := i + step; k >= 0 && k < len(d.Occurrences); k += step {
				n := &d.Occurrences[k]
				if n.Line != o.Line || n.Column != o.Column {
					break
				}
				if n.Definition && n.Symbol != o.Symbol {
					if e := expect(n.Symbol, ""); e.name != "" && strings.EqualFold(e.name, word) {
						return true
					}
				}
			}
		}
		return false
	}
	return bytes.Contains(text, []byte(want.name+" as "+word)) || bytes.Contains(text, []byte("import "+word+" ")) && want.name == "default"
}

// cursor turns lines and columns into offsets. It is quick for places that are
// asked for in order.
type cursor struct {
	text         []byte
	unit         Encoding
	line, column int32
	start, end   uint32 // the offsets of line and of column in it
}

// offset is the byte at a column of a line, both from 0. ok is false where the
// text has no such line, the line no such column, or it is inside a character.
func (c *cursor) offset(line, column int32) (at uint32, ok bool) {
	if line < 0 || column < 0 {
		return 0, false
	}
	moved := c.line != line || c.column > column
	if line < c.line {
		c.line, c.start = 0, 0
	}
	for c.line < line {
		i := bytes.IndexByte(c.text[c.start:], '\n')
		if i < 0 {
			return 0, false
		}
		c.start += uint32(i) + 1
		c.line++
	}
	if moved {
		c.column, c.end = 0, c.start
	}
	for c.column < column {
		rest := c.text[c.end:]
		if len(rest) == 0 || rest[0] == '\n' {
			return 0, false
		}
		r, n := utf8.DecodeRune(rest)
		width := int32(1)
		switch c.unit {
		case UTF8:
			width = int32(n)
		case UTF16:
			if r > 0xffff {
				width = 2
			}
		}
		c.column += width
		c.end += uint32(n)
	}
	return c.end, c.column == column
}
