package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"sextant/internal/index"
	"sextant/internal/search/grep"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

// largestText is what the index of these trees takes: small, so that a tree
// has files beyond it.
const largestText = 80_000

// disk is a random tree of files and what should be found in it.
type disk struct {
	t     testing.TB
	r     *rand.Rand
	root  string
	files map[string][]byte // regular ones, by path
}

var (
	textWords = []string{"foo", "Foo", "FOO", "bar", "foobar", "x", "k", "K", "\u212a", "s", "ſ", "ß", "é", "É", "naïve", "日本", "αβγ", "Σ", "ς", "_", "9", "42", "$",
		"e\u0301", "\ufffd", "func", "(", ")", "[", ".", "*", `\`, `"`, "\t", "İ", "ı", "aab", "aaaa", "bab", "𝒳"}
	textEnds  = []string{"\n", "\n", "\n", "\n\n", "\r\n", "\r\n", "\r", "\n\r\n"}
	fileNames = []string{"a.go", "b.py", "c", "-x.go", "with space.txt", "new\nline.c", `quote".js`, "日本.go", "#hash#", ".hidden", "UPPER.GO", "x.min.js", "$(x).sh",
		"[a].ts", "test_a.py", "Makefile", "data.csv", "back\\slash", "bad\xffname", "z.", "node_modules/m/i.js", "vendor/v.go", "d/e/f/g/h.go", "d/!x", ".dot/x"}
	atoms = []string{`\w+`, `\W`, `\d`, `\s`, `\S+`, `\b`, `\B`, "^", "$", `\A`, `\z`, "[ab]", "[^a]", "[a-z]+", ".", ".*", "(?s:.)", `\pL`, `\p{Greek}`, "(?i:foo)",
		"[é日]", "[^é]", "()", "a{2,3}", "(?:b|ab)+", `\x{FFFD}`, `\r`, "[&~-]", "k", "ſ", "x?"}
)

func (d *disk) pick(from []string) string { return from[d.r.IntN(len(from))] }

// lines makes text of about so many bytes.
func (d *disk) lines(size int) string {
	var b strings.Builder
	for b.Len() < size {
		for range d.r.IntN(8) {
			b.WriteString(d.pick(textWords))
			if d.r.IntN(3) == 0 {
				b.WriteByte(' ')
			}
		}
		b.WriteString(d.pick(textEnds))
	}
	return b.String()
}

// content makes the bytes of a file.
func (d *disk) content() []byte {
	text := d.lines(d.r.IntN(3000))
	switch d.r.IntN(16) {
	case 0:
		return nil
	case 1:
		return []byte("\xef\xbb\xbf" + text)
	case 2, 3: // UTF-16
		units := utf16.Encode([]rune(text))
		if d.r.IntN(4) == 0 {
			units = append(units, 0xd800, 'x') // half a pair
		}
		big := d.r.IntN(2) == 0
		raw := []byte("\xff\xfe")
		if big {
			raw = []byte("\xfe\xff")
		}
		for _, u := range units {
			if big {
				raw = append(raw, byte(u>>8), byte(u))
			} else {
				raw = append(raw, byte(u), byte(u>>8))
			}
		}
		return raw[:len(raw)-d.r.IntN(2)]
	case 4, 5: // Latin-1
		raw := []byte("caf\xe9 ")
		for _, r := range text {
			if r < 256 {
				raw = append(raw, byte(r))
			}
		}
		return raw
	case 6: // NUL early: binary
		return append([]byte(text[:min(len(text), 100)]), "\x00foo bar\n"...)
	case 7: // NUL late
		return []byte(d.lines(8100) + "foo\x00bar\n" + text)
	case 8: // one long line
		return []byte(strings.Repeat(d.pick(textWords)+" ", 66_000/4) + d.pick(textWords) + "foo")
	case 9: // several pieces of the index
		return []byte(d.lines(20_000 + d.r.IntN(50_000)))
	case 10:
		if d.r.IntN(4) > 0 {
			break
		}
		return []byte(d.lines(largestText + d.r.IntN(2)*100))
	case 11:
		return []byte(strings.TrimRight(text, "\r\n"))
	case 12:
		return []byte(strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", "\r\n"))
	case 13:
		for _, raw := range d.files {
			return raw // the same under several paths
		}
	}
	return []byte(text)
}

func (d *disk) write(p string, raw []byte) {
	full := filepath.Join(d.root, filepath.FromSlash(p))
	if os.MkdirAll(filepath.Dir(full), 0o755) != nil || os.WriteFile(full, raw, 0o644) != nil {
		return // a name this system does not take, or a file in the place of a directory
	}
	d.files[p] = raw
}

// change makes, rewrites, renames and removes a few files.
func (d *disk) change(times int) {
	for range times {
		names := slices.Sorted(maps.Keys(d.files))
		p := d.pick(fileNames)
		if d.r.IntN(3) > 0 {
			p = fmt.Sprintf("dir%d/%s", d.r.IntN(4), p)
		}
		switch op := d.r.IntN(10); {
		case op < 6 || len(names) == 0:
			d.write(p, d.content())
		case op == 6:
			old := d.pick(names)
			testkit.Must(d.t, os.Remove(filepath.Join(d.root, old)))
			delete(d.files, old)
		case op == 7:
			old := d.pick(names)
			full := filepath.Join(d.root, p)
			if d.files[p] == nil && os.MkdirAll(filepath.Dir(full), 0o755) == nil && os.Rename(filepath.Join(d.root, old), full) == nil {
				d.files[p] = d.files[old]
				delete(d.files, old)
			}
		case op == 8: // the same length, perhaps in the same instant
			old := d.pick(names)
			raw := bytes.ReplaceAll(d.files[old], []byte("foo"), []byte("bar"))
			d.write(old, raw)
		default:
			_ = os.Symlink("../"+d.pick(names), filepath.Join(d.root, fmt.Sprintf("link%d", d.r.IntN(5))))
		}
	}
}

// ask makes a random question: most hold something that is in some file.
func (d *disk) ask() TextQuery {
	var o grep.Options
	cut := func() string {
		var text string
		for _, raw := range d.files {
			if text = string(workspace.Text(raw)); len(text) > 3 && d.r.IntN(4) == 0 {
				break
			}
		}
		if text == "" {
			return d.pick(textWords)
		}
		from := d.r.IntN(len(text))
		to := min(len(text), from+1+d.r.IntN(12))
		return strings.ToValidUTF8(text[from:to], "")
	}
	o.Case = []grep.Case{grep.Sensitive, grep.Insensitive}[d.r.IntN(2)]
	o.Word = d.r.IntN(5) == 0
	o.Multiline = d.r.IntN(4) == 0
	one := func() string {
		literal := cut()
		if !o.Multiline {
			literal, _, _ = strings.Cut(strings.TrimLeft(literal, "\r\n"), "\n")
		}
		if d.r.IntN(3) == 0 {
			literal = strings.ToUpper(literal)
		}
		return literal
	}
	if d.r.IntN(5) == 0 {
		o.Fixed, o.Word = true, false
		return TextQuery{Query: one(), Options: o}
	}
	var b strings.Builder
	for range 1 + d.r.IntN(3) {
		switch d.r.IntN(5) {
		case 0, 1:
			b.WriteString(regexp.QuoteMeta(one()))
		case 2:
			b.WriteString(d.pick(atoms))
		case 3:
			fmt.Fprintf(&b, "(%s|%s)", regexp.QuoteMeta(one()), regexp.QuoteMeta(d.pick(textWords)))
		default:
			fmt.Fprintf(&b, "(?:%s)%s", regexp.QuoteMeta(d.pick(textWords)), d.pick([]string{"+", "?", "*", "{2}", "{1,3}"}))
		}
	}
	return TextQuery{Query: b.String(), Options: o}
}

// expect is the answer found the long way: "path:line" of every line that
// matches. It is nil for a query that is refused.
func (d *disk) expect(q TextQuery) []string {
	source := q.Query
	if q.Options.Fixed {
		source = regexp.QuoteMeta(source)
	}
	flags := ""
	if q.Options.Multiline {
		flags = "m"
	}
	if q.Options.Case == grep.Insensitive {
		flags += "i"
	}
	if flags != "" {
		source = "(?" + flags + ":" + source + ")"
	}
	if q.Options.Word {
		const notWord = `[^\p{L}\p{M}\p{Nd}\p{Pc}]`
		source = `(?:\A|` + notWord + `)(` + source + `)(?:` + notWord + `|\z)`
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil
	}
	out := []string{}
	for p, raw := range d.files {
		if len(raw) > largestText || workspace.IsBinary(raw) {
			continue
		}
		text := workspace.Text(raw)
		touched := make(map[int]bool)
		if q.Options.Multiline {
			d.spans(re, text, touched)
		} else {
			lines := bytes.SplitAfter(text, []byte("\n"))
			for i, line := range lines {
				if i == len(lines)-1 && len(line) == 0 {
					break
				}
				if bytes.HasSuffix(line, []byte("\n")) {
					line = bytes.TrimSuffix(line[:len(line)-1], []byte("\r"))
				}
				if re.Match(line) {
					touched[i+1] = true
				}
			}
		}
		for n := range touched {
			out = append(out, fmt.Sprintf("%s:%d", p, n))
		}
	}
	slices.Sort(out)
	return out
}

// spans marks the lines that matches of the whole text touch.
func (d *disk) spans(re *regexp.Regexp, text []byte, touched map[int]bool) {
	line, at := 1, 0
	for _, m := range re.FindAllIndex(text, -1) {
		start, last := m[0], max(m[0], m[1]-1)
		if start == len(text) && (start == 0 || text[start-1] == '\n') {
			continue
		}
		line += bytes.Count(text[at:start], []byte("\n"))
		at = start
		for n := range 1 + bytes.Count(text[start:min(last, len(text))], []byte("\n")) {
			touched[line+n] = true
		}
	}
}

// found is what a search says, in the words of expect.
func found(t testing.TB, res *TextResults) []string {
	t.Helper()
	out := []string{}
	counts := make(map[string]int)
	for _, h := range res.Hits {
		for n := h.Line; n <= h.Last; n++ {
			out = append(out, fmt.Sprintf("%s:%d", h.File.Path, n))
			counts[h.File.Path]++
		}
		if h.Start < 0 || h.End < h.Start || h.End > len(h.Text) || !utf8.ValidString(h.Text) || strings.Contains(h.Text, "\n") {
			t.Fatalf("hit %s:%d: match at %d-%d of %q", h.File.Path, h.Line, h.Start, h.End, h.Text)
		}
	}
	if len(out) != res.Lines || len(counts) != res.Files || len(res.Counts) != res.Files {
		t.Fatalf("%d lines and %d files are shown, %d and %d counted", len(out), len(counts), res.Lines, res.Files)
	}
	for _, c := range res.Counts {
		if counts[c.File.Path] != c.Lines {
			t.Fatalf("%s: %d lines shown, %d counted", c.File.Path, counts[c.File.Path], c.Lines)
		}
	}
	slices.Sort(out)
	return out
}

// compare asks every backend the same and wants the same answer as expect's.
func (d *disk) compare(v *index.View, questions int) (lines int) {
	d.t.Helper()
	for range questions {
		q := d.ask()
		q.Best, q.Exact, q.Budget = 1<<18, true, time.Minute
		if q.Options.Word && q.Options.Multiline {
			q.Options.Word = false // package grep's own tests compare these
		}
		want := d.expect(q)
		for _, q.Backend = range []Backend{Auto, Index, Scan, Ripgrep} {
			res, err := SearchText(context.Background(), v, q)
			var refused *grep.SyntaxError
			if errors.As(err, &refused) {
				break
			}
			if err != nil || want == nil {
				d.t.Fatalf("%s: %q %+v: %v", q.Backend, q.Query, q.Options, err)
			}
			if got := found(d.t, res); !slices.Equal(got, want) {
				d.t.Fatalf("%s: %q %+v, %d of %d files indexed\n got %.2000q\nwant %.2000q", q.Backend, q.Query, q.Options,
					v.Progress().Indexed, v.Progress().Text, diff(got, want), diff(want, got))
			}
			if res.Pending+res.Unread > 0 || res.Stopped {
				d.t.Fatalf("%s: %q: %+v", q.Backend, q.Query, res)
			}
			lines += len(want)
		}
	}
	return lines
}

// diff is what a holds and b does not.
func diff(a, b []string) (out []string) {
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); !ok {
			out = append(out, x)
		}
	}
	return out
}

