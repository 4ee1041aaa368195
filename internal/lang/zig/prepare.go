package zig

import "bytes"

// The grammar wants something between a container's braces, so where there is
// nothing it is given a field called "_". The extractor knows the field by the
// text of the file, which has no name in its place.

// emptyable are the keywords of the containers that may be empty.
var emptyable = [...]string{"struct", "enum", "union", "opaque"}

// maxEmpty bounds how many lines, and bytes a line, an empty container has.
const maxEmpty = 200

// maxTag bounds what stands in the parentheses behind a keyword (bytes).
const maxTag = 200

// prepare is Grammar.Prepare.
func prepare(src []byte) []byte {
	var out []byte
	for at := 0; ; at++ {
		i := bytes.IndexByte(src[at:], '}')
		if i < 0 {
			return out
		}
		at += i
		open, inside := opening(src, at)
		if open < 0 {
			continue
		}
		keyword, start := keywordBefore(src, open)
		if keyword == "" {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		switch {
		case inside > 0:
			out[inside] = '_'
		case blank(src[open-1]):
			out[open-1], out[open] = '{', '_'
		case start > 0 && blank(src[start-1]):
			// One to the left: " struct{}" is read as "struct{_}".
			copy(out[start-1:], src[start:open])
			out[open-1], out[open] = '{', '_'
		}
	}
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// opening finds the brace before the one at end, with nothing but blanks, line
// breaks and comments between them; -1 if there is none. Inside is a blank
// that stands outside the comments, 0 without one.
func opening(src []byte, end int) (open, inside int) {
	i, line := end, 0
	for range maxEmpty {
		least := max(0, i-maxEmpty)
		for line = i - 1; line > least && src[line] != '\n' && src[line] != '{'; line-- {
		}
		if line < 0 || src[line] != '\n' && src[line] != '{' {
			return -1, 0
		}
		text := bytes.TrimLeft(src[line+1:i], " \t\r")
		if len(text) > 0 && (i == end || !bytes.HasPrefix(text, []byte("//"))) {
			return -1, 0
		}
		if line+1 < i && blank(src[line+1]) {
			inside = line + 1
		}
		if src[line] == '{' {
			return line, inside
		}
		i = line
	}
	return -1, 0
}

// keywordBefore is the container's keyword on the line before its brace, and
// where it starts.
func keywordBefore(src []byte, brace int) (keyword string, start int) {
	end := brace
	for end > 0 && blank(src[end-1]) {
		end--
	}
	if end > 0 && src[end-1] == ')' {
		depth, least := 0, max(0, end-maxTag)
		for end > least {
			end--
			if src[end] == ')' {
				depth++
			} else if src[end] == '(' {
				depth--
			}
			if depth == 0 || src[end] == '\n' {
				break
			}
		}
		if depth != 0 {
			return "", 0
		}
		for end > 0 && blank(src[end-1]) {
			end--
		}
	}
	for _, k := range emptyable {
		if before, ok := bytes.CutSuffix(src[:end], []byte(k)); ok && (len(before) == 0 || !partOfName(before[len(before)-1])) {
			return k, len(before)
		}
	}
	return "", 0
}

// isPlaceholder tells the field that prepare made up by the text in its place.
func isPlaceholder(text []byte) bool { return len(text) == 1 && (text[0] == '{' || blank(text[0])) }

func partOfName(c byte) bool {
	return c == '_' || c == '@' || c == '.' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}
