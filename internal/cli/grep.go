package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sextant/internal/search/grep"
	"sextant/internal/tool"
)

// grepFlags are the flags that people type for grep and rg.
type grepFlags struct {
	patterns               []string
	ignoreCase, smart      bool
	word, fixed, wholeLine bool
	multiline              bool
	files, count, only     bool
	noNumbers              bool
	after, before, around  int
	globs, types           []string
	include, exclude       []string
	excludeDir             []string
	perFile, best          int
	quiet                  bool
	color                  string
}

const grepHelp = `Search the text of the repository as grep -rn and rg do, from the index.

Every matching line is printed as path:line:text, by path; --best N prints the N best
lines instead, grouped by file, declarations first. Patterns are RE2 expressions and case
counts unless -i or -S is given. Ignored and binary files are left out, hidden ones are not.

Exit codes: 0 found, 1 nothing found, 2 wrong use or failure.`

func (s *session) grep() *cobra.Command {
	// The flags are grep's, of which -v means something else elsewhere: they
	// are read here.
	return &cobra.Command{Use: "grep PATTERN [PATH...]", Short: "Search text as grep -rn and rg do", Long: grepHelp, DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			var f grepFlags
			set := s.grepFlagSet(&f, cmd)
			err := set.Parse(args)
			if errors.Is(err, pflag.ErrHelp) {
				fmt.Fprintf(s.Out, "%s\n\nUsage:\n  sextant grep [flags] PATTERN [PATH...]\n\nFlags:\n%s", grepHelp, set.FlagUsages())
				return nil
			}
			if err != nil {
				return fmt.Errorf("grep: %w; sextant grep --help lists the flags", err)
			}
			return s.runGrep(cmd.Context(), &f, set.Args())
		}}
}

func (s *session) grepFlagSet(f *grepFlags, cmd *cobra.Command) *pflag.FlagSet {
	set := pflag.NewFlagSet("grep", pflag.ContinueOnError)
	set.SortFlags = false
	set.Usage = func() {}
	set.StringArrayVarP(&f.patterns, "regexp", "e", nil, "a pattern; several are alternatives")
	set.BoolVarP(&f.fixed, "fixed-strings", "F", false, "patterns are plain text")
	set.BoolVarP(&f.ignoreCase, "ignore-case", "i", false, "case does not count")
	set.BoolVarP(&f.smart, "smart-case", "S", false, "case counts only where the pattern has capitals")
	set.BoolVarP(&f.word, "word-regexp", "w", false, "only whole words")
	set.BoolVarP(&f.wholeLine, "line-regexp", "x", false, "only whole lines")
	set.BoolVarP(&f.multiline, "multiline", "U", false, "matches may span lines")
	set.BoolVarP(&f.files, "files-with-matches", "l", false, "print only the paths")
	set.BoolVarP(&f.count, "count", "c", false, "print only how many lines of each file match")
	set.BoolVarP(&f.only, "only-matching", "o", false, "print only what matches")
	set.BoolVarP(&f.quiet, "quiet", "q", false, "print nothing; the exit code tells")
	set.BoolVarP(&f.noNumbers, "no-line-number", "N", false, "no line numbers")
	set.IntVarP(&f.after, "after-context", "A", 0, "lines after each match")
	set.IntVarP(&f.before, "before-context", "B", 0, "lines before each match")
	set.IntVarP(&f.around, "context", "C", 0, "lines before and after each match")
	set.StringArrayVarP(&f.globs, "glob", "g", nil, "only paths that fit; !GLOB leaves out")
	set.StringArrayVarP(&f.types, "type", "t", nil, "only this language: go, py, ts, ...")
	set.StringArrayVar(&f.include, "include", nil, "grep's word for --glob")
	set.StringArrayVar(&f.exclude, "exclude", nil, "grep's word for --glob '!...'")
	set.StringArrayVar(&f.excludeDir, "exclude-dir", nil, "leave out directories of this name")
	set.IntVarP(&f.perFile, "max-count", "m", 0, "at most this many lines of a file")
	set.IntVar(&f.best, "best", 0, "the best lines of all files, ranked and grouped as grep_code does")
	set.StringVar(&f.color, "color", "auto", "auto, always or never")
	var habit, number, caseSensitive bool
	set.BoolVarP(&number, "line-number", "n", false, "print line numbers, as is the default")
	set.BoolVarP(&caseSensitive, "case-sensitive", "s", false, "case counts, as is the default")
	for _, h := range []struct{ name, short, words string }{{"recursive", "r", "accepted: searching is recursive"}, {"dereference-recursive", "R", ""},
		{"extended-regexp", "E", ""}, {"perl-regexp", "P", ""}, {"with-filename", "H", ""}, {"no-heading", "", ""}, {"hidden", "", ""}, {"binary-files-without-match", "I", ""}} {
		set.BoolVarP(&habit, h.name, h.short, false, h.words)
		_ = set.MarkHidden(h.name)
	}
	for _, name := range []string{"root", "json"} {
		set.AddFlag(cmd.InheritedFlags().Lookup(name))
	}
	return set
}

// query joins the patterns into one expression, and says which arguments are paths.
func (f *grepFlags) query(args []string) (g tool.Grep, err error) {
	patterns := f.patterns
	if len(patterns) == 0 {
		if len(args) == 0 {
			return g, errors.New("grep needs a pattern: sextant grep PATTERN [PATH...]")
		}
		patterns, args = args[:1], args[1:]
	}
	g.Paths = args
	g.Options = grep.Options{Word: f.word, Multiline: f.multiline, Case: grep.Sensitive}
	switch {
	case f.ignoreCase:
		g.Options.Case = grep.Insensitive
	case f.smart:
		g.Options.Case = grep.Smart
	}
	if len(patterns) == 1 && f.fixed && !f.wholeLine {
		g.Query, g.Options.Fixed = patterns[0], true
		return g, nil
	}
	parts := make([]string, len(patterns))
	for i, p := range patterns {
		if f.fixed {
			p = regexp.QuoteMeta(p)
		}
		parts[i] = p
	}
	g.Query = parts[0]
	if len(parts) > 1 {
		g.Query = "(?:" + strings.Join(parts, ")|(?:") + ")"
	}
	if f.wholeLine {
		g.Query = "^(?:" + g.Query + ")$"
	}
	return g, nil
}

