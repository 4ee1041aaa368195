package grep

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// naiveLines is what line mode means, said the long way: every line without
// its end, tried alone.
func naiveLines(text []byte, matches func(line []byte) bool) (out []Line) {
	number := 0
	for start := 0; start < len(text); {
		number++
		end, next := len(text), len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end, next = start+i, start+i+1
			if i > 0 && text[end-1] == '\r' {
				end--
			}
		}
		if matches(text[start:end]) {
			out = append(out, Line{Number: number, LastNumber: number, Start: start, End: end})
		}
		start = next
	}
	return out
}

func wordRune(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Pc)
}

// naiveWord tries every piece of a line: it must be a match in its place, and
// its neighbours no word characters. The first in order of start is the
// answer, with all the ends it may have.
func naiveWord(query string, line []byte) (start int, ends []int) {
	bounds := []int{}
	for i := 0; i <= len(line); {
		bounds = append(bounds, i)
		_, w := utf8.DecodeRune(line[i:])
		i += max(1, w)
	}
	for i, start := range bounds {
		if before, w := utf8.DecodeLastRune(line[:start]); w > 0 && wordRune(before) {
			continue
		}
		for j := i; j < len(bounds); j++ {
			end := bounds[j]
			if after, w := utf8.DecodeRune(line[end:]); w > 0 && wordRune(after) {
				continue
			}
			exact := regexp.MustCompile(fmt.Sprintf(`\A(?s:.{%d})(?:%s)(?s:.{%d})\z`, i, query, len(bounds)-1-j))
			if exact.Match(line) {
				ends = append(ends, end)
			}
		}
		if ends != nil {
			return start, ends
		}
	}
	return -1, nil
}

// naiveSpans joins what FindAllIndex lists into lines.
func naiveSpans(text []byte, spans [][]int) (out []Line) {
	var starts, ends []int // of lines
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		starts, ends = append(starts, start), append(ends, end)
		start = end
	}
	touched := make([]int, len(starts)) // by line, the match that touches it, from 1
	joined := make([]bool, len(starts)) // with the line before
	first := 0
	for n, span := range spans {
		from, to := span[0], max(span[0], span[1]-1)
		for first < len(starts)-1 && ends[first] <= from {
			first++
		}
		for i := first; i < len(starts) && (i == first || starts[i] <= to); i++ {
			last := i == len(starts)-1 && text[len(text)-1] != '\n'
			if from < ends[i] && to >= starts[i] || last && from == len(text) {
				if i > 0 && touched[i-1] == n+1 {
					joined[i] = true
				}
				touched[i] = n + 1
			}
		}
	}
	for i := range starts {
		if touched[i] == 0 {
			continue
		}
		end := ends[i]
		line := strings.TrimSuffix(string(text[starts[i]:end]), "\n")
		if len(line) < end-starts[i] {
			line = strings.TrimSuffix(line, "\r")
		}
		if joined[i] {
			out[len(out)-1].LastNumber = i + 1
			out[len(out)-1].End = starts[i] + len(line)
			continue
		}
		out = append(out, Line{Number: i + 1, LastNumber: i + 1, Start: starts[i], End: starts[i] + len(line)})
	}
	return out
}

// all collects what Each finds.
func all(p *Pattern, text []byte) (out []Line) {
	p.Each(text, func(l Line) bool { out = append(out, l); return true })
	return out
}
