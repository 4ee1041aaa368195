package knowledge

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"
)

// Structural is what parsing tells about one file.
type Structural struct {
	SizeChars int // characters
	LineCount int
	Exports   []string
	Imports   map[string][]string
	Refs      []string
	// Hash is the content's hash; empty when it is not known.
	Hash string
}

// Changes counts what Update did.
type Changes struct {
	Added, Updated, Deleted, Restored int
}

// Any reports whether anything was changed.
func (c Changes) Any() bool { return c != Changes{} }

// Update brings the base up to date: it writes the structural fields of the
// files given (the new and the changed ones, or all), keeps what analyses
// found, marks the entries of files that do not exist as deleted (one without
// an analysis is dropped) and unmarks those that are back. The result depends
// only on the arguments. Paths that are not UTF-8 are left out, since JSON
// cannot hold them.
func (b *Base) Update(files map[string]Structural, exists func(path string) bool) Changes {
	var done Changes
	for path, s := range files {
		if !utf8.ValidString(path) {
			continue
		}
		e := b.Entries[path]
		if e == nil {
			done.Added++
			e = b.adopt(path)
		}
		before := *e
		kept := len(e.Extra)
		e.setStructure(s)
		switch {
		case before.Deleted:
			done.Restored++
		case before.Structured && !(sameStructure(&before, e) && kept == len(e.Extra)):
			done.Updated++
		}
	}
	for _, path := range slices.Collect(maps.Keys(b.Entries)) {
		e := b.Entries[path]
		_, given := files[path]
		switch here := given || exists(path); {
		case here && e.Deleted:
			e.Deleted = false
			done.Restored++
		case !here && !e.hasSemantics() && len(e.Extra) == 0:
			delete(b.Entries, path)
			done.Deleted++
		case !here && !e.Deleted:
			e.Deleted = true
			e.forget([]string{"deleted"})
			done.Deleted++
		}
	}
	return done
}

// adopt makes an entry for path, taking over an object without any known key
// that stood in its place.
func (b *Base) adopt(path string) *Entry {
	e := &Entry{}
	if raw, ok := b.Extra[path]; ok {
		if values, isObject := anyOf(raw).(map[string]any); isObject {
			for key, v := range values {
				e.keep(key, appendValue(nil, v))
			}
		}
		delete(b.Extra, path)
	}
	b.Entries[path] = e
	return e
}

func (e *Entry) setStructure(s Structural) {
	if e.hasSemantics() && !e.hasBaseline() {
		e.recoverBaseline()
	}
	e.forget(structuralKeys)
	e.forget([]string{"deleted"})
	e.Structured, e.Deleted = true, false
	e.SizeChars, e.LineCount = s.SizeChars, s.LineCount
	e.Exports, e.Refs = slices.Clone(s.Exports), slices.Clone(s.Refs)
	e.Imports = maps.Clone(s.Imports)
	e.setDelta()
}

// recoverBaseline works the sizes at analysis out of the current ones and the
// recorded delta, for entries that carry no baseline of their own.
func (e *Entry) recoverBaseline() {
	if !e.Structured {
		return
	}
	var lines, chars int
	if e.AnalysisDelta != "" {
		if n, err := fmt.Sscanf(e.AnalysisDelta, "%d lines %d chars", &lines, &chars); n != 2 || err != nil {
			return
		}
	}
	e.LineCountWhenAnalysed = max(e.LineCount-lines, 0)
	e.SizeCharsWhenAnalysed = max(e.SizeChars-chars, 0)
}

// setDelta derives the delta from the sizes; without a baseline it stays.
func (e *Entry) setDelta() {
	if !e.hasBaseline() {
		return
	}
	e.AnalysisDelta = Delta(e.LineCount-e.LineCountWhenAnalysed, e.SizeChars-e.SizeCharsWhenAnalysed)
}

// Delta writes a change of size as "+12 lines -340 chars", and nothing for
// none.
func Delta(lines, chars int) string {
	if lines == 0 && chars == 0 {
		return ""
	}
	return fmt.Sprintf("%+d lines %+d chars", lines, chars)
}

// sameStructure ignores which of nil and empty a list is: both are written the
// same.
func sameStructure(a, b *Entry) bool {
	return a.SizeChars == b.SizeChars && a.LineCount == b.LineCount && a.AnalysisDelta == b.AnalysisDelta &&
		a.SizeCharsWhenAnalysed == b.SizeCharsWhenAnalysed && a.LineCountWhenAnalysed == b.LineCountWhenAnalysed &&
		slices.Equal(a.Exports, b.Exports) && slices.Equal(a.Refs, b.Refs) && maps.EqualFunc(a.Imports, b.Imports, slices.Equal)
}

// Analysis is what a model found out about one file.
type Analysis struct {
	Summary      string
	Role         string
	Technologies []string
	SearchTags   []string
	// SizeChars, LineCount and Hash describe the content that was analysed,
	// which may have changed since; sizes of zero stand for the current ones.
	SizeChars, LineCount int
	Hash                 string
}

// ErrUnknownFile means that an analysis is for a file the base does not know
// or knows to be deleted.
var ErrUnknownFile = errors.New("there is no such file in the knowledge base")

// Analyse stores an analysis, replacing an earlier one. The caller has
// validated it. An unknown or deleted path gives ErrUnknownFile.
func (b *Base) Analyse(path string, a Analysis) error {
	e := b.Entries[path]
	if e == nil || e.Deleted {
		return fmt.Errorf("storing the analysis of %q: %w", path, ErrUnknownFile)
	}
	e.forget(semanticKeys)
	e.Summary, e.Role = a.Summary, a.Role
	e.Technologies, e.SearchTags = slices.Clone(a.Technologies), slices.Clone(a.SearchTags)
	e.SizeCharsWhenAnalysed, e.LineCountWhenAnalysed, e.AnalysedHash = a.SizeChars, a.LineCount, a.Hash
	if !e.hasBaseline() {
		e.SizeCharsWhenAnalysed, e.LineCountWhenAnalysed = e.SizeChars, e.LineCount
	}
	e.AnalysisDelta = ""
	e.setDelta()
	return nil
}

// Status is the state of a knowledge base in numbers of files.
type Status struct {
	Available  int // known and not deleted
	Changed    int // changed since their analysis
	Unanalysed int // without a summary
}

// String gives the session start's line.
func (s Status) String() string {
	return fmt.Sprintf("%d file summaries available, %d file(s) changed, %d file(s) without AI analysis",
		s.Available, s.Changed, s.Unanalysed)
}

// Status counts the entries. hash gives the current content hash of a path, or
// "" when it is not known; nil when none is. Without a hash on both sides the
// sizes at analysis decide.
func (b *Base) Status(hash func(path string) string) Status {
	var s Status
	for path, e := range b.Entries {
		if e.Deleted || !e.Structured {
			continue
		}
		s.Available++
		if !e.Analysed() {
			s.Unanalysed++
			continue
		}
		now := ""
		if hash != nil && e.AnalysedHash != "" {
			now = hash(path)
		}
		if e.Changed(now) {
			s.Changed++
		}
	}
	return s
}

// Changed reports whether the file differs from what was analysed, judged by
// the current content hash, or by size when one of the hashes is empty. An
// entry without an analysis has not changed.
func (e *Entry) Changed(hash string) bool {
	switch {
	case !e.hasSemantics():
		return false
	case hash != "" && e.AnalysedHash != "":
		return hash != e.AnalysedHash
	case e.hasBaseline():
		return e.SizeChars != e.SizeCharsWhenAnalysed || e.LineCount != e.LineCountWhenAnalysed
	}
	return e.AnalysisDelta != ""
}
