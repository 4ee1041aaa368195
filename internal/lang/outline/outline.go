// Package outline collects what a document without references has: nested
// definitions, comments and the paths it mentions. In go spans from a
// scanner; out come facts in a lang.Builder. The main type is Outline.
//
// The document languages (markdown, json, yaml, toml, text) share it; what
// looks like a path is decided in package mention.
package outline

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/mention"
	"sextant/internal/syntax"
)

// Limits of one document. What lies beyond them is left out quietly: a data
// file of a hundred thousand keys has no outline that anyone would read.
const (
	MaxDepth    = 4    // nesting of keys
	MaxKeys     = 2000 // keys in one file
	MaxHeadings = 5000 // headings in one file
	MaxMentions = 5000 // paths mentioned in one file
	MaxValue    = 60   // characters of a value in a signature
)

// Outline builds the facts of one document. Definitions are added in the
// order in which they begin; one that turns out to be none is dropped
// together with what was added after it.
type Outline struct {
	Source []byte
	// HeaderDocuments makes the header comment document the definition that
	// it adjoins, too: source code often has one definition a file.
	HeaderDocuments bool

	builder  *lang.Builder
	starts   []uint32
	defs     []code.Definition
	max      int
	mentions int
	// comments are the own-line comments read last: they document what follows.
	comments   []code.Span
	left       []code.Span // all comments: signatures leave them out
	headerDone bool        // the file's header comment is behind us
}

// New starts the outline of src with at most max definitions.
func New(src []byte, b *lang.Builder, max int) *Outline {
	return &Outline{Source: src, builder: b, starts: syntax.LineStarts(src), max: max}
}

