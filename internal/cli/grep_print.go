package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sextant/internal/search/grep"
	"sextant/internal/tool"
)

// errEnough ends a search whose answer is known.
var errEnough = errors.New("enough")

// grepPrinter prints matches as grep does.
type grepPrinter struct {
	f       *grepFlags
	out     *bufio.Writer
	colored bool
	json    bool
	names   bool
	numbers bool
	shown   func(path string) string // how a path from the root is printed
	found   bool
	printed bool // some lines, so that a gap needs a mark
}

const (
	colorPath   = "\x1b[35m"
	colorNumber = "\x1b[32m"
	colorMatch  = "\x1b[1m\x1b[31m"
	colorReset  = "\x1b[0m"
)

func (p *grepPrinter) paint(color, text string) string {
	if !p.colored {
		return text
	}
	return color + text + colorReset
}

func (p *grepPrinter) file(m tool.FileMatches) error {
	p.found = true
	if p.f.perFile > 0 {
		m.Keep(p.f.perFile)
	}
	if p.shown != nil && m.Path != stdinName {
		m.Path = p.shown(m.Path)
	}
	path := p.paint(colorPath, m.Path)
	switch {
	case p.f.quiet:
		return errEnough
	case p.json:
		return p.object(m)
	case p.f.files && p.f.null:
		return p.line(path + "\x00")
	case p.f.files:
		return p.line(path + "\n")
	case p.f.countMatches:
		return p.line(p.name(path, ':') + strconv.Itoa(countMatches(m)) + "\n")
	case p.f.count:
		return p.line(p.name(path, ':') + strconv.Itoa(m.Count) + "\n")
	case m.Path == stdinName && !p.f.text && bytes.IndexByte(m.Text, 0) >= 0:
		return p.line("Binary file " + stdinName + " matches\n")
	case p.f.vimgrep:
		return p.vimgrep(path, m)
	case p.f.only:
		return eachPart(m, func(number, column int, text []byte) error {
			return p.line(p.prefix(path, number, ':') + p.columnOf(column) + p.paint(colorMatch, string(text)) + "\n")
		})
	}
	return p.lines(path, m)
}

// countMatches counts the matches of a file, several of a line too.
func countMatches(m tool.FileMatches) (n int) {
	for _, l := range m.Lines {
		n += len(m.Spans(l))
	}
	return n
}

