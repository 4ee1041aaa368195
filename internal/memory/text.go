package memory

import (
	"bytes"
	"context"
	"crypto/sha256"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
)

// definitions are those of one file, by qualified name.
type definitions struct {
	facts  *code.Facts // nil for a file that is not parsed
	text   []byte
	groups []*group // by the first one's place
	byName map[string]*group
}

// group is what a file defines under one qualified name: one definition, or
// overloads, which a note on the name is about together.
type group struct {
	name    string
	kind    string // of the first
	line    uint32 // of the first, from 1
	members []int32
	body    code.Hash // zero until it is needed
}

// definitions reads what a file defines.
func (j *Judge) definitions(ctx context.Context, f *index.File) (*definitions, error) {
	if d := j.defs[f]; d != nil {
		return d, nil
	}
	d := &definitions{byName: make(map[string]*group)}
	facts, err := j.view.Outline(ctx, f)
	if err == nil && facts != nil {
		d.text, err = j.view.Text(f)
	}
	if err := index.Fatal(ctx, err); err != nil {
		return nil, err
	}
	if err == nil && facts != nil {
		d.facts = facts
		for i := range facts.Definitions {
			name := facts.QualifiedName(int32(i))
			g := d.byName[name]
			if g == nil {
				g = &group{name: name, kind: facts.Definitions[i].Kind.String(), line: facts.Definitions[i].Line}
				d.byName[name] = g
				d.groups = append(d.groups, g)
			}
			g.members = append(g.members, int32(i))
		}
	}
	j.defs[f] = d
	return d, nil
}

// named returns what the file defines under a qualified name, or nil.
func (d *definitions) named(name string) *group { return d.byName[name] }

// alike lists what the file defines with a kind and a text, whatever its name.
func (d *definitions) alike(kind string, body code.Hash) (out []*group) {
	for _, g := range d.groups {
		if g.kind == kind && d.body(g) == body {
			out = append(out, g)
		}
	}
	return out
}

// body is the hash of what a group's definitions say, apart from their name.
func (d *definitions) body(g *group) code.Hash {
	if g.body.IsZero() {
		h := sha256.New()
		for _, i := range g.members {
			one := bodyHash(d.text, &d.facts.Definitions[i])
			h.Write(one[:])
		}
		g.body = code.Hash(h.Sum(nil))
	}
	return g.body
}

// bodyHash is the hash of a definition's text without white space at the ends
// of lines. Where its name stands, in the body too, nothing is hashed but that
// it stands there, so that a definition that was only renamed has the same: two
// of one name have the same hash only if their texts are the same.
func bodyHash(text []byte, d *code.Definition) code.Hash {
	size := uint32(len(text))
	cut := func(s code.Span) []byte { return text[min(s.Start, size):max(min(s.Start, size), min(s.End, size))] }
	h := sha256.New()
	own := masked(cut(d.Span), cut(d.NameSpan))
	for line := range bytes.Lines(own) {
		h.Write(bytes.TrimRight(line, " \t\r\n"))
		h.Write([]byte{'\n'})
	}
	return code.Hash(h.Sum(nil))
}

// masked replaces a name wherever it stands as a word.
func masked(text, name []byte) []byte {
	if len(name) == 0 {
		return text
	}
	var out []byte
	for at := 0; at < len(text); {
		i := bytes.Index(text[at:], name)
		if i < 0 {
			return append(out, text[at:]...)
		}
		i += at
		end := i + len(name)
		out = append(out, text[at:i]...)
		if i > 0 && isWord(text[i-1]) && isWord(name[0]) || end < len(text) && isWord(text[end]) && isWord(name[len(name)-1]) {
			out = append(out, text[i])
			at = i + 1
			continue
		}
		out = append(out, 0)
		at = end
	}
	return out
}

// isWord reports whether a byte may be part of an identifier in some language.
func isWord(b byte) bool {
	return b == '_' || b == '$' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= utf8.RuneSelf
}

// mentions reports whether a file that no word look-up covers holds a name:
// reading is a hundred times faster than parsing.
func (j *Judge) mentions(f *index.File, name string) bool {
	if f.Indexed {
		return true
	}
	text, err := j.view.Text(f)
	return err != nil || bytes.Contains(text, []byte(name))
}
