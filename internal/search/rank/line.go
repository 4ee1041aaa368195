package rank

import (
	"bytes"

	"sextant/internal/code"
)

// What a line of a search's answer is worth beside the others: project_search's
// weights.
const (
	lineDeclares  = 10
	lineInSource  = 5
	lineInTest    = -5
	lineInComment = -10
	// BestLine is the most that a line can be worth.
	BestLine = lineDeclares + lineInSource
)

// Place is what a match lies in.
type Place uint8

// Places.
const (
	InCode Place = iota
	InComment
	InString
)

// Line is the worth of a line: of what class its file is, whether it declares
// what matched, and what the match lies in.
func Line(class code.Class, declares bool, place Place) int {
	score := MostOf(class) - lineDeclares
	switch {
	case place == InComment:
		score += lineInComment
	case declares && place == InCode:
		score += lineDeclares
	}
	return score
}

// MostOf is the most that a line of a file of the class can be worth.
func MostOf(class code.Class) int {
	switch class {
	case code.ClassSource:
		return BestLine
	case code.ClassTest:
		return lineDeclares + lineInTest
	}
	return lineDeclares
}

// keywords declare the name that follows.
var keywords = wordSet(`func function fn def defp defmodule class interface trait enum struct union record type typedef module
	namespace mod object protocol impl sub proc macro macro_rules package const let var val define
	message service rpc table view procedure trigger resource variable`)

// modifiers may stand before a keyword or the type of what is declared.
var modifiers = wordSet(`export default public private protected internal static async abstract final pub unsafe extern inline
	virtual override readonly declare open data sealed partial synchronized native volatile mutable constexpr explicit friend
	local global create crate mut get set suspend operator lateinit companion case implicit lazy native new template required`)

// statements begin lines that look like calls and are none.
var statements = wordSet(`if for while switch catch return else elif do throw await yield assert case when unless until and or not
	new delete sizeof typeof defer go select match with in is print echo require include import using raise except`)

// plainTypes follow a const that declares nothing by itself.
var plainTypes = wordSet(`char int void struct enum unsigned signed long short float double bool auto size_t u8 u16 u32 u64
	uint8_t uint16_t uint32_t uint64_t std`)

