package json

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// frame is an open object or array whose keys are still of interest.
type frame struct {
	definition int32 // the container of its keys
	item       int32 // for an object in an array: its provisional definition
	depth      int   // of its keys
	rank       int   // how good the item's name is, 0 for none
}

// scanner reads one file in a single pass. Only its stack of brackets grows
// with the nesting; frames stop where keys are too deep to be listed.
type scanner struct {
	*outline.Outline
	src      []byte
	at       int
	brackets []byte // every open '{' and '['
	frames   []frame
	key      code.Span // the key last read, quotes included; zero when none
	named    code.Span // the same without quotes
	value    bool      // a colon was read: what comes next is the key's value
	pending  int32     // the definition of that key
	broken   bool
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, outline.MaxKeys), src: src, pending: code.NoDefinition}
	s.at = s.Start()
	for s.at < len(src) {
		s.token()
	}
	for len(s.brackets) > 0 {
		s.broken = true
		s.close(s.brackets[len(s.brackets)-1])
	}
	if s.broken {
		s.Partial()
	}
	s.Finish()
}

func (s *scanner) token() {
	switch c := s.src[s.at]; c {
	case ' ', '\t', '\r', '\n':
		s.at++
	case ',':
		s.settle(s.at)
		s.at++
	case ':':
		s.colon()
		s.at++
	case '{', '[':
		s.open(c)
	case '}', ']':
		s.at++
		s.close(c - 2) // '{' and '[' stand two before their partners
	case '"', '\'':
		s.text(c)
	case '/':
		s.comment()
	default:
		s.bare()
	}
}

// live returns the frame of the innermost bracket, nil when its keys are not listed.
func (s *scanner) live() *frame {
	if len(s.brackets) > 0 && len(s.frames) == len(s.brackets) {
		return &s.frames[len(s.frames)-1]
	}
	return nil
}

func (s *scanner) inObject() bool {
	return len(s.brackets) > 0 && s.brackets[len(s.brackets)-1] == '{'
}

// colon makes the key before it a definition.
func (s *scanner) colon() {
	if s.key.End == 0 || !s.inObject() || s.value {
		s.broken = true
		return
	}
	s.value = true
	f := s.live()
	if f == nil || f.depth > outline.MaxDepth {
		return
	}
	d := code.Definition{Kind: code.KindKey, NameSpan: s.named, Span: s.key, Container: f.definition}
	if s.named.Start == s.named.End {
		d.NameSpan = s.key // an empty key is named by its quotes
	}
	if s.pending = s.Open(d); s.pending != code.NoDefinition {
		s.Definition(s.pending).Signature = s.Text(s.key, outline.MaxValue)
	}
}

// settle ends the current key and its value at offset end.
func (s *scanner) settle(end int) {
	if s.key.End != 0 { // a key without a value
		s.broken = true
	}
	s.Close(s.pending, uint32(end))
	s.key, s.value, s.pending = code.Span{}, false, code.NoDefinition
}

// scalar records the value of the current key, or an element of an array.
// text is v without its quotes.
func (s *scanner) scalar(v, text code.Span, quoted bool) {
	if !s.value {
		if s.inObject() {
			s.broken = true
		}
		return
	}
	if s.pending != code.NoDefinition {
		d := s.Definition(s.pending)
		d.Signature = s.Text(s.key, outline.MaxValue) + ": " + s.Text(v, outline.MaxValue)
		if quoted && len(s.brackets) == 1 && d.Name == "description" {
			s.SetDoc(s.Text(text, 4*lang.MaxDoc))
		}
	}
	if f := s.live(); f != nil && f.item != code.NoDefinition {
		s.nameItem(f, v, text)
	}
	s.key = code.Span{}
	s.settle(int(v.End))
}

// nameItem names an object in an array after its name, id or key.
func (s *scanner) nameItem(f *frame, v, text code.Span) {
	rank := outline.NameRank(s.src[s.named.Start:s.named.End])
	if rank <= f.rank {
		return
	}
	name := s.Text(text, outline.MaxValue)
	if name == "" {
		return
	}
	f.rank = rank
	d := s.Definition(f.item)
	d.Name = name
	d.Signature = s.Text(s.key, outline.MaxValue) + ": " + s.Text(v, outline.MaxValue)
	d.NameSpan = text
	d.Line = s.Line(text.Start)
}

// strings records the paths in a string, piece by piece between its escapes.
func (s *scanner) strings(v code.Span) {
	for {
		i := bytes.IndexByte(s.src[v.Start:v.End], '\\')
		if i < 0 {
			break
		}
		s.Value(code.Span{Start: v.Start, End: v.Start + uint32(i)})
		v.Start = min(v.Start+uint32(i)+2, v.End)
	}
	s.Value(v)
}

