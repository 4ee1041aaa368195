// Package rank scores files against the words of a question. In go what each
// field of a file holds; out comes a score and each field's share of it. It is
// pure. docs/ranking.md explains the choices; package search gathers the fields.
package rank

import (
	"bytes"
	"math"
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
)

// Field is a part of what is known of a file.
type Field uint8

// Fields. The first eight and their weights are project-intel-tool's.
const (
	Summary Field = iota
	Exports
	Imports
	Path
	ImportedNames
	Refs
	Tags
	Technologies
	Role
	Definitions
	Doc
	Body
	fieldCount
)

var fieldNames = [fieldCount]string{"summary", "exports", "imports", "path", "imported-names", "refs", "tags",
	"technologies", "role", "definitions", "doc", "body"}

// String returns the word used in explanations.
func (f Field) String() string { return fieldNames[f] }

// Weights is how much a whole-word match in each field is worth.
var Weights = [fieldCount]float64{
	Summary: 6, Exports: 4, Imports: 4, Path: 4, ImportedNames: 3, Refs: 3, Tags: 3, Technologies: 2, Role: 2,
	Definitions: 3, Doc: 3, Body: 4,
}

// Match qualities: how well a word of a field fits a word of the question.
const (
	WholeWord = 1.0  // the identifier or word itself
	WordPart  = 0.8  // a part of it: "tripper" in RoundTripper
	Prefix    = 0.45 // the beginning of it or of a part
	Substring = 0.2  // somewhere inside
)

// WordQuality says how well term fits one word, both lower case: a whole
// identifier, or a part of one. Terms of one or two characters fit whole
// words and parts only, terms of three also the beginning of one.
func WordQuality(term string, word []byte, whole bool) float64 {
	switch {
	case len(word) < len(term):
		return 0
	case len(word) == len(term) && string(word) == term:
		if whole {
			return WholeWord
		}
		return WordPart
	case len(term) < 3:
		return 0
	case string(word[:len(term)]) == term:
		return Prefix
	case whole && len(term) >= 4 && bytes.Contains(word, []byte(term)):
		return Substring
	}
	return 0
}

// Rarity is the worth of a term that stands in some of all files: a word that
// is everywhere says little. It is BM25's inverse document frequency, which
// is never negative in this form.
func Rarity(files, all int) float64 {
	return math.Log(1 + (float64(all)-float64(files)+0.5)/(float64(files)+0.5))
}

// BM25's constants: how fast repetition stops counting, and how much a long
// file is held against itself. The usual values are 1.2 and 0.75; code files
// repeat names, so the length counts a little less.
const (
	saturation = 1.2
	lengthBias = 0.6
)

// Frequency is BM25's saturated term frequency, scaled so that one occurrence in a
// file of average length gives about 0.45 and very many give at most 1.
func Frequency(times float64, length, average float64) float64 {
	if times <= 0 {
		return 0
	}
	norm := 1 - lengthBias
	if average > 0 {
		norm += lengthBias * length / average
	}
	return times / (times + saturation*norm)
}

// ClassPrior is the worth of a file by its class: small next to the words,
// but enough that a source comes before the test that mentions it as often.
func ClassPrior(c code.Class) float64 {
	switch c {
	case code.ClassSource:
		return 1
	case code.ClassDocumentation, code.ClassConfiguration:
		return 0.7
	case code.ClassTest:
		return 0.55
	case code.ClassGenerated, code.ClassVendored:
		return 0.45
	case code.ClassData:
		return 0.35
	}
	return 0.2
}

// Prior is the worth of a file by its class and path. Histories of changes
// mention everything, and examples repeat what they show.
func Prior(class code.Class, file string, wantTests bool) float64 {
	p := ClassPrior(class)
	if wantTests {
		switch class {
		case code.ClassTest:
			p = 1
		case code.ClassSource:
			p = 0.75
		}
	}
	if IsHistory(class, file) {
		return p * 0.4
	}
	// A search asks this of thousands of files.
	for {
		part, rest, more := strings.Cut(file, "/")
		if !more {
			return p
		}
		if file = rest; len(part) < 4 || len(part) > 11 || !strings.ContainsRune("epds", rune(part[0]|0x20)) {
			continue
		}
		switch strings.ToLower(part) {
		case "example", "examples", "playground", "playgrounds", "demo", "demos", "sample", "samples":
			return p * 0.6
		}
	}
}

// IsHistory reports whether a document tells what changed from release to
// release: it mentions everything.
func IsHistory(class code.Class, file string) bool {
	if class != code.ClassDocumentation {
		return false
	}
	base := strings.ToLower(path.Base(file))
	return slices.ContainsFunc([]string{"changelog", "changes", "history", "news", "release", "upgrad"},
		func(name string) bool { return strings.HasPrefix(base, name) })
}

// Coverage rewards files that answer more of the question's terms: matched
// and total are sums of the terms' rarities.
func Coverage(matched, total float64) float64 {
	if total <= 0 {
		return 1
	}
	return 0.4 + 0.6*matched/total
}

// stopWords are words of English questions that say nothing about code. They
// are dropped only when other words remain.
var stopWords = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(`a an and are as at be by can could do does for from has have how i if in into is it its
		me my of on or our should that the their there these this those to was we were what when where which who why will
		with would you your about all any after before show find please used uses using`) {
		m[w] = true
	}
	return m
}()

// weakWords say what somebody wants to do, or what kind of thing is meant,
// not what it is about. They count little beside other words.
var weakWords = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(`add added adding adds change changed changes changing code class classes define defined defines
		file files fix fixed fixes function functions handle handled handles handling implement implementation implemented implements
		improve make makes method methods modify remove removed removes spec support supports test tested testing tests update updated updates`) {
		m[w] = true
	}
	return m
}()

// IsWeakWord reports whether a lower-case word says little about where to look.
func IsWeakWord(w string) bool { return weakWords[w] }

// AsksForTests reports whether a lower-case word of a question means tests.
func AsksForTests(w string) bool {
	return w == "test" || w == "tests" || w == "tested" || w == "spec" || w == "specs"
}

// IsStopWord reports whether a lower-case word says nothing about code.
func IsStopWord(w string) bool { return stopWords[w] }

// Variants are other forms of a term that mean the same: singular and plural.
func Variants(term string) []string {
	switch {
	case len(term) < 4:
		return nil
	case strings.HasSuffix(term, "ies"):
		return []string{term[:len(term)-3] + "y"}
	case strings.HasSuffix(term, "sses"), strings.HasSuffix(term, "xes"), strings.HasSuffix(term, "ches"), strings.HasSuffix(term, "shes"):
		return []string{term[:len(term)-2]}
	case strings.HasSuffix(term, "ss"), strings.HasSuffix(term, "us"), strings.HasSuffix(term, "is"):
		return []string{term + "es"}
	case strings.HasSuffix(term, "s"):
		return []string{term[:len(term)-1]}
	case strings.HasSuffix(term, "y"):
		return []string{term[:len(term)-1] + "ies"}
	}
	return []string{term + "s"}
}
