package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
	"sextant/internal/search"
	"sextant/internal/search/astpattern"
	"sextant/internal/workspace"
)

// shape is one pattern or rule in one language.
type shape struct {
	language, dir, pattern, rule string
}

func (s shape) String() string {
	if s.rule != "" {
		return s.language + " rule " + s.rule
	}
	return s.language + " " + s.pattern
}

// span is where a match is: the lines and the first column, white space at its ends left out.
type span struct {
	path              string
	line, last, start int
}

func (s span) String() string { return fmt.Sprintf("%s:%d-%d(%d)", s.path, s.line, s.last, s.start) }

// shapes compares what ast_search finds with what ast-grep does, match by
// match, for each tree of -langs with the patterns of its language. A
// difference that the file explains is counted by its reason; others are shown.
func (b *bench) shapes() error {
	if b.astgrep == "" {
		return errors.New("-astgrep must name the program of @ast-grep/cli")
	}
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return err
	}
	asked, same, differ := 0, 0, 0
	broken := make(map[string]map[string]bool)
	var total counted
	for _, p := range pairs(b.langs) {
		dir, err := filepath.Abs(p[1])
		if err != nil {
			return err
		}
		ix := index.Open(workspace.Open(dir, workspace.Options{}), index.Options{Languages: registry})
		if _, err := ix.Complete(context.Background(), nil); err != nil {
			return err
		}
		v, err := ix.View(context.Background())
		if err != nil {
			return err
		}
		if broken[p[0]], err = b.astgrepBroken(p[0], dir); err != nil {
			return err
		}
		var list []shape
		for _, text := range shapeTable[p[0]] {
			list = append(list, shape{p[0], dir, text, ""})
		}
		for _, text := range shapeRules[p[0]] {
			list = append(list, shape{p[0], dir, "", text})
		}
		for _, s := range list {
			if b.only != "" && !strings.Contains(s.String(), b.only) {
				continue
			}
			n, err := b.compare(v, s, broken)
			if err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
			asked++
			if n.unexplained == 0 {
				same++
			} else {
				differ++
			}
			total.add(n)
		}
		ix.Close()
	}
	fmt.Printf("%d questions: %d with the same matches but for those explained, %d not; %d matches in both, %d only here, %d only there\n",
		asked, same, differ, total.both, total.here, total.there)
	printReasons(total.reasons)
	return nil
}

// counted is what became of the matches of one comparison.
type counted struct {
	both, here, there, unexplained int
	reasons                        map[string]int
}

func (c *counted) add(o counted) {
	c.both, c.here, c.there, c.unexplained = c.both+o.both, c.here+o.here, c.there+o.there, c.unexplained+o.unexplained
	for r, n := range o.reasons {
		c.count(r, n)
	}
}

func (c *counted) count(reason string, n int) {
	if c.reasons == nil {
		c.reasons = make(map[string]int)
	}
	c.reasons[reason] += n
}

func printReasons(reasons map[string]int) {
	var names []string
	for r := range reasons {
		names = append(names, r)
	}
	sort.Strings(names)
	for _, r := range names {
		fmt.Printf("    %d: %s\n", reasons[r], r)
	}
}

