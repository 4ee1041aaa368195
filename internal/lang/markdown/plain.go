package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainText is one line of Markdown without its markup: link texts stay,
// tags, comments and emphasis go. Images go too, or leave their text when alt is set.
func plainText(s string, alt bool) string {
	var b strings.Builder
	var stack []int // where the text of open brackets begins in b
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '\\':
			if i+1 < len(s) && s[i+1] < utf8.RuneSelf && unicode.IsPunct(rune(s[i+1])) {
				i++
			}
			b.WriteByte(s[i])
			i++
		case '`':
			from, to, end := codeSpan([]byte(s), i)
			if end == i {
				i = from
				continue
			}
			b.WriteString(strings.TrimSpace(s[from:to]))
			i = end
		case '<':
			i = plainTag(&b, s, i)
		case '!':
			if i+1 < len(s) && s[i+1] == '[' {
				if alt {
					i++
					continue
				}
				if end := closeBracket(s, i+1); end > 0 {
					i = end
					continue
				}
			}
			b.WriteByte(c)
			i++
		case '[':
			stack = append(stack, b.Len())
			b.WriteByte(c)
			i++
		case ']':
			end := linkTail(s, i+1)
			if n := len(stack); n > 0 {
				from := stack[n-1]
				stack = stack[:n-1]
				if end > i+1 {
					text := b.String()
					b.Reset()
					b.WriteString(text[:from])
					b.WriteString(text[from+1:])
					i = end
					continue
				}
			}
			b.WriteByte(c)
			i++
		case '*', '_':
			i = emphasis(&b, s, i)
		case '{':
			if strings.HasPrefix(s[i:], "{#") && strings.HasSuffix(s, "}") { // a heading's anchor
				return strings.TrimSpace(b.String())
			}
			b.WriteByte(c)
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// closeBracket returns the end of the image or link whose bracket opens at i,
// 0 when it does not close.
func closeBracket(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return linkTail(s, i+1)
			}
		}
	}
	return 0
}

// linkTail returns the end of "(destination)" or "[label]" at i, i when there
// is neither.
func linkTail(s string, i int) int {
	if i >= len(s) {
		return i
	}
	switch s[i] {
	case '(':
		depth := 0
		for j := i; j < len(s); j++ {
			switch s[j] {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return j + 1
				}
			}
		}
		return len(s) // clipped
	case '[':
		if j := strings.IndexByte(s[i:], ']'); j >= 0 {
			return i + j + 1
		}
	}
	return i
}

// plainTag steps over a tag or a comment at i; an address in angle brackets stays.
func plainTag(b *strings.Builder, s string, i int) int {
	if strings.HasPrefix(s[i:], "<!--") {
		if j := strings.Index(s[i:], "-->"); j >= 0 {
			return i + j + 3
		}
		return len(s)
	}
	j := strings.IndexByte(s[i:], '>')
	if j < 2 || !(s[i+1] == '/' || s[i+1]|0x20 >= 'a' && s[i+1]|0x20 <= 'z') {
		b.WriteByte(s[i])
		return i + 1
	}
	if body := s[i+1 : i+j]; strings.Contains(body, "://") && !strings.ContainsAny(body, " =") {
		b.WriteString(body)
	}
	return i + j + 1
}

// emphasis steps over a run of marks at i, and keeps it where it marks
// nothing: between blanks, or inside a word_like_this.
func emphasis(b *strings.Builder, s string, i int) int {
	n := i
	for n < len(s) && s[n] == s[i] {
		n++
	}
	before, after := i > 0 && s[i-1] != ' ', n < len(s) && s[n] != ' '
	word := func(k int) bool {
		return s[k] >= utf8.RuneSelf || unicode.IsLetter(rune(s[k])) || unicode.IsDigit(rune(s[k]))
	}
	if !before && !after || s[i] == '_' && before && after && word(i-1) && word(n) {
		b.WriteString(s[i:n])
	}
	return n
}