// checkSearch makes a tree, asks, edits and asks again: right after the edits
// and once everything is indexed, over many small segments and joined ones,
// from memory or through a cache that is opened anew.
func checkSearch(t testing.TB, seed uint64, rounds int) (lines int) {
	d := &disk{t: t, r: rand.New(rand.NewPCG(seed, 3)), root: testkit.Isolate(t), files: make(map[string][]byte)}
	opt := index.Options{Languages: languages(), MaxTextBytes: largestText}
	if d.r.IntN(2) == 0 {
		opt.CacheDir = filepath.Join(filepath.Dir(d.root), "index")
	}
	open := func() *index.Indexer { return index.Open(workspace.Open(d.root, workspace.Options{}), opt) }
	ix := open()
	defer func() { testkit.Must(t, ix.Close()) }()
	d.change(5 + d.r.IntN(20))
	for range rounds {
		v, err := ix.View(context.Background())
		testkit.Must(t, err)
		lines += d.compare(v, 2)
		switch d.r.IntN(6) {
		case 0, 1:
			v, err = ix.CompleteText(context.Background(), nil)
			testkit.Must(t, err)
			if p := v.Progress(); p.Indexed != p.Text {
				t.Fatalf("not complete: %+v", p)
			}
			lines += d.compare(v, 3)
		case 2:
			if opt.CacheDir != "" {
				testkit.Must(t, ix.Close())
				ix = open()
			}
		}
		d.change(1 + d.r.IntN(6))
	}
	return lines
}

func TestEveryBackendFindsEverything(t *testing.T) {
	lines := 0
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { lines += checkSearch(t, seed, 12) })
	}
	if lines < 10_000 {
		t.Errorf("the test has become weak: %d lines found", lines)
	}
}

func FuzzSearchText(f *testing.F) {
	f.Add(uint64(100))
	f.Fuzz(func(t *testing.T, seed uint64) { checkSearch(t, seed, 2) })
}
