// Package summary says in a few words what a file is for. In go one file's
// facts and what the caller knows of its place in the project; out comes a
// Summary that costs a tenth of what the file does. It also holds the engine
// that works from text alone, and the scorer for searches by purpose. Nothing
// is said that the facts do not say.
//
// The main types are Source, Summary and Terms. Whose facts they are, and
// whether they are fresh, is the business of the caller.
package summary

import (
	"encoding/json"
	"path"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
)

// Source is what is known of a file that is summarised.
type Source struct {
	Path  string // relative to the root, with forward slashes
	Class code.Class
	Lines int         // used where there are no facts
	Facts *code.Facts // nil for a file that is not parsed
	// Text is the content, or the first part of it. It is looked at only where
	// the facts cover nothing of the file; nil where nobody has read it.
	Text []byte
	// EntryPoint is true if running the project begins here.
	EntryPoint bool
	// Tests is the path of the file that this one tests, "" if it is no test or
	// nobody knows of which.
	Tests string
}

// Confidence says how far a summary can be relied on.
type Confidence string

// The confidences. Low asks the reader to look at the file itself.
const (
	High   Confidence = "high"   // the whole file was understood and says what it is
	Medium Confidence = "medium" // what it holds is known, what it is for is not said
	Low    Confidence = "low"    // read in part, or not at all
)

// Summary describes a file. The order of the fields is that of the reply.
type Summary struct {
	Purpose              string     `json:"purpose"` // one line, at most MaxPurpose characters
	Exports              []string   `json:"exports"`
	Imports              []string   `json:"imports"`
	LineCount            int        `json:"lineCount"`
	TopLevelDeclarations []string   `json:"topLevelDeclarations"`
	Confidence           Confidence `json:"confidence"`
	// What follows is the true number of names where the list above is cut.
	ExportsTruncated      int `json:"exportsTruncated,omitempty"`
	ImportsTruncated      int `json:"importsTruncated,omitempty"`
	DeclarationsTruncated int `json:"topLevelDeclarationsTruncated,omitempty"`
}

// The most names that a summary lists.
const (
	MaxExports      = 25
	MaxImports      = 30
	MaxDeclarations = 30
)

// MaxPurpose bounds a purpose line, in characters.
const MaxPurpose = 160

// Of summarises a file. What facts do not cover is read from the text if that
// is given.
func Of(s Source) Summary {
	fromText := false
	if empty(s.Facts) && len(s.Text) > 0 && readable(s.Class) {
		s.Facts, fromText = scanText(s.Class, s.Text), true
	}
	purpose, clear := describe(&s)
	out := Summary{Purpose: purpose, LineCount: s.Lines, Confidence: Low}
	if s.Facts != nil {
		out.LineCount = int(s.Facts.Lines)
		out.Confidence = confidence(&s, clear, fromText)
	}
	out.list(&s)
	return out
}

// empty reports whether facts say nothing of what the file holds.
func empty(f *code.Facts) bool {
	return f == nil || f.Status == code.StatusTextOnly || f.Status == code.StatusFallback && len(f.Definitions) == 0
}

// readable reports whether a class of files has text that says what it holds.
func readable(c code.Class) bool {
	switch c {
	case code.ClassBinary, code.ClassTooLarge, code.ClassUnreadable, code.ClassSymlink, code.ClassMinified, code.ClassData:
		return false
	}
	return true
}

func confidence(s *Source, clear, fromText bool) Confidence {
	switch {
	case fromText || !readable(s.Class) || s.Facts.Status != code.StatusComplete:
		return Low
	case clear || s.Facts.Lines == 0:
		return High
	}
	return Medium
}

// spared is how many bytes of a file one byte of its summary should stand for.
// A little more than is promised, since lines with few words compress less.
const spared = 14

// list fills in the names, as many as the size of the file allows: who reads a
// small file's summary can read the file for little more.
func (s *Summary) list(src *Source) {
	exports, imports, declarations := []string{}, []string{}, []string{}
	if f := src.Facts; f != nil {
		exports, imports, declarations = f.Exports(), Imports(f), Declarations(f)
	}
	budget := 1 << 20
	if src.Facts != nil {
		s.Exports, s.Imports, s.TopLevelDeclarations = []string{}, []string{}, []string{}
		budget = int(src.Facts.Chars)/spared - s.size()
	}
	c := cutter{left: budget}
	s.Exports, s.ExportsTruncated = c.cut(exports, MaxExports, 2, exportsCount, nil)
	s.Imports, s.ImportsTruncated = c.cut(imports, MaxImports, 1, importsCount, nil)
	shown := make(map[string]bool, len(s.Exports))
	for _, n := range s.Exports {
		shown[n] = true
	}
	s.TopLevelDeclarations, s.DeclarationsTruncated = c.cut(declarations, MaxDeclarations, 0, declarationsCount, shown)
}

// size is how many bytes the summary takes in a reply.
func (s *Summary) size() int {
	b, err := json.Marshal(s)
	if err != nil {
		return 0
	}
	return len(b)
}

// cutter hands out what a budget of bytes allows.
type cutter struct{ left int }

// What the number of all names costs, by list.
const (
	exportsCount      = len(`,"exportsTruncated":10`)
	importsCount      = len(`,"importsTruncated":10`)
	declarationsCount = len(`,"topLevelDeclarationsTruncated":10`)
)

// cut returns the names that fit, in their order, and how many there are if
// that is not all of them: at most most, and at least fewest whatever the
// budget. All are shown where their number would cost as much. Where not all fit, those that are shown elsewhere come last.
func (c *cutter) cut(names []string, most, fewest, count int, shown map[string]bool) ([]string, int) {
	all := 0
	for _, n := range names {
		all += len(n) + 3
	}
	if len(names) <= most && all <= max(c.left, count) || len(names) <= fewest {
		c.left -= all
		return append([]string{}, names...), 0
	}
	c.left -= count
	keep := make(map[int]bool)
	for _, again := range []bool{false, true} {
		for i, n := range names {
			if shown[n] != again || len(keep) == most {
				continue
			}
			if cost := len(n) + 3; cost <= c.left || len(keep) < fewest {
				keep[i] = true
				c.left -= cost
			}
		}
	}
	out := []string{}
	for i, n := range names {
		if keep[i] {
			out = append(out, n)
		}
	}
	if len(out) == len(names) {
		return out, 0
	}
	return out, len(names)
}

// Declarations lists the names that a file defines at its top level, in order
// of appearance, each once. Of a document these are its headings.
func Declarations(f *code.Facts) []string {
	var out []string
	seen := make(map[string]bool)
	for i := range f.Definitions {
		if n := f.Definitions[i].Name; n != "" && f.TopLevel(int32(i)) && !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// Imports lists what a file imports, in its own spelling and order, each once.
func Imports(f *code.Facts) []string {
	var out []string
	seen := make(map[string]bool)
	for i := range f.Imports {
		if s := f.Imports[i].Specifier; s != "" && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// clip cuts a line to at most max characters, between words where that does
// not cost much of it.
func clip(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	s = code.Clip(s, max)
	if i := strings.LastIndexByte(s, ' '); i > len(s)*2/3 {
		s = s[:i] + "…"
	}
	return strings.TrimRight(strings.TrimSuffix(s, "…"), " ,;:(") + "…"
}

// stem is a file's name without its extensions.
func stem(p string) string {
	base := path.Base(p)
	if i := strings.IndexByte(base, '.'); i > 0 {
		return base[:i]
	}
	return base
}