func wordSet(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range bytes.Fields([]byte(words)) {
		m[string(w)] = true
	}
	return m
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// Touches reports whether a match at [start, end) touches [from, to), all in
// bytes; an empty match does where it stands inside.
func Touches(from, to, start, end int) bool { return start < to && from < max(end, start+1) }

// IsWhole reports whether [start, end) of a line, bytes, is a whole identifier.
func IsWhole(line []byte, start, end int) bool {
	return start < end && (start == 0 || !isWordByte(line[start-1])) && (end == len(line) || !isWordByte(line[end]))
}

// Declared is where a line, by its looks, holds the words that declare
// something and its name, in bytes: a keyword or a type comes before the name.
// It is empty where the line declares nothing. It stands in where nobody has
// parsed the file yet.
func Declared(line []byte) (from, to int) {
	i := skipSpace(line, 0)
	if i == len(line) {
		return 0, 0
	}
	if line[i] == '#' { // C's preprocessor, but not a comment
		i++
	}
	from = i
	first, types := true, 0
	for i < len(line) {
		start := i
		for i < len(line) && isWordByte(line[i]) {
			i++
		}
		if i == start {
			return 0, 0
		}
		word := line[start:i]
		after := skipSpace(line, i)
		switch {
		case len(word) < 20 && keywords[string(word)] && after < len(line) && (isWordByte(line[after]) || line[after] == '(' || line[after] == '!'):
			if from2, to2 := named(line, start, i); to2 > 0 {
				return from2, to2
			}
			first = false
		case len(word) < 20 && first && statements[string(word)]:
			return 0, 0
		case len(word) < 20 && modifiers[string(word)]:
		case after < len(line) && line[after] == '(':
			// A function without a keyword: it opens a body, or a type comes before it.
			last := bytes.TrimRight(line, " \t\r\n")
			switch last[len(last)-1] {
			case '{', ')', ',', '(':
				if types > 0 || last[len(last)-1] == '{' {
					return start, i
				}
			}
			return 0, 0
		default:
			types++
			first = false
		}
		i = after
		for i < len(line) && (line[i] == '*' || line[i] == '&') {
			i = skipSpace(line, i+1)
		}
		// Type arguments, arrays and qualified names go on.
		if i < len(line) && (line[i] == '<' || line[i] == '[') {
			i = skipSpace(line, closing(line, i))
		}
		for i+1 < len(line) && line[i] == ':' && line[i+1] == ':' {
			i += 2
		}
	}
	return 0, 0
}

// named is the name that a keyword at [from, at) declares: behind a receiver,
// modifiers, further keywords or a bang.
func named(line []byte, from, at int) (int, int) {
	i := skipSpace(line, at)
	if i < len(line) && line[i] == '!' {
		i = skipSpace(line, i+1)
	}
	if i < len(line) && line[i] == '(' && string(line[from:at]) == "func" {
		i = skipSpace(line, closing(line, i))
	}
	for i < len(line) && (line[i] == '*' || line[i] == '&') {
		i++
	}
	start := i
	for i < len(line) && (isWordByte(line[i]) || line[i] == '.' || line[i] == ':' && i+1 < len(line) && line[i+1] == ':' || line[i] == ':' && i > 0 && line[i-1] == ':') {
		i++
	}
	if i == start {
		return 0, 0
	}
	word := line[start:i]
	if len(word) < 20 && plainTypes[string(word)] && string(line[from:at]) == "const" {
		return 0, 0 // of C: a type follows, not a name
	}
	if len(word) < 20 && (keywords[string(word)] || modifiers[string(word)]) {
		if a, b := named(line, start, i); b > 0 {
			return from, max(a, b)
		}
	}
	return from, i
}

// closing is the offset behind the bracket that closes the one at i, or the
// line's end.
func closing(line []byte, i int) int {
	depth := 0
	for ; i < len(line); i++ {
		switch line[i] {
		case '(', '[', '<', '{':
			depth++
		case ')', ']', '>', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

func skipSpace(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	return i
}

// Comments is how a language writes comments: markers that run to the end of
// the line, and pairs that open and close.
type Comments struct {
	Line  []string
	Block [][2]string
}

// longestMarker is more than any marker takes, in bytes.
const longestMarker = 16

// IsComment reports whether a line begins with a comment, by its looks.
func IsComment(line []byte, c Comments) bool {
	i := skipSpace(line, 0)
	return i < len(line) && LineIn(line[:min(len(line), i+longestMarker)], i, c) == InComment
}

// LineIn says what the byte at offset at of a line lies in, as far as the line
// alone tells: it begins as a comment does, or a marker or a quote stands before.
func LineIn(line []byte, at int, c Comments) Place {
	i := skipSpace(line, 0)
	rest := line[i:]
	for _, b := range c.Block {
		// Lines inside a block comment are often led by its star.
		if b[0] == "/*" && len(rest) > 0 && rest[0] == '*' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '/' || rest[1] == '\t') && at >= i {
			return InComment
		}
	}
	place := InCode
	scan(line[:min(len(line), at+longestMarker)], c, func(from, to int, p Place) {
		if from <= at && at < to {
			place = p
		}
	})
	return place
}

// Regions calls each with every comment and string of a text of a language
// that has such comments, in order. It knows no more of the language, so a
// quote in an odd place leads it astray until the line ends.
func Regions(text []byte, c Comments, each func(from, to int, p Place)) { scan(text, c, each) }

func scan(text []byte, c Comments, each func(from, to int, p Place)) {
	var starts [256]bool // bytes with which something begins
	for _, m := range c.Line {
		starts[m[0]] = true
	}
	for _, b := range c.Block {
		starts[b[0][0]] = true
	}
	for _, q := range []byte("\"'`") {
		starts[q] = true
	}
	for i := 0; i < len(text); {
		if !starts[text[i]] {
			i++
			continue
		}
		end, place := region(text, i, c)
		if end == 0 {
			i++
			continue
		}
		each(i, end, place)
		i = end
	}
}

// region is where the comment or string that begins at i ends; 0 if none does.
func region(text []byte, i int, c Comments) (end int, place Place) {
	rest := text[i:]
	for _, b := range c.Block {
		if bytes.HasPrefix(rest, []byte(b[0])) {
			if n := bytes.Index(rest[len(b[0]):], []byte(b[1])); n >= 0 {
				return i + len(b[0]) + n + len(b[1]), InComment
			}
			return len(text), InComment
		}
	}
	for _, m := range c.Line {
		if !bytes.HasPrefix(rest, []byte(m)) {
			continue
		}
		if m == "#" && i > 0 && text[i-1] != ' ' && text[i-1] != '\t' && text[i-1] != '\n' && text[i-1] != ';' {
			continue // $#, ${x#y}, a colour
		}
		if m == "//" && i > 0 && text[i-1] == ':' {
			continue // an address
		}
		return lineEndFrom(text, i), InComment
	}
	quote := rest[0]
	if quote != '"' && quote != '\'' && quote != '`' {
		return 0, InCode
	}
	if quote == '\'' && i > 0 && isWordByte(text[i-1]) {
		return 0, InCode // don't; 1'000; a Rust lifetime behind a type
	}
	if triple := rest[:min(3, len(rest))]; len(triple) == 3 && quote != '`' && triple[1] == quote && triple[2] == quote {
		if n := bytes.Index(rest[3:], triple); n >= 0 {
			return i + 3 + n + 3, InString
		}
		return len(text), InString
	}
	for k := i + 1; k < len(text); k++ {
		switch text[k] {
		case '\\':
			if quote != '`' {
				k++
			}
		case quote:
			return k + 1, InString
		case '\n':
			if quote != '`' {
				if quote == '\'' {
					return 0, InCode // a lifetime, an apostrophe
				}
				return k, InString
			}
		}
	}
	if quote == '\'' {
		return 0, InCode
	}
	return len(text), InString
}

func lineEndFrom(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}
