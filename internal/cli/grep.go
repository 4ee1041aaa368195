package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	noNumbers, noNames     bool
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
PATH is a file or a directory, seen from where you are or else from the repository's root;
without one the whole repository is searched, never the standard input. Printed paths are
relative to the root.

Exit codes: 0 found, 1 nothing found, 2 wrong use or failure.`

func (s *session) grep() *cobra.Command {
	// The flags are grep's, of which -v means something else elsewhere: they
	// are read here.
	c := &cobra.Command{Use: "grep PATTERN [PATH...]", Short: "Search text as grep -rn and rg do", Long: grepHelp, DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			var f grepFlags
			set := s.grepFlagSet(&f, cmd)
			err := set.Parse(args)
			switch {
			case errors.Is(err, pflag.ErrHelp), err == nil && f.noNames && len(f.patterns)+set.NArg() == 0: // rg's -h
				return cmd.Help()
			case err == nil:
				err = f.check(set)
			}
			if err != nil {
				return fmt.Errorf("grep: %w; sextant grep --help lists the flags", err)
			}
			return s.runGrep(cmd.Context(), &f, set.Args())
		}}
	c.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		fmt.Fprintf(s.Out, "%s\n\nUsage:\n  sextant grep [flags] PATTERN [PATH...]\n\nFlags:\n%s", grepHelp, s.grepFlagSet(&grepFlags{}, cmd).FlagUsages())
	})
	return c
}

// refusedFlags are flags of grep and rg that are understood and not offered.
var refusedFlags = []struct{ name, short, why string }{
	{"invert-match", "v", "-v, lines that do not match, is not offered: search for what does match (and --verbose is spelt out here)"},
	{"files-without-match", "L", "-L, files that do not match, is not offered: -l lists those that do"},
	{"null-data", "z", "-z is not offered: -U lets matches span lines"},
}

// check refuses what cannot be meant, and lets the flags agree.
func (f *grepFlags) check(set *pflag.FlagSet) error {
	for _, r := range refusedFlags {
		if set.Changed(r.name) {
			return errors.New(r.why)
		}
	}
	for _, name := range []string{"after-context", "before-context", "context", "max-count", "best"} {
		if n, err := set.GetInt(name); err != nil || n < 0 || n == 0 && set.Changed(name) && (name == "max-count" || name == "best") {
			return fmt.Errorf("--%s is a number of lines, not %s", name, set.Lookup(name).Value)
		}
	}
	switch f.color {
	case "auto", "always", "never":
	default:
		return fmt.Errorf("--color is auto, always or never, not %q", f.color)
	}
	if !set.Changed("after-context") {
		f.after = f.around
	}
	if !set.Changed("before-context") {
		f.before = f.around
	}
	return nil
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
	set.BoolVarP(&f.noNames, "no-filename", "h", false, "no paths")
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
	for _, r := range refusedFlags {
		set.BoolP(r.name, r.short, false, "")
		_ = set.MarkHidden(r.name)
	}
	cmd.InheritedFlags().VisitAll(func(inherited *pflag.Flag) {
		if set.Lookup(inherited.Name) == nil {
			c := *inherited
			c.Shorthand = "" // grep's mean something else
			set.AddFlag(&c)
		}
	})
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
	if len(patterns) == 1 && f.fixed && !f.wholeLine && patterns[0] != "" {
		g.Query, g.Options.Fixed = patterns[0], true
		return g, nil
	}
	parts := make([]string, len(patterns))
	for i, p := range patterns {
		if f.fixed {
			p = regexp.QuoteMeta(p)
		}
		if p == "" {
			p = "(?:)" // every line, as grep has it
		}
		parts[i] = p
		// A fault is that of one pattern, not of what they are put together to.
		if _, err := grep.Compile(p, g.Options); err != nil {
			return g, err
		}
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
		return inFlags(err)
	}
	f.narrow(&g)
	if g.Paths, err = s.fromHere(g.Paths); err != nil {
		return err
	}
	if f.best > 0 {
		return inFlags(s.bestLines(ctx, f, g))
	}
	a, err := s.open("")
	if err != nil {
		return err
	}
	defer a.Close()
	a.Deps.Whole = wholeBudget
	out := bufio.NewWriterSize(s.Out, 64<<10)
	p := &grepPrinter{f: f, out: out, colored: f.color == "always" || f.color == "auto" && isTerminalWriter(s.Out), json: s.json && !f.quiet}
	if p.json {
		if err := p.line(`{"result":[`); err != nil {
			return err
		}
	}
	notes, err := a.Deps.EachMatch(ctx, g, f.files || f.count && f.perFile == 0 || f.quiet, p.file)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if p.json && err == nil {
		err = p.line(fmt.Sprintf("],\"empty\":%v}\n", !p.found))
	}
	// What was found before a failure is worth having, unless it is half a JSON value.
	if !p.json || err == nil {
		if flushed := out.Flush(); err == nil && flushed != nil {
			err = fmt.Errorf("printing: %w", flushed)
		}
	}
	for _, n := range notes {
		fmt.Fprintf(s.Err, "sextant: %s\n", n)
	}
	switch {
	case err != nil:
		return inFlags(err)
	case !p.found:
		if !g.Options.Fixed && strings.Contains(g.Query, `\|`) && !f.quiet {
			fmt.Fprintf(s.Err, "sextant: \\| is a bar here: write | for \"or\"\n")
		}
		return errNothing
	}
	return nil
}

// inFlags says a fault of a query in the words of the command line.
func inFlags(err error) error {
	if err == nil || errors.Is(err, errNothing) {
		return err
	}
	var syntax *grep.SyntaxError
	var input *tool.InputError
	if !errors.As(err, &syntax) && !errors.As(err, &input) {
		return err
	}
	return errors.New(strings.NewReplacer("fixed=true", "-F", "multiline=true", "-U").Replace(err.Error()))
}

// fromHere makes paths absolute that exist where the caller stands; the rest
// are relative to the root.
func (s *session) fromHere(paths []string) ([]string, error) {
	if root, _ := s.wish(""); len(paths) == 0 || root != "" {
		return paths, nil // a root was named, so paths are seen from there
	}
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p
		if _, err := os.Lstat(p); err != nil {
			continue
		}
		full, err := filepath.Abs(p)
		if err != nil {
			return nil, fmt.Errorf("resolving %q: %w", p, err)
		}
		out[i] = full
	}
	return out, nil
}

// bestLines answers with grep_code's page.
func (s *session) bestLines(ctx context.Context, f *grepFlags, g tool.Grep) error {
	if len(g.Paths) > 1 || f.files || f.count || f.only || f.quiet || f.perFile > 0 || f.after+f.before > 0 {
		return errors.New("grep: --best goes with one path, and without -l, -c, -o, -q, -m and context")
	}
	in := map[string]any{"query": g.Query, "fixed": g.Options.Fixed, "whole_word": g.Options.Word, "multiline": g.Options.Multiline,
		"case": map[grep.Case]string{grep.Sensitive: "sensitive", grep.Insensitive: "insensitive", grep.Smart: "smart"}[g.Options.Case],
		"max":  f.best, "extensions": g.Languages, "directory": strings.Join(g.Paths, ""), "path_glob": g.Globs}
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
	if p.f.perFile > 0 {
		m.Keep(p.f.perFile)
	}
	path := p.paint(colorPath, m.Path)
	switch {
	case p.f.quiet:
		return errEnough
	case p.json:
		return p.object(m)
	case p.f.files:
		return p.line(path + "\n")
	case p.f.count && p.f.noNames:
		return p.line(strconv.Itoa(m.Count) + "\n")
	case p.f.count:
		return p.line(path + ":" + strconv.Itoa(m.Count) + "\n")
	case p.f.only:
		return eachPart(m, func(number int, text []byte) error {
			return p.line(p.prefix(path, number, ':') + p.paint(colorMatch, string(text)) + "\n")
		})
	}
	return p.lines(path, m)
}

// eachPart calls found with what matches, a line at a time. Matches of nothing
// are left out, as grep -o does.
func eachPart(m tool.FileMatches, found func(number int, text []byte) error) error {
	for _, l := range m.Lines {
		line := m.Text[l.Start:l.End]
		number, counted := l.Number, 0
		for _, span := range m.Spans(l) {
			number += bytes.Count(line[counted:span[0]], []byte{'\n'})
			counted = span[0]
			k := number
			for part := range bytes.SplitSeq(line[span[0]:span[1]], []byte{'\n'}) {
				if part = bytes.TrimSuffix(part, []byte{'\r'}); len(part) > 0 {
					if err := found(k, part); err != nil {
						return err
					}
				}
				k++
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
	case p.f.files || p.f.count:
		return p.item(jsonMatch{Path: m.Path, Count: m.Count})
	case p.f.only:
		return eachPart(m, func(number int, text []byte) error {
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

func (p *grepPrinter) prefix(path string, number int, mark byte) string {
	out := ""
	if !p.f.noNames {
		out = path + string(mark)
	}
	if !p.f.noNumbers {
		out += p.paint(colorNumber, strconv.Itoa(number)) + string(mark)
	}
	return out
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
		if err := p.line(p.prefix(path, number, ':') + string(bytes.TrimSuffix(part, []byte{'\r'})) + "\n"); err != nil {
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