// open enters an object or an array.
func (s *scanner) open(c byte) {
	f := frame{definition: code.NoDefinition, item: code.NoDefinition, depth: 1}
	parent := s.live()
	listed := len(s.brackets) == 0
	switch {
	case s.value:
		if s.pending != code.NoDefinition {
			d := s.Definition(s.pending)
			d.Signature = d.Name + " " + outline.Braces(c)
			listed = true
			f.definition, f.depth = s.pending, parent.depth+1
		}
	case s.inObject():
		s.broken = true
	case c == '{' && parent != nil && parent.depth <= outline.MaxDepth:
		// The name comes with the keys; until then the bracket stands for it.
		at := uint32(s.at)
		span := code.Span{Start: at, End: at + 1}
		f.item = s.Open(code.Definition{Kind: code.KindKey, NameSpan: span, Span: span, Container: parent.definition})
		f.definition, f.depth = f.item, parent.depth+1
		listed = f.item != code.NoDefinition
	}
	if listed && len(s.frames) == len(s.brackets) {
		s.frames = append(s.frames, f)
	}
	s.brackets = append(s.brackets, c)
	s.key, s.value, s.pending = code.Span{}, false, code.NoDefinition
	s.at++
}

// close leaves the innermost bracket, which should be open.
func (s *scanner) close(open byte) {
	n := len(s.brackets)
	if n == 0 {
		s.broken = true
		return
	}
	s.settle(s.at)
	if s.brackets[n-1] != open {
		s.broken = true
		// A stray closer closes nothing unless what it closes is open right outside.
		if n < 2 || s.brackets[n-2] != open {
			return
		}
		s.leave()
	}
	s.leave()
}

// leave pops one bracket and ends what it held.
func (s *scanner) leave() {
	f := s.live()
	s.brackets = s.brackets[:len(s.brackets)-1]
	if f == nil {
		return
	}
	s.frames = s.frames[:len(s.frames)-1]
	switch {
	case f.item == code.NoDefinition:
		s.Close(f.definition, uint32(s.at))
	case f.rank == 0:
		s.Drop(f.item)
	default:
		s.Close(f.item, uint32(s.at))
	}
}

// text reads a quoted string: a key or a value.
func (s *scanner) text(quote byte) {
	start := s.at
	i, inner := start+1, 0
scan:
	for {
		if i >= len(s.src) {
			i, s.broken = len(s.src), true
			inner = i
			break
		}
		switch c := s.src[i]; {
		case c == quote:
			inner = i
			i++
			break scan
		case c == '\\':
			i++
		case c == '\n': // unclosed: the line ends it
			s.broken = true
			for i > start+1 && s.src[i-1] == '\r' {
				i--
			}
			inner = i
			break scan
		}
		i++
	}
	s.at = i
	v, text := code.Span{Start: uint32(start), End: uint32(i)}, code.Span{Start: uint32(start + 1), End: uint32(inner)}
	if s.inObject() && !s.value {
		if s.key.End != 0 {
			s.broken = true
		}
		s.key, s.named = v, text
		return
	}
	s.strings(text)
	s.scalar(v, text, true)
}

// comment reads a comment; a lone slash is an error.
func (s *scanner) comment() {
	start, rest := s.at, s.src[s.at:]
	end := len(s.src)
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			end = start + i
		}
		for end > start && s.src[end-1] == '\r' {
			end--
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if i := bytes.Index(rest[2:], []byte("*/")); i >= 0 {
			end = start + 2 + i + 2
		} else {
			s.broken = true
		}
	default:
		s.broken = true
		s.at++
		return
	}
	s.at = end
	s.Comment(code.Span{Start: uint32(start), End: uint32(end)})
}

// bare reads a number, a literal or a bare key.
func (s *scanner) bare() {
	start := s.at
	for s.at < len(s.src) && !separator(s.src[s.at]) {
		s.at++
	}
	v := code.Span{Start: uint32(start), End: uint32(s.at)}
	if s.inObject() && !s.value {
		if s.key.End != 0 {
			s.broken = true
		}
		s.key, s.named = v, v
		return
	}
	if !literal(s.src[start:s.at]) {
		s.broken = true
	}
	s.scalar(v, v, false)
}

func separator(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ':', '{', '}', '[', ']', '"', '\'', '/':
		return true
	}
	return false
}

// literal reports whether text may be a number or one of the words of JSON5.
func literal(text []byte) bool {
	switch string(text) {
	case "true", "false", "null", "NaN", "Infinity":
		return true
	}
	c := text[0]
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.'
}
