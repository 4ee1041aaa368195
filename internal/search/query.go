// Package search answers questions from a view. In go a question and an
// index.View; out come ranked results that name files, definitions and lines.
// How results look is the business of package tool.
//
// The main types are Query with Results, and Outline.
package search

import (
	"context"
	"errors"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/words"
	"sextant/internal/search/rank"
)

// Semantic is what an analysis found out about a file.
type Semantic struct {
	Summary      string
	Role         string
	Technologies []string
	Tags         []string
	// Weight is the share that the semantic fields keep: less than 1 when the
	// file has changed since the analysis.
	Weight float64
	// Delta is the change of size since the analysis, "" for none.
	Delta string
}

// Semantics knows the analyses of a project.
type Semantics interface {
	// Semantic returns a file's analysis, false if there is none.
	Semantic(path string) (Semantic, bool)
}

// Query is a question in words.
type Query struct {
	Keywords string
	Scope    string // only files in this directory, or this file; "" is all
	Role     string // only files of this role; "" is all
	// Budget is how long files may be scanned and parsed that the index does
	// not cover yet. What it does not suffice for is counted in Results.Pending.
	Budget time.Duration
}

// Result is one file that answers.
type Result struct {
	File     *index.File
	Score    float64
	Role     string
	Semantic Semantic // zero without an analysis
	Facts    *code.Facts
	Links    index.Links
	Matches  []int32 // the definitions whose names answer best, indices into Facts, best first
	// Line is a line of the file that answers better than any name, nil for
	// none and for results that are not looked into.
	Line   *LineMatch
	Shares []Share
}

// Share is one part of a score.
type Share struct {
	Term  string
	Field rank.Field
	Score float64
}

// Results is a ranked answer, best first.
type Results struct {
	Items []Result
	// Terms are the words that were looked for, their parts and other forms left out.
	Terms []string
	// Absent are those of Terms that no file holds.
	Absent []string
	// Searched is how many files were considered.
	Searched int
	// Pending is how many files could not be looked at within the budget,
	// because the index does not cover them yet.
	Pending int
	// Unparsed is how many of the best could not be parsed within the budget:
	// they were judged by words and path alone.
	Unparsed int
}

// ErrNoKeywords says that a question holds no words to look for.
var ErrNoKeywords = errors.New("keywords holds no word to search for: give names, words or a short question")

// lookedInto is how many of the first results have their text looked at for
// the line that answers.
const lookedInto = 8

// How many candidates at a time are scored again with more of their fields,
// and put in order among themselves. A file that only mentions a common name
// many times may score higher by words than the one that defines it. Over 36
// names of that sort in GOROOT/src (String, Len, Close), page 1 lacked 10 of the
// 180 best files with 160 readings, 3 with 320 and none with 640. Several words
// together tell files apart better, and a reading that is not in memory costs
// about a tenth of a millisecond.
const (
	readingOfName  = 640 // with what they say of themselves, for a single word
	readingOfWords = 240 // the same for several words
	linking        = 60  // also with what they lead to, which costs as much again
)

// Run answers the query. show is how many results, from the first, the caller
// needs in full; those beyond are still ranked and counted.
func Run(ctx context.Context, v *index.View, q Query, sem Semantics, show int) (*Results, error) {
	terms := parseTerms(q.Keywords)
	if len(terms) == 0 {
		return nil, ErrNoKeywords
	}
	s := &scorer{ctx: ctx, v: v, q: q, sem: sem, terms: terms, deadline: time.Now().Add(q.Budget),
		score: make(map[*index.File]*candidate)}
	res := &Results{}
	for _, t := range terms {
		s.groups = max(s.groups, t.group+1)
		s.wantTests = s.wantTests || rank.AsksForTests(t.word)
		if t.weight == 1 {
			res.Terms = append(res.Terms, t.word)
		}
	}
	s.gather(res)
	for k := range s.terms {
		if t := &s.terms[k]; t.weight == 1 && t.files == 0 {
			res.Absent = append(res.Absent, t.word)
		}
	}
	s.withoutParts()
	s.rarities(res.Searched)
	list := s.preliminary()
	// Whole blocks are scored and sorted among themselves, so that a later
	// page, which needs more of them, does not reorder the pages before it.
	linked := blocks(list, show, linking)
	reading := readingOfWords
	if s.groups == 1 {
		reading = readingOfName
	}
	read := blocks(list, len(linked), reading)
	var err error
	if res.Unparsed, err = s.read(read); err != nil {
		return nil, err
	}
	sortBlocks(read, reading)
	if err := s.link(linked); err != nil {
		return nil, err
	}
	sortBlocks(linked, linking)
	for _, c := range list {
		if c.total > 0 {
			res.Items = append(res.Items, c.result())
		}
	}
	for i := range res.Items[:min(show, len(res.Items))] {
		s.detail(&res.Items[i], i < lookedInto)
	}
	return res, nil
}

