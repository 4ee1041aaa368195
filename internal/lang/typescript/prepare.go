package typescript

import "bytes"

// This file changes what the grammars cannot read into something of the same
// length and shape that they can: the tree's positions hold, and every text is
// taken from the file itself.

// prepareTyped serves TypeScript and TSX. The grammar does not see that a line
// break ends a member of a type where the next one begins with "<" or "[" (a
// call signature, an index signature) or is called "in" or "in2"; it then loses what
// follows. It does not know `export type * from "x"` either.
func prepareTyped(src []byte) []byte {
	var out []byte
	put := func(at int, text string) {
		if out == nil {
			out = bytes.Clone(src)
		}
		copy(out[at:], text)
	}
	for at := range indexes(src, exportTypeStar) {
		put(at+len("export "), "    ")
	}
	budget := maxMembers
	for at := 0; budget > 0; at++ {
		k := bytes.IndexByte(src[at:], '\n')
		if k < 0 {
			break
		}
		at += k
		if first := afterSpace(src, at+1); beginsMember(src, first) && endsType(src, at) {
			budget--
			if inTypeBody(src, at, src[first] == '[') && src[first-1] != '\n' {
				put(first-1, ";")
			}
		}
	}
	return out
}

var exportTypeStar = []byte("export type *")

// maxMembers bounds how many lines of a file are looked at closely.
const maxMembers = 4096

// indexes iterates over the places of word in src.
func indexes(src, word []byte) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := 0; ; {
			k := bytes.Index(src[at:], word)
			if k < 0 || !yield(at+k) {
				return
			}
			at += k + len(word)
		}
	}
}

func afterSpace(src []byte, at int) int {
	for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return at
}

// beginsMember reports whether what stands at the offset, first on its line,
// may be a member that the grammar takes for the end of the line before.
func beginsMember(src []byte, at int) bool {
	if at >= len(src) {
		return false
	}
	switch src[at] {
	case '<':
		return true
	case '[':
		return bytes.IndexByte(src[at:min(len(src), at+80)], ':') > 0
	case 'i':
		// in2 too: the grammar stops reading the word at what is no letter.
		rest, ok := bytes.CutPrefix(src[at:min(len(src), at+80)], []byte("in"))
		rest = bytes.TrimPrefix(rest, []byte("stanceof"))
		if !ok || len(rest) == 0 || rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z' {
			return false
		}
		for len(rest) > 0 && isWordByte(rest[0]) {
			rest = rest[1:]
		}
		return len(rest) > 0 && (rest[0] == ':' || rest[0] == '?' || rest[0] == '(')
	}
	return false
}

// endsType reports whether the line that ends at the offset, comments and
// blank lines before it left out, may be the end of a type.
func endsType(src []byte, at int) bool {
	line := lineBefore(src, at)
	if len(line) == 0 {
		return false
	}
	switch c := line[len(line)-1]; {
	case c == '>':
		return !bytes.HasSuffix(line, []byte("=>"))
	case isWordByte(c):
		k := len(line)
		for k > 0 && isWordByte(line[k-1]) {
			k--
		}
		return !unfinished[string(line[k:])]
	default:
		return c == ')' || c == ']' || c == '}' || c == '"' || c == '\'' || c == '`'
	}
}

// unfinished are words that a type goes on after.
var unfinished = map[string]bool{"extends": true, "keyof": true, "typeof": true, "infer": true, "is": true, "in": true,
	"readonly": true, "unique": true, "asserts": true, "implements": true, "new": true, "return": true}

// lineBefore is the text of the line that ends at the offset or, where that is
// blank or a comment, of the nearest line of code above.
func lineBefore(src []byte, at int) []byte {
	for range 200 {
		begin := bytes.LastIndexByte(src[:at], '\n') + 1
		line := bytes.TrimSpace(src[begin:at])
		switch {
		case bytes.HasSuffix(line, []byte("*/")):
			open := bytes.LastIndex(src[:at], []byte("/*"))
			if open < 0 {
				return nil
			}
			if line = bytes.TrimSpace(src[bytes.LastIndexByte(src[:open], '\n')+1 : open]); len(line) > 0 {
				return line
			}
			begin = bytes.LastIndexByte(src[:open], '\n') + 1
		case len(line) > 0 && !bytes.HasPrefix(line, []byte("//")):
			if k := bytes.Index(line, []byte(" //")); k > 0 {
				line = bytes.TrimSpace(line[:k])
			}
			return line
		}
		if begin == 0 {
			return nil
		}
		at = begin - 1
	}
	return nil
}

func isWordByte(c byte) bool {
	return c >= 0x80 || c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// maxBody bounds how far back the beginning of a body is looked for, in bytes.
const maxBody = 1 << 15

// inTypeBody reports whether the offset stands in the body of an interface or
// of an object type; classes count where an index signature is looked at.
func inTypeBody(src []byte, at int, index bool) bool {
	depth := 0
	for floor := max(0, at-maxBody); at > floor; {
		at--
		switch src[at] {
		case '}', ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return false
			}
		case '{':
			if depth--; depth >= 0 {
				continue
			}
			depth = 0
			switch opens(src[max(0, at-400):at]) {
			case bodyType:
				return true
			case bodyClass:
				return index
			case bodyOther:
				return false
			}
		}
	}
	return false
}

type bodyKind uint8

const (
	bodyOther bodyKind = iota
	bodyInner          // of a member's type: what is around it says more
	bodyType           // of an interface or a type alias
	bodyClass
)

// opens tells by the text before a brace what the brace opens.
func opens(before []byte) bodyKind {
	text := bytes.TrimRight(before, " \t\r\n")
	if k := bytes.LastIndexAny(text, ";{}"); k >= 0 {
		text = text[k+1:]
	}
	words := bytes.FieldsFunc(text, func(r rune) bool { return r < 0x80 && !isWordByte(byte(r)) })
	for i := len(words) - 2; i >= 0; i-- {
		switch string(words[i]) {
		case "interface":
			return bodyType
		case "type":
			if bytes.HasSuffix(text, []byte("=")) || bytes.HasSuffix(text, []byte("&")) || bytes.HasSuffix(text, []byte("|")) {
				return bodyType
			}
		case "class":
			return bodyClass
		}
	}
	if len(text) > 0 {
		switch text[len(text)-1] {
		case ':', '|', '&', '<', ',':
			return bodyInner
		}
	}
	return bodyOther
}

// prepareUntyped serves JavaScript and JSX, whose grammar takes the attribute
// names class and for for the words of the language.
func prepareUntyped(src []byte) []byte {
	var out []byte
	for _, word := range []string{"class", "for"} {
		for at := range indexes(src, []byte(word+"=")) {
			value := at + len(word) + 1
			if at == 0 || value >= len(src) || src[value] != '"' && src[value] != '\'' && src[value] != '{' {
				continue
			}
			if c := src[at-1]; c == ' ' || c == '\n' || c == '\t' {
				if out == nil {
					out = bytes.Clone(src)
				}
				out[at] = '_'
			}
		}
	}
	return out
}
