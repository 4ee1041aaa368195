package ruby

import (
	"bytes"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// The grammar's scanner keeps the length of a here-document's tag in one byte
// and ends the process when a longer one comes back cut short. A tag of that
// length is nothing that anybody writes, but a quote that is not closed yet
// (<<~'SQL) makes one out of the lines that follow. Tags of more than
// mostSaved do not fit into what it saves, which it notices.
const (
	mostTag   = 255
	mostSaved = 1100
)

// guard returns the language of a file that must not be parsed: the same one,
// read by its lines.
func guard(src []byte) *lang.Definition {
	var tags []tag
	cost, line, at := 0, 0, 0
	for {
		i := bytes.Index(src[at:], []byte("<<"))
		if i < 0 {
			break
		}
		line += bytes.Count(src[at:at+i], []byte{'\n'})
		at += i + 1
		text := src[at+1:]
		if len(text) > 0 && (text[0] == '-' || text[0] == '~') {
			text = text[1:]
		}
		if len(text) == 0 {
			break
		}
		n := tagLength(text)
		if n > mostTag && n <= mostSaved {
			return byLines()
		}
		if n > 0 && n <= mostTag {
			cost += n + tagCost
			tags = append(tags, tag{text: tagText(text, n), cost: n + tagCost, line: line, inside: interpolated(src[:at])})
		}
	}
	if cost > mostOpen && together(src, tags) > mostOpen {
		return byLines()
	}
	return nil
}

func byLines() *lang.Definition {
	return &lang.Definition{ID: "ruby", Name: "Ruby", Comments: lang.Comments{Line: []string{"#"}}, Extract: byLine}
}

// The scanner saves the tags of all here-documents that are open, in a buffer
// of 1024 bytes that it overruns by a byte or two when they just do not fit.
const (
	mostOpen = 900
	tagCost  = 4 // what is saved besides the tag
)

// tag is what may be the tag of a here-document.
type tag struct {
	text   string
	cost   int
	line   int  // from 0
	inside bool // an interpolation begins before it on its line
	closed int  // the line that ends its document, 0 without one
}

// tagText is a tag of n characters without its quotes.
func tagText(text []byte, n int) string {
	if c := text[0]; c == '\'' || c == '"' || c == '`' {
		text = text[1:]
	}
	end := 0
	for range n {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	return string(text[:end])
}

// interpolated reports whether the last line of text has the beginning of an
// interpolation in its last bytes.
func interpolated(text []byte) bool {
	const near = 200
	text = text[max(0, len(text)-near):]
	return bytes.Contains(text[bytes.LastIndexByte(text, '\n')+1:], []byte("#{"))
}

// together is at most how much is saved at once. A document that ends counts
// up to its end. One that does not swallows what follows, so that of those
// only the ones on one line are open at a time, and those inside interpolations.
func together(src []byte, tags []tag) int {
	waiting := make(map[string][]int)
	change := make(map[int]int)
	next, number := 0, 0
	for line := range bytes.Lines(src) {
		if at := waiting[string(bytes.TrimSpace(line))]; len(at) > 0 {
			tags[at[0]].closed = number
			waiting[string(bytes.TrimSpace(line))] = at[1:]
		}
		for ; next < len(tags) && tags[next].line == number; next++ {
			waiting[tags[next].text] = append(waiting[tags[next].text], next)
		}
		number++
	}
	inside, most, here, last := 0, 0, 0, -1
	for _, t := range tags {
		switch {
		case t.closed > 0:
			change[t.line] += t.cost
			change[t.closed] -= t.cost
		case t.inside:
			inside += t.cost
		default:
			if t.line != last {
				here, last = 0, t.line
			}
			here += t.cost
			most = max(most, here)
		}
	}
	open, peak := 0, 0
	for i := range number {
		open += change[i]
		peak = max(peak, open)
	}
	return inside + most + peak
}

// tagLength counts the characters of the tag that the text begins with, as far
// as it matters.
func tagLength(text []byte) int {
	near := text[:min(len(text), 4*(mostSaved+1))]
	if quote := text[0]; quote == '\'' || quote == '"' || quote == '`' {
		near = near[1:]
		if i := bytes.IndexByte(near, quote); i >= 0 {
			near = near[:i]
		}
		return utf8.RuneCount(near)
	}
	return utf8.RuneCount(near[:nameLength(near, "0123456789")])
}

// byLine defines the modules, classes and methods whose header begins a line,
// in the container that the indentation says.
func byLine(src []byte, b *lang.Builder) {
	b.SetStatus(code.StatusPartial)
	type level struct {
		indent int
		index  int32
		method bool
	}
	var stack []level
	at, number := uint32(0), uint32(0)
	for text := range bytes.Lines(src) {
		number++
		line := bytes.TrimSpace(text)
		indent := bytes.Index(text, line)
		start := at + uint32(indent)
		at += uint32(len(text))
		h, ok := headerOf(start, line)
		if !ok || h.name.Start == h.name.End {
			continue
		}
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		d := code.Definition{Kind: code.KindModule, Name: b.Intern(src[h.name.Start:h.name.End]), NameSpan: h.name, Line: number,
			Span: code.Span{Start: start, End: start + uint32(len(line))}, Lines: code.Lines{First: number, Last: number},
			Container: code.NoDefinition, Exported: !h.private, Signature: code.OneLine(string(bytes.ToValidUTF8(line, []byte("\uFFFD"))))}
		if len(stack) > 0 {
			d.Container = stack[len(stack)-1].index
		}
		switch {
		case h.keyword == "class ":
			d.Kind = code.KindClass
		case h.keyword == "def " && d.Container != code.NoDefinition && !stack[len(stack)-1].method:
			d.Kind = code.KindMethod
		case h.keyword == "def ":
			d.Kind = code.KindFunction
		}
		if h.private {
			d.Visibility = code.VisibilityPrivate
		}
		if h.self {
			d.Modifiers |= code.ModStatic
		}
		stack = append(stack, level{indent, b.Add(d), h.keyword == "def "})
	}
}