// Start is the offset of the first byte after a byte-order mark.
func (o *Outline) Start() int {
	if bytes.HasPrefix(o.Source, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// Line is the 1-based line of the byte at offset.
func (o *Outline) Line(offset uint32) uint32 { return syntax.LineAt(o.starts, offset) }

// Open adds a definition whose end is not known yet and returns its index, or
// NoDefinition when the limit is reached. Name is the text at NameSpan unless
// given; a name that is empty gives NoDefinition too.
func (o *Outline) Open(d code.Definition) int32 {
	if len(o.defs) >= o.max {
		return code.NoDefinition
	}
	if d.Name == "" {
		if d.Name = o.Text(d.NameSpan, lang.MaxSignature); d.Name == "" {
			return code.NoDefinition
		}
	}
	d.Line = o.Line(d.NameSpan.Start)
	d.Lines.First = o.Line(d.Span.Start)
	if d.Doc == "" {
		d.Doc = o.DocAbove(d.Lines.First)
	}
	o.headerDone = true
	o.defs = append(o.defs, d)
	o.Close(int32(len(o.defs)-1), d.NameSpan.End)
	return int32(len(o.defs) - 1)
}

// Close sets the end of definition i, white space before it left out. It
// does nothing for NoDefinition and never moves the end before the name's.
func (o *Outline) Close(i int32, end uint32) {
	if i == code.NoDefinition {
		return
	}
	d := &o.defs[i]
	for end > d.NameSpan.End && isSpace(o.Source[end-1]) {
		end--
	}
	d.Span.End = max(end, d.NameSpan.End, d.Span.Start)
	last := d.Span.End
	if last > d.Span.Start {
		last--
	}
	d.Lines.Last = max(o.Line(last), d.Line)
}

// Definition is the i-th definition, for completing it.
func (o *Outline) Definition(i int32) *code.Definition { return &o.defs[i] }

// Len is the number of definitions so far.
func (o *Outline) Len() int { return len(o.defs) }

// Drop forgets definition i and everything added after it.
func (o *Outline) Drop(i int32) {
	if i != code.NoDefinition {
		o.defs = o.defs[:i]
	}
}

// SetDoc sets the file's documentation; the first that is not empty stays.
func (o *Outline) SetDoc(text string) { o.builder.SetDoc(strings.ToValidUTF8(text, "\uFFFD")) }

// Partial marks a document with syntax errors.
func (o *Outline) Partial() { o.builder.SetStatus(code.StatusPartial) }

// Finish hands the definitions over to the builder.
func (o *Outline) Finish() {
	o.header()
	for i := range o.defs {
		o.builder.Add(o.defs[i])
	}
}

// Text is the source at a span as one line of at most limit characters.
func (o *Outline) Text(s code.Span, limit int) string {
	text := o.Source[s.Start:s.End]
	if enough := 8 * limit; len(text) > enough {
		text = text[:enough]
	}
	clean := strings.ToValidUTF8(string(text), "\uFFFD")
	for i := 0; i < len(clean); i++ {
		if c := clean[i]; c <= ' ' || c >= utf8.RuneSelf { // most names have no white space
			clean = code.OneLine(clean)
			break
		}
	}
	return code.Clip(clean, limit)
}

// Signature is the source at a span as one line, comments left out.
func (o *Outline) Signature(s code.Span) string {
	first := sort.Search(len(o.left), func(i int) bool { return o.left[i].Start >= s.Start })
	if first == len(o.left) || o.left[first].Start >= s.End {
		return tight.Replace(o.Text(s, lang.MaxSignature))
	}
	var text []byte
	at := s.Start
	for _, c := range o.left[first:] {
		if c.Start >= s.End || len(text) > 8*lang.MaxSignature {
			break
		}
		if c.Start >= at {
			text = append(append(text, o.Source[at:c.Start]...), ' ')
			at = min(c.End, s.End)
		}
	}
	if len(text) <= 8*lang.MaxSignature {
		text = append(text, o.Source[at:min(s.End, at+8*lang.MaxSignature)]...)
	}
	return code.Clip(tight.Replace(code.OneLine(strings.ToValidUTF8(string(text), "\uFFFD"))), lang.MaxSignature)
}

// CommentEnding returns the start of the comment that ends at offset.
func (o *Outline) CommentEnding(offset uint32) (uint32, bool) {
	i := sort.Search(len(o.left), func(i int) bool { return o.left[i].End >= offset })
	if i < len(o.left) && o.left[i].End == offset {
		return o.left[i].Start, true
	}
	return 0, false
}

// tight takes out the blanks that a list broken over lines leaves in its brackets.
var tight = strings.NewReplacer("( ", "(", " )", ")", " ,", ",")

// Mention records the path at a span.
func (o *Outline) Mention(s code.Span) {
	if o.mentions >= MaxMentions || s.Start >= s.End {
		return
	}
	o.mentions++
	o.builder.AddMention(code.Mention{Text: o.builder.Intern(o.Source[s.Start:s.End]), Span: s, Line: o.Line(s.Start)})
}

// Prose records the paths in running text: those with a directory and an extension.
func (o *Outline) Prose(s code.Span) {
	if o.mentions >= MaxMentions {
		return
	}
	mention.Scan(o.Source[s.Start:s.End], s.Start, func(f mention.Found) {
		if f.Slash && f.Extension {
			o.Mention(f.Span)
		}
	})
}

// Value records the paths in a text that is delimited (a string value, inline
// code): the whole text when it is one path, else those in it. A single word
// needs less to be a path than a word among others does.
func (o *Outline) Value(s code.Span) {
	if o.mentions >= MaxMentions {
		return
	}
	for s.Start < s.End && isSpace(o.Source[s.Start]) {
		s.Start++
	}
	for s.End > s.Start && isSpace(o.Source[s.End-1]) {
		s.End--
	}
	text := o.Source[s.Start:s.End]
	if len(text) < 3 {
		return
	}
	if n, shape, ok := mention.Whole(text); ok {
		if shape.Slash || shape.Known {
			o.Mention(code.Span{Start: s.Start, End: s.Start + uint32(n)})
		}
		return
	}
	words := bytes.IndexByte(text, ' ') >= 0 || bytes.IndexByte(text, '\n') >= 0
	mention.Scan(text, s.Start, func(f mention.Found) {
		if f.Slash && (f.Extension || !words) || f.Known && !f.Slash && !words {
			o.Mention(f.Span)
		}
	})
}

// Link records a link's destination when it is a path.
func (o *Outline) Link(s code.Span) {
	if n := mention.Link(o.Source[s.Start:s.End]); n > 0 {
		o.Mention(code.Span{Start: s.Start, End: s.Start + uint32(n)})
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// NameRank says how well a key names the element of a list that it belongs
// to: 0 for not at all.
func NameRank(key []byte) int {
	switch string(key) {
	case "name":
		return 3
	case "id":
		return 2
	case "key":
		return 1
	}
	return 0
}

// Braces stands for the content of a container that opens with c.
func Braces(c byte) string {
	if c == '[' {
		return "[…]"
	}
	return "{…}"
}
