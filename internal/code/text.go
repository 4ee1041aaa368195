package code

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// CountLines counts lines as editors number them: text without a final
// newline still has its last line, and empty text has none.
func CountLines(src []byte) uint32 {
	n := uint32(bytes.Count(src, []byte{'\n'}))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}

// CountChars counts Unicode code points; an invalid byte counts as one.
func CountChars(src []byte) uint32 { return uint32(utf8.RuneCount(src)) }

// FirstSentence returns the first sentence of prose as one line of at most
// max characters. Markup lines and empty lines end it.
func FirstSentence(text string, max int) string {
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			if b.Len() > 0 {
				break
			}
			continue
		}
		if b.Len() > 0 {
			if line[0] == '@' || line[0] == ':' {
				break
			}
			b.WriteByte(' ')
		}
		b.WriteString(line)
		if end := sentenceEnd(b.String()); end > 0 {
			return Clip(OneLine(b.String()[:end]), max)
		}
		if b.Len() > 4*max {
			break
		}
	}
	return Clip(OneLine(b.String()), max)
}

// sentenceEnd returns the offset just past the first sentence's full stop, or
// 0. A stop counts when white space or the end follows and the word before it
// is not an abbreviation.
func sentenceEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', '!', '?':
			if i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '\t' {
				continue
			}
			if s[i] == '.' && abbreviated(s[:i]) {
				continue
			}
			return i + 1
		}
		if strings.HasPrefix(s[i:], "。") {
			return i + len("。")
		}
	}
	return 0
}

func abbreviated(before string) bool {
	word := before[strings.LastIndexAny(before, " \t(")+1:]
	switch strings.ToLower(word) {
	case "e.g", "i.e", "etc", "vs", "cf", "approx", "resp", "no", "fig", "dr", "mr", "mrs", "st":
		return true
	}
	return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z'
}

// Clip cuts s to at most max characters, ending in "…" when it was cut.
func Clip(s string, max int) string {
	if max <= 0 {
		return ""
	}
	if len(s) <= max || utf8.RuneCountInString(s) <= max {
		return s
	}
	n := 0
	for i := range s {
		if n == max-1 {
			return strings.TrimRight(s[:i], " ") + "…"
		}
		n++
	}
	return s
}

// OneLine collapses every run of white space to one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// LastPart is what stands after the last separator of a name in any
// language's spelling: a.b, A::b, A\B, a->b, a/b.
func LastPart(name string) string {
	return name[strings.LastIndexAny(name, `.:\>/`)+1:]
}
