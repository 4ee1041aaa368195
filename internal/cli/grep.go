package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sextant/internal/app"
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
	notTypes               []string
	perFile, best          int
	quiet                  bool
	color                  string
	names, numbers         bool
	recursive, text        bool
	null, column, vimgrep  bool
	countMatches           bool
	typeList               bool
	sort                   string
	directories, depth     string
}

const grepHelp = `Search the text of the repository as grep -rn and rg do, from the index.

Every matching line is printed as path:line:text, by path, one FILE's without the path;
--best N prints the N best lines instead, grouped by file, declarations first, with paths
relative to the repository's root. Patterns are RE2 expressions and case counts unless -i
or -S is given. Ignored and binary files are left out, hidden ones are not.

PATH is a file or a directory, seen from where you are or else from the root; without one
the current directory is searched. Printed paths and globs are relative to the current
directory; with --root, PATH, globs and printed paths are relative to that.

The standard input is searched, without line numbers unless -n is given, when PATH is -,
or when there is no PATH and it is a file or a pipe that brings something within 100 ms.
-r, -g, -t, -T, --include, --exclude, --exclude-dir and --best ask for files instead.

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
			if err == nil && f.typeList {
				return s.listTypes()
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
	{"unrestricted", "u", noIgnored},
	{"no-ignore", "", noIgnored},
	{"no-ignore-vcs", "", noIgnored},
	{"stats", "", "--stats is not offered: -c counts the lines of each file"},
	{"files", "", "--files is not offered: sextant files lists files by name"},
}

const (
	noIgnored = "-u and --no-ignore are not offered: ignored files are not in the index; use rg for them"
	noDepth   = "--max-depth is not offered: PATH and -g say where to search"
)

// check refuses what cannot be meant, and lets the flags agree.
func (f *grepFlags) check(set *pflag.FlagSet) error {
	for _, r := range refusedFlags {
		if set.Changed(r.name) {
			return errors.New(r.why)
		}
	}
	if _, err := strconv.Atoi(f.directories); err == nil || set.Changed("max-depth") { // -d is rg's --max-depth too
		return errors.New(noDepth)
	}
	if f.sort != "path" && f.sort != "none" {
		return fmt.Errorf("--sort %s is not offered: matches are by path, or with --best by worth", f.sort)
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
	set.BoolVarP(&f.names, "with-filename", "H", false, "paths also for one FILE and the standard input")
	set.BoolVarP(&f.numbers, "line-number", "n", false, "line numbers also for the standard input")
	set.BoolVar(&f.column, "column", false, "the first match's column, in bytes from 1, after the line number")
	set.BoolVar(&f.vimgrep, "vimgrep", false, "path:line:column:text for every match")
	set.BoolVar(&f.countMatches, "count-matches", false, "print only how many matches each file has")
	set.BoolVarP(&f.null, "null", "0", false, "a NUL byte after each path")
	set.IntVarP(&f.after, "after-context", "A", 0, "lines after each match")
	set.IntVarP(&f.before, "before-context", "B", 0, "lines before each match")
	set.IntVarP(&f.around, "context", "C", 0, "lines before and after each match")
	set.StringArrayVarP(&f.globs, "glob", "g", nil, "only paths that fit; !GLOB leaves out")
	set.StringArrayVarP(&f.types, "type", "t", nil, "only this language: go, py, ts, ...")
	set.StringArrayVarP(&f.notTypes, "type-not", "T", nil, "not this language")
	set.BoolVar(&f.typeList, "type-list", false, "print the languages that -t and -T know")
	set.StringArrayVar(&f.include, "include", nil, "grep's word for --glob")
	set.StringArrayVar(&f.exclude, "exclude", nil, "grep's word for --glob '!...'")
	set.StringArrayVar(&f.excludeDir, "exclude-dir", nil, "leave out directories of this name")
	set.IntVarP(&f.perFile, "max-count", "m", 0, "at most this many lines of a file")
	set.IntVar(&f.best, "best", 0, "the best lines of all files, ranked and grouped as grep_code does")
	set.StringVar(&f.color, "color", "auto", "auto, always or never")
	f.acceptHabits(set)
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

// acceptHabits adds, hidden, the flags that ask for what is done anyway.
func (f *grepFlags) acceptHabits(set *pflag.FlagSet) {
	var ignored bool
	var ignoredText string
	for _, h := range []struct {
		name, short string
		value       *bool
	}{{"recursive", "r", &f.recursive}, {"dereference-recursive", "R", &f.recursive}, {"text", "a", &f.text}, {"null-names", "Z", &f.null},
		{"case-sensitive", "s", &ignored}, {"extended-regexp", "E", &ignored}, {"basic-regexp", "G", &ignored}, {"perl-regexp", "P", &ignored},
		{"pcre2", "", &ignored}, {"heading", "", &ignored}, {"no-heading", "", &ignored}, {"hidden", "", &ignored}, {"no-messages", "", &ignored},
		{"line-buffered", "", &ignored}, {"binary-files-without-match", "I", &ignored}} {
		set.BoolVarP(h.value, h.name, h.short, false, "")
		_ = set.MarkHidden(h.name)
	}
	for _, h := range []struct {
		name, short, standard string
		value                 *string
	}{{"threads", "j", "", &ignoredText}, {"sort", "", "path", &f.sort}, {"directories", "d", "", &f.directories}, {"max-depth", "", "", &f.depth}} {
		set.StringVarP(h.value, h.name, h.short, h.standard, "")
		_ = set.MarkHidden(h.name)
	}
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
func (f *grepFlags) narrow(g *tool.Grep) error {
	g.Globs = append(append([]string{}, f.globs...), f.include...)
	for _, e := range f.exclude {
		g.Globs = append(g.Globs, "!"+e)
	}
	for _, d := range f.excludeDir {
		g.Globs = append(g.Globs, "!**/"+strings.Trim(d, "/")+"/**", "!"+strings.Trim(d, "/")+"/**")
	}
	g.Languages = f.types
	for _, name := range f.notTypes {
		globs, err := languageGlobs(name)
		if err != nil {
			return err
		}
		g.Globs = append(g.Globs, globs...)
	}
	return nil
}

// ofFiles reports whether the flags say that files are meant.
func (f *grepFlags) ofFiles() bool {
	return f.recursive || f.best > 0 || len(f.globs)+len(f.types)+len(f.notTypes)+len(f.include)+len(f.exclude)+len(f.excludeDir) > 0
}

func (s *session) runGrep(ctx context.Context, f *grepFlags, args []string) error {
	g, err := f.query(args)
	if err != nil {
		return inFlags(err)
	}
	if err := f.narrow(&g); err != nil {
		return err
	}
	out := bufio.NewWriterSize(s.Out, 64<<10)
	p := &grepPrinter{f: f, out: out, colored: f.color == "always" || f.color == "auto" && isTerminalWriter(s.Out), json: s.json && !f.quiet,
		names: !f.noNames, numbers: !f.noNumbers}
	var input []byte
	fromInput := slices.Contains(g.Paths, stdinPath)
	g.Paths = slices.DeleteFunc(g.Paths, func(path string) bool { return path == stdinPath })
	if fromInput || len(g.Paths) == 0 && !f.ofFiles() {
		var note string
		if input, note, err = s.readInput(ctx, fromInput); err != nil {
			return err
		}
		if note != "" && !f.quiet {
			fmt.Fprintf(s.Err, "sextant: %s\n", note)
		}
		fromInput = fromInput || input != nil
	}
	onlyInput := fromInput && len(g.Paths) == 0
	if onlyInput && f.best > 0 {
		return errors.New("grep: --best ranks files, not the standard input")
	}
	if onlyInput {
		p.names, p.numbers = f.names && !f.noNames, f.numbers && !f.noNumbers
	}
	var a *app.App
	if !onlyInput {
		if a, err = s.open(""); err != nil {
			return err
		}
		defer a.Close()
		a.Deps.Whole = wholeBudget
		here, err := s.stand(a, &g)
		if err != nil {
			return err
		}
		if f.best > 0 {
			return inFlags(s.bestLines(ctx, a, f, g))
		}
		p.shown = here.shown
		p.names = !f.noNames && (f.names || f.vimgrep || fromInput || !here.oneFile)
	}
	if p.json {
		if err := p.line(`{"result":[`); err != nil {
			return err
		}
	}
	var notes []string
	if fromInput {
		err = p.input(input, g)
	}
	if err == nil && !onlyInput {
		notes, err = a.Deps.EachMatch(ctx, g, f.files || f.count && f.perFile == 0 && !f.countMatches || f.quiet, p.file)
	}
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

// bestLines answers with grep_code's page.
func (s *session) bestLines(ctx context.Context, a *app.App, f *grepFlags, g tool.Grep) error {
	if len(g.Paths) > 1 || f.files || f.count || f.countMatches || f.vimgrep || f.only || f.quiet || f.perFile > 0 || f.after+f.before > 0 {
		return errors.New("grep: --best goes with one path, and without -l, -c, -o, -q, -m, --vimgrep and context")
	}
	in := map[string]any{"query": g.Query, "fixed": g.Options.Fixed, "whole_word": g.Options.Word, "multiline": g.Options.Multiline,
		"case": map[grep.Case]string{grep.Sensitive: "sensitive", grep.Insensitive: "insensitive", grep.Smart: "smart"}[g.Options.Case],
		"max":  f.best, "extensions": g.Languages, "directory": strings.Join(g.Paths, ""), "path_glob": g.Globs}
	raw, err := json.Marshal(in)
	if err != nil {
		return err
	}
	r, err := a.Call(ctx, "grep_code", raw)
	if err != nil {
		return err
	}
	return s.print(r)
}