// narrow adds the globs and types.
func (f *grepFlags) narrow(g *tool.Grep) {
	g.Globs = append(append([]string{}, f.globs...), f.include...)
	for _, e := range f.exclude {
		g.Globs = append(g.Globs, "!"+e)
	}
	for _, d := range f.excludeDir {
		g.Globs = append(g.Globs, "!**/"+strings.Trim(d, "/")+"/**", "!"+strings.Trim(d, "/")+"/**")
	}
	g.Languages = f.types
}

func (s *session) runGrep(ctx context.Context, f *grepFlags, args []string) error {
	g, err := f.query(args)
	if err != nil {
		return err
	}
	f.narrow(&g)
	if f.best > 0 {
		return s.bestLines(ctx, f, g)
	}
	a, err := s.open("")
	if err != nil {
		return err
	}
	defer a.Close()
	a.Deps.Whole = wholeBudget
	out := bufio.NewWriterSize(s.Out, 64<<10)
	p := &grepPrinter{f: f, out: out, colored: f.color == "always" || f.color == "auto" && isTerminalWriter(s.Out), json: s.json}
	if f.around > 0 {
		f.after, f.before = max(f.after, f.around), max(f.before, f.around)
	}
	if p.json {
		err = p.line(`{"result":[`)
	}
	var notes []string
	if err == nil {
		notes, err = a.Deps.EachMatch(ctx, g, f.files || f.count && f.perFile == 0 || f.quiet, p.file)
	}
	if err == nil || errors.Is(err, errEnough) {
		if p.json {
			err = p.line(fmt.Sprintf("],\"empty\":%v}\n", !p.found))
		}
		if err == nil || errors.Is(err, errEnough) {
			err = out.Flush()
		}
	}
	for _, n := range notes {
		fmt.Fprintf(s.Err, "sextant: %s\n", n)
	}
	switch {
	case err != nil:
		return err
	case !p.found:
		return errNothing
	}
	return nil
}

// bestLines answers with grep_code's page.
func (s *session) bestLines(ctx context.Context, f *grepFlags, g tool.Grep) error {
	if len(g.Paths) > 1 || len(g.Globs) > 1 || f.files || f.count || f.only || f.after+f.before > 0 {
		return errors.New("grep: --best goes with one path and one glob, and without -l, -c, -o and context")
	}
	in := map[string]any{"query": g.Query, "fixed": g.Options.Fixed, "whole_word": g.Options.Word, "multiline": g.Options.Multiline,
		"case": map[grep.Case]string{grep.Sensitive: "sensitive", grep.Insensitive: "insensitive", grep.Smart: "smart"}[g.Options.Case],
		"max":  f.best, "extensions": g.Languages, "directory": strings.Join(g.Paths, ""), "path_glob": strings.Join(g.Globs, "")}
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.runTool(ctx, "grep_code", raw)
}

// errEnough ends a search whose answer is known.
var errEnough = errors.New("enough")

// grepPrinter prints matches as grep does.
type grepPrinter struct {
	f       *grepFlags
	out     *bufio.Writer
	colored bool
	json    bool
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
	path := p.paint(colorPath, m.Path)
	switch {
	case p.f.quiet:
		return errEnough
	case p.json:
		return p.object(m)
	case p.f.files:
		return p.line(path + "\n")
	}
	if n := p.f.perFile; n > 0 && len(m.Lines) > n {
		m.Lines = m.Lines[:n]
		m.Count = n
	}
	switch {
	case p.f.count:
		return p.line(path + ":" + strconv.Itoa(m.Count) + "\n")
	case p.f.only:
		for _, l := range m.Lines {
			for _, span := range m.Spans(l) {
				if err := p.line(p.prefix(path, l.Number, ':') + p.paint(colorMatch, string(m.Text[l.Start+span[0]:l.Start+span[1]])) + "\n"); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return p.lines(path, m)
}

// object prints a file's matches as JSON: one object a line of the file, or
// one for the file where only that or a count is wanted.
func (p *grepPrinter) object(m tool.FileMatches) error {
	type item struct {
		Path string `json:"path"`
		Line int    `json:"line,omitempty"`
		Text string `json:"text,omitempty"`
		// Count is how many lines of the file match.
		Count int `json:"count,omitempty"`
	}
	var items []item
	if p.f.files || p.f.count {
		items = []item{{Path: m.Path, Count: m.Count}}
	} else {
		for _, l := range m.Lines {
			items = append(items, item{Path: m.Path, Line: l.Number, Text: string(m.Text[l.Start:l.End])})
		}
	}
	for _, x := range items {
		raw, err := json.Marshal(x)
		if err != nil {
			return err
		}
		comma := ","
		if !p.printed {
			comma, p.printed = "", true
		}
		if err := p.line(comma + string(raw)); err != nil {
			return err
		}
	}
	return nil
}

func (p *grepPrinter) prefix(path string, number int, mark byte) string {
	if p.f.noNumbers {
		return path + string(mark)
	}
	return path + string(mark) + p.paint(colorNumber, strconv.Itoa(number)) + string(mark)
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
		if err := p.line(p.prefix(path, number, ':') + string(part) + "\n"); err != nil {
			return err
		}
		number++
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