func (b *bench) compare(v *index.View, s shape, broken map[string]map[string]bool) (counted, error) {
	var n counted
	begun := time.Now()
	ours, err := searchShape(v, s)
	took := time.Since(begun)
	var refused *astpattern.Error
	if err != nil && !errors.As(err, &refused) {
		return n, err
	}
	begun = time.Now()
	theirs, err := b.astgrepFinds(s)
	if err != nil {
		return n, err
	}
	other := time.Since(begun)
	var odd []string
	note := func(at span, text, side, reason string) {
		if reason != "" {
			n.count(reason, 1)
			return
		}
		n.unexplained++
		odd = append(odd, side+" "+at.String()+" "+text)
	}
	for at := range ours {
		if _, ok := theirs[at]; ok {
			n.both++
			continue
		}
		n.here++
		note(at, ours[at], "only here ", whyHere(s, at, broken[s.language]))
	}
	for at := range theirs {
		if _, ok := ours[at]; !ok {
			n.there++
			if refused != nil {
				n.count("refused here, as it does not parse: "+s.String(), 1)
				continue
			}
			note(at, theirs[at], "only there", whyThere(v, s, at))
		}
	}
	fmt.Printf("%-60.60s %6d both %5d only here %5d only there  %8s here %8s there\n", s, n.both, n.here, n.there, round(took), round(other))
	printReasons(n.reasons)
	sort.Strings(odd)
	for i, o := range odd {
		if i == b.missed {
			fmt.Printf("    and %d more\n", len(odd)-i)
			break
		}
		fmt.Printf("    %.150s\n", o)
	}
	return n, nil
}

// whyHere says why ast-grep does not look at a file or cannot see a match.
func whyHere(s shape, at span, broken map[string]bool) string {
	if ext := filepath.Ext(at.path); !strings.Contains(" "+astgrepExtensions[s.language]+" ", " "+ext+" ") {
		return "ast-grep does not take the file for one in " + s.language
	}
	if strings.HasPrefix(at.path, ".") || strings.Contains(at.path, "/.") {
		return "ast-grep leaves out hidden files"
	}
	if reason := readAsBody[s.language+" "+s.pattern]; reason != "" {
		return reason
	}
	if text := astgrepNeeds[s.language+" "+s.pattern]; text != "" {
		if b, err := os.ReadFile(filepath.Join(s.dir, at.path)); err == nil && !bytes.Contains(b, []byte(text)) {
			return "ast-grep leaves out files without " + text + ", however the match is written"
		}
	}
	if broken[at.path] {
		return "the grammar that ast-grep has does not understand the file in full"
	}
	return otherGrammars[s.language]
}

// readAsBody are patterns that are read here as a statement of a function,
// and by ast-grep as something else, which nothing in a function ever is.
var readAsBody = map[string]string{
	"go errors.New($A)": "read as a call here, by ast-grep as a conversion, as it would be outside of a function",
	"c zfree($P)":       "read as a call here, by ast-grep as a macro before a declaration",
	"cpp std::move($X)": "read as a call here, by ast-grep as a declaration",
}

// astgrepNeeds are the texts without which ast-grep does not look at a file,
// where a match may be written without it.
var astgrepNeeds = map[string]string{"c #define $N $V": "#define"}

// otherGrammars are the languages that ast-grep reads by another grammar, or
// another version of it.
var otherGrammars = map[string]string{
	"kotlin": "another grammar: tree-sitter-grammars' 1.1.0 here, tree-sitter-kotlin-sg 0.4.1 there",
	"lua":    "another version of the grammar: 0.4.0 here, 0.5.0 there",
	"scala":  "another version of the grammar: 0.24.0 here, 0.26.0 there",
}

// whyThere says why ast_search does not look at a file.
func whyThere(v *index.View, s shape, at span) string {
	f := v.File(at.path)
	switch {
	case f == nil:
		return "not listed here"
	case !f.Parsed():
		return "not parsed here: " + f.Class.String()
	case f.Language.ID != code.LanguageID(s.language):
		return "of another language here: " + string(f.Language.ID)
	}
	if f.Language.Dialect != nil {
		if text, err := v.Text(f); err == nil {
			if d := f.Language.Dialect(text); d != nil {
				if d.PatternGrammar() == nil {
					return "a content that would crash the grammar's scanner"
				}
				return "its content is in another language: " + string(d.ID)
			}
		}
	}
	if !parses(v, f) {
		return "the grammar here does not understand the file in full"
	}
	return otherGrammars[s.language]
}