// blocks is the beginning of list that holds show candidates, in whole blocks,
// at least one.
func blocks(list []*candidate, show, size int) []*candidate {
	n := max(1, (show+size-1)/size) * size
	return list[:min(n, len(list))]
}

// sortBlocks puts each block in order.
func sortBlocks(list []*candidate, size int) {
	for block := range slices.Chunk(list, size) {
		sort.Slice(block, func(i, j int) bool { return block[i].before(block[j]) })
	}
}

// term is one word of the question.
type term struct {
	word   string
	weight float64 // 1 for a word of the question, less for its parts and variants
	group  int     // terms of one group stand for one word of the question
	rarity float64
	files  int
}

// What a part, another form and a word of little meaning weigh against a word itself.
const (
	partWeight    = 0.4
	variantWeight = 0.7
	weakWeight    = 0.3
)

// parseTerms finds the words to look for: identifiers as they are, with their
// parts and other grammatical forms at a lower weight.
func parseTerms(keywords string) []term {
	found := words.Terms(keywords)
	var kept []words.Term
	for _, t := range found {
		if !rank.IsStopWord(t.Whole) {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		kept = found
	}
	const most = 24
	var out []term
	seen := make(map[string]bool)
	add := func(w string, weight float64, group int) {
		if !seen[w] && len(w) >= words.MinTerm {
			seen[w] = true
			out = append(out, term{word: w, weight: weight, group: group})
		}
	}
	strong := slices.ContainsFunc(kept, func(t words.Term) bool { return !rank.IsWeakWord(t.Whole) })
	for g, t := range kept[:min(most, len(kept))] {
		if strong && rank.IsWeakWord(t.Whole) {
			add(t.Whole, weakWeight, g)
		} else {
			add(t.Whole, 1, g)
		}
	}
	for g, t := range kept[:min(most, len(kept))] {
		for _, p := range t.Parts {
			add(p, partWeight, g)
		}
		if strong && rank.IsWeakWord(t.Whole) {
			continue
		}
		for _, variant := range rank.Variants(t.Whole) {
			add(variant, variantWeight, g)
		}
	}
	return out
}

// candidate is one file on its way to being a result.
type candidate struct {
	file     *index.File
	counts   []index.Hit // per term
	path     []float64   // how well the path fits each term
	total    float64
	shares   []Share
	facts    *code.Facts
	links    index.Links
	semantic Semantic
	analysed bool
	role     string
}

// before is the order of results: by score, ties by path.
func (c *candidate) before(other *candidate) bool {
	if c.total != other.total {
		return c.total > other.total
	}
	return c.file.Path < other.file.Path
}

func (c *candidate) result() Result {
	return Result{File: c.file, Score: c.total, Role: c.role, Semantic: c.semantic, Facts: c.facts, Links: c.links, Shares: c.shares}
}

func describeRole(c *candidate) string {
	if c.analysed && c.semantic.Role != "" {
		return c.semantic.Role
	}
	return roleOf(c.file)
}

// roleOf is a file's role by its class, in project-intel-tool's words.
func roleOf(f *index.File) string {
	switch f.Class {
	case code.ClassTest:
		return "test"
	case code.ClassDocumentation:
		return "documentation"
	case code.ClassConfiguration:
		base := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
		if strings.HasPrefix(base, "Makefile") || strings.HasPrefix(base, "Dockerfile") || base == "go.mod" ||
			base == "pom.xml" || strings.HasPrefix(base, "build.gradle") || base == "CMakeLists.txt" {
			return "build"
		}
		return "configuration"
	case code.ClassData, code.ClassBinary, code.ClassTooLarge:
		return "data"
	}
	switch path.Ext(f.Path) {
	case ".sh", ".bash", ".zsh", ".fish", ".ps1", ".bat", ".cmd":
		return "helperScript"
	}
	if dir, _, _ := strings.Cut(f.Path, "/"); dir == "scripts" || dir == "hack" {
		return "helperScript"
	}
	return "implementation"
}