// vimgrep prints the line in which each match begins.
func (p *grepPrinter) vimgrep(path string, m tool.FileMatches) error {
	for _, l := range m.Lines {
		text := m.Text[l.Start:l.End]
		for _, span := range m.Spans(l) {
			start := bytes.LastIndexByte(text[:span[0]], '\n') + 1
			number := l.Number + bytes.Count(text[:start], []byte{'\n'})
			line, _, _ := bytes.Cut(text[start:], []byte{'\n'})
			if err := p.line(p.prefix(path, number, ':') + p.columnOf(span[0]-start+1) + string(bytes.TrimSuffix(line, []byte{'\r'})) + "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachPart calls found with what matches, a line at a time, and where: the
// column is in bytes from 1. Matches of nothing are left out, as grep -o does.
func eachPart(m tool.FileMatches, found func(number, column int, text []byte) error) error {
	for _, l := range m.Lines {
		line := m.Text[l.Start:l.End]
		number, counted, begin := l.Number, 0, 0
		for _, span := range m.Spans(l) {
			if n := bytes.Count(line[counted:span[0]], []byte{'\n'}); n > 0 {
				number += n
				begin = bytes.LastIndexByte(line[:span[0]], '\n') + 1
			}
			counted = span[0]
			k, column := number, span[0]-begin+1
			for part := range bytes.SplitSeq(line[span[0]:span[1]], []byte{'\n'}) {
				if part = bytes.TrimSuffix(part, []byte{'\r'}); len(part) > 0 {
					if err := found(k, column, part); err != nil {
						return err
					}
				}
				k, column = k+1, 1
			}
		}
	}
	return nil
}

// jsonMatch is one object of the JSON output: a matching line, what matches
// of it with -o, or a file and how many of its lines match with -l and -c.
type jsonMatch struct {
	Path  string `json:"path"`
	Line  int    `json:"line,omitempty"`
	Last  int    `json:"end_line,omitempty"`
	Text  string `json:"text,omitempty"`
	Count int    `json:"count,omitempty"`
}

func (p *grepPrinter) object(m tool.FileMatches) error {
	switch {
	case p.f.countMatches:
		return p.item(jsonMatch{Path: m.Path, Count: countMatches(m)})
	case p.f.files || p.f.count:
		return p.item(jsonMatch{Path: m.Path, Count: m.Count})
	case p.f.only:
		return eachPart(m, func(number, _ int, text []byte) error {
			return p.item(jsonMatch{Path: m.Path, Line: number, Text: string(text)})
		})
	}
	for _, l := range m.Lines {
		x := jsonMatch{Path: m.Path, Line: l.Number, Text: string(m.Text[l.Start:l.End])}
		if l.LastNumber > l.Number {
			x.Last = l.LastNumber
		}
		if err := p.item(x); err != nil {
			return err
		}
	}
	return nil
}

func (p *grepPrinter) item(x jsonMatch) error {
	var b bytes.Buffer
	if p.printed {
		b.WriteString(",")
	}
	p.printed = true
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		return err
	}
	return p.line(strings.TrimSuffix(b.String(), "\n"))
}

// name is the path before what is printed, if paths are.
func (p *grepPrinter) name(path string, mark byte) string {
	switch {
	case !p.names:
		return ""
	case p.f.null:
		return path + "\x00"
	}
	return path + string(mark)
}

func (p *grepPrinter) prefix(path string, number int, mark byte) string {
	out := p.name(path, mark)
	if p.numbers {
		out += p.paint(colorNumber, strconv.Itoa(number)) + string(mark)
	}
	return out
}

// columnOf is a column before a line's text, if columns are printed.
func (p *grepPrinter) columnOf(column int) string {
	if !p.f.column && !p.f.vimgrep {
		return ""
	}
	return strconv.Itoa(column) + ":"
}

func (p *grepPrinter) line(text string) error {
	if _, err := p.out.WriteString(text); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}

// lines prints matching lines and those around them.
func (p *grepPrinter) lines(path string, m tool.FileMatches) error {
	starts := lineStarts(m.Text, p.f.after+p.f.before > 0)
	shown := 0 // the last line printed
	context := func(n int) error {
		return p.line(p.prefix(path, n, '-') + string(lineAt(m.Text, starts, n)) + "\n")
	}
	for i, l := range m.Lines {
		from := max(shown+1, l.Number-p.f.before)
		if p.f.after+p.f.before > 0 && (p.printed || shown > 0) && (shown == 0 || from > shown+1) {
			if err := p.line("--\n"); err != nil {
				return err
			}
		}
		for n := from; n < l.Number; n++ {
			if err := context(n); err != nil {
				return err
			}
		}
		if err := p.match(path, m, l); err != nil {
			return err
		}
		shown = l.LastNumber
		last := l.LastNumber + p.f.after
		if i+1 < len(m.Lines) {
			last = min(last, m.Lines[i+1].Number-1)
		}
		for n := l.LastNumber + 1; n <= min(last, len(starts)); n++ {
			if err := context(n); err != nil {
				return err
			}
			shown = n
		}
	}
	p.printed = true
	return nil
}

// match prints a matching line, or the lines of a match that spans several.
func (p *grepPrinter) match(path string, m tool.FileMatches, l grep.Line) error {
	text := m.Text[l.Start:l.End]
	column := 1
	if p.f.column {
		if spans := m.Spans(l); len(spans) > 0 {
			column = spans[0][0] + 1
		}
	}
	if p.colored {
		var b bytes.Buffer
		at := 0
		for _, span := range m.Spans(l) {
			if span[0] < at {
				continue
			}
			b.Write(text[at:span[0]])
			b.WriteString(colorMatch)
			b.Write(text[span[0]:span[1]])
			b.WriteString(colorReset)
			at = span[1]
		}
		b.Write(text[at:])
		text = b.Bytes()
	}
	number := l.Number
	for part := range bytes.SplitSeq(text, []byte{'\n'}) {
		if err := p.line(p.prefix(path, number, ':') + p.columnOf(column) + string(bytes.TrimSuffix(part, []byte{'\r'})) + "\n"); err != nil {
			return err
		}
		number, column = number+1, 1
	}
	return nil
}

// lineStarts is where each line begins, if that is wanted.
func lineStarts(text []byte, wanted bool) []int {
	if !wanted {
		return nil
	}
	starts := []int{0}
	for i, c := range text {
		if c == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineAt is a line by its number, from 1.
func lineAt(text []byte, starts []int, n int) []byte {
	line := text[starts[n-1]:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return bytes.TrimSuffix(line, []byte{'\r'})
}