// parses reports whether the grammar here understands a file in full.
func parses(v *index.View, f *index.File) bool {
	text, err := v.Text(f)
	if err != nil {
		return true
	}
	t, err := parse.Tree(f.Language.PatternGrammar(), text, parse.Limits{})
	return err == nil && !t.HasErrors()
}

// astgrepBroken lists the files in which ast-grep meets what its grammar does
// not understand.
func (b *bench) astgrepBroken(language, dir string) (map[string]bool, error) {
	found, err := b.astgrepFinds(shape{language: language, dir: dir, rule: `{"kind":"ERROR"}`})
	out := make(map[string]bool)
	for at := range found {
		out[at.path] = true
	}
	return out, err
}

// astgrepExtensions are the names by which ast-grep tells the languages.
var astgrepExtensions = map[string]string{
	"go": ".go", "python": ".py .py3 .pyi .bzl .bazel", "typescript": ".ts .cts .mts", "tsx": ".tsx", "javascript": ".cjs .js .mjs .jsx", "java": ".java",
	"csharp": ".cs", "c": ".c .h", "cpp": ".cc .hpp .cpp .c++ .hh .cxx .cu .ino", "rust": ".rs", "ruby": ".rb .rbw .gemspec", "php": ".php",
	"scala": ".scala .sc .sbt", "bash": ".bash .bats .cgi .command .env .fcgi .ksh .sh .tmux .tool .zsh", "lua": ".lua", "kotlin": ".kt .ktm .kts",
}

// searchShape asks here.
func searchShape(v *index.View, s shape) (map[span]string, error) {
	res, err := search.SearchAST(context.Background(), v, search.ASTQuery{Pattern: s.pattern, Rule: s.rule, Language: code.LanguageID(s.language),
		Best: 10_000_000, Exact: true, Budget: time.Hour})
	if err != nil {
		return nil, err
	}
	if res.Pending > 0 {
		return nil, fmt.Errorf("%d files were not looked at in time", res.Pending)
	}
	out := make(map[span]string)
	for _, h := range res.Hits {
		out[span{h.File.Path, h.Line, h.Last, h.From + h.Start}] = strings.TrimSpace(h.Text)
	}
	return out, nil
}

// astgrepFinds asks ast-grep.
func (b *bench) astgrepFinds(s shape) (map[span]string, error) {
	args := []string{"run", "-l", s.language, "-p", s.pattern, "--json=stream", "."}
	if s.rule != "" {
		rule := fmt.Sprintf(`{"id":"compared","language":%q,"rule":%s}`, s.language, s.rule)
		args = []string{"scan", "--inline-rules", rule, "--json=stream", "."}
	}
	cmd := exec.Command(b.astgrep, args...)
	cmd.Dir = s.dir
	var fault bytes.Buffer
	cmd.Stderr = &fault
	raw, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1 is: nothing found
		return nil, fmt.Errorf("ast-grep: %w: %s", err, fault.String())
	}
	out := make(map[span]string)
	texts := make(map[string][]byte)
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var m struct {
			File  string
			Range struct {
				ByteOffset struct{ Start, End int }
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return nil, err
		}
		path := filepath.ToSlash(strings.TrimPrefix(m.File, "./"))
		text := texts[path]
		if text == nil {
			if text, err = os.ReadFile(filepath.Join(s.dir, path)); err != nil {
				return nil, err
			}
			texts[path] = text
		}
		start, end := m.Range.ByteOffset.Start, m.Range.ByteOffset.End
		node := strings.TrimRight(string(text[start:end]), " \t\r\n")
		end = start + len(node)
		start = end - len(strings.TrimLeft(node, " \t\r\n"))
		first := bytes.LastIndexByte(text[:start], '\n') + 1
		at := span{path, 1 + bytes.Count(text[:start], []byte("\n")), 1 + bytes.Count(text[:max(start, end-1)], []byte("\n")), start - first}
		head, _, _ := strings.Cut(string(text[start:end]), "\n")
		out[at] = head
	}
	return out, lines.Err()
}
