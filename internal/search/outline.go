package search

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/syntax"
)

// DefinitionsNamed lists the definitions of a file that a name means: the
// exact qualified name if there is one, else every one of that name. "A.b",
// "A::b", "A#b" and "A\b" are the same. Case counts.
func DefinitionsNamed(facts *code.Facts, name string) []int32 {
	want := strings.NewReplacer("::", ".", "#", ".", `\`, ".", "->", ".").Replace(name)
	want = strings.Trim(want, ".()")
	for i := range facts.Definitions {
		if facts.Definitions[i].Name == name && strings.HasPrefix(name, "#") {
			want = facts.Definitions[i].Name // a private name of JavaScript
		}
	}
	var exact, last []int32
	for i := range facts.Definitions {
		q := facts.QualifiedName(int32(i))
		switch {
		case q == want:
			exact = append(exact, int32(i))
		case strings.HasSuffix(q, "."+want):
			last = append(last, int32(i))
		case strings.HasSuffix(want, "."+q) && facts.Package != "":
			// The caller may write the package before it.
			last = append(last, int32(i))
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return last
}

// CompactLines says which 1-based lines remain when bodies, comments and
// blank lines are dropped: what is left declares something.
func CompactLines(facts *code.Facts, text []byte, starts []uint32) func(line int) bool {
	drop := make([]bool, len(starts)+2)
	for i := range starts {
		end := uint32(len(text))
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if len(bytes.TrimSpace(text[starts[i]:end])) == 0 {
			drop[i+1] = true
		}
	}
	if facts != nil {
		dropComments(drop, facts, text, starts)
		dropBodies(drop, facts, text, starts)
	}
	return func(line int) bool { return line < len(drop) && !drop[line] }
}

// dropComments drops lines that hold nothing but comment.
func dropComments(drop []bool, facts *code.Facts, text []byte, starts []uint32) {
	for _, r := range facts.Regions {
		if r.Kind != code.RegionComment {
			continue
		}
		first, last := syntax.LineAt(starts, r.Span.Start), syntax.LineAt(starts, max(r.Span.End, 1)-1)
		for line := first; line <= last && int(line) < len(drop); line++ {
			end := uint32(len(text))
			if int(line) < len(starts) {
				end = starts[line]
			}
			before := text[starts[line-1]:max(starts[line-1], min(r.Span.Start, end))]
			after := text[min(r.Span.End, end):end]
			if len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(after)) == 0 {
				drop[line] = true
			}
		}
	}
}

// dropBodies drops the lines of callables after the line their signature ends on.
func dropBodies(drop []bool, facts *code.Facts, text []byte, starts []uint32) {
	for i := range facts.Definitions {
		d := &facts.Definitions[i]
		if !d.Kind.IsCallable() {
			continue
		}
		for line := signatureEnd(d, text, starts) + 1; line <= d.Lines.Last && int(line) < len(drop); line++ {
			drop[line] = true
		}
	}
}

// longestSignature bounds the lines a signature may take.
const longestSignature = 40

// signatureEnd is the line on which the brackets of a callable's parameters
// close. Where that is not stored, counting brackets from the name finds it;
// a bracket in a string may make it too long, never shorter than the name's line.
func signatureEnd(d *code.Definition, text []byte, starts []uint32) uint32 {
	depth, opened := 0, false
	for at := d.NameSpan.End; at < d.Span.End && int(at) < len(text); at++ {
		switch text[at] {
		case '(', '[':
			depth++
			opened = true
		case ')', ']':
			depth--
		case '{', ';', '\n':
			if !opened {
				return d.Line
			}
		}
		if opened && depth <= 0 && text[at] == ')' {
			return min(syntax.LineAt(starts, at), d.Line+longestSignature)
		}
	}
	return d.Line
}
