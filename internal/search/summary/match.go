package summary

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fields are the texts of a file that a search by purpose looks at. Names are
// all of the file's, not only those a summary shows.
type Fields struct {
	Path, Purpose string
	Exports       []string
	Declarations  []string
}

// What a word is worth by how much of it a term is, and by where it stands.
const (
	wholeWord = 1.0
	prefix    = 0.6
	substring = 0.3

	purposeWeight     = 3.0
	exportWeight      = 2.0
	declarationWeight = 1.0 // path segments too
)

// shortTerm is the length in characters below which a term is worth only as a
// whole word.
const shortTerm = 3

// Terms are the words of a question as written, each once.
type Terms []string

// term is one word of a question: as it is written it may be several
// identifiers ("cache-store").
type term struct {
	whole string // without what joins its parts
	parts []string
}

// The most that is looked for: words of a question, bytes of one.
const (
	mostTerms = 32
	mostBytes = 128
)

// ParseTerms splits a question at white space. What joins words in a term
// ("cache-store", "cacheStore") is left to matching.
// Of a long question the first words count.
func ParseTerms(query string) Terms {
	var out Terms
	for w := range strings.FieldsSeq(query) {
		if len(out) == mostTerms {
			break
		}
		w = strings.TrimFunc(w, func(r rune) bool { return !isWord(r) })
		if w != "" && len(w) <= mostBytes && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// Score says how well a file answers: 0 if it holds none of the terms. A term
// counts in the purpose, the exports, and the declarations with the path, in
// each by the best word; terms add up. A term of several words counts as the
// identifier that it is or, less, as its words.
func (t Terms) Score(f Fields) (score float64) {
	file := f.Path
	if bare := strings.TrimSuffix(file, path.Ext(file)); bare != "" && !strings.HasSuffix(bare, "/") { // ".env" is no extension
		file = bare
	}
	terms := t.split()
	return purposeWeight*fits(terms, f.Purpose, nil) + exportWeight*fits(terms, "", f.Exports) + declarationWeight*fits(terms, file, f.Declarations)
}

// split gives each term its identifiers; one of signs alone has none.
func (t Terms) split() (out []term) {
	for _, w := range t {
		var one term
		for _, id := range identifiers(w) {
			one.whole += id.whole
			one.parts = append(one.parts, id.parts...)
		}
		if one.whole != "" {
			out = append(out, one)
		}
	}
	return out
}

// fits adds up how well terms match a text and names. A search asks this of
// every file, so these are split only if some term stands in them.
func fits(terms []term, text string, names []string) (sum float64) {
	var space [1024]byte
	folded := append(fold(space[:0], text), 0)
	for _, n := range names {
		folded = append(fold(folded, n), 0)
	}
	var words []identifier
	for i := range terms {
		if !slices.ContainsFunc(terms[i].parts, func(p string) bool { return bytes.Contains(folded, []byte(p)) }) {
			continue
		}
		if words == nil {
			words = identifiers(text)
			for _, n := range names {
				words = append(words, identifiers(n)...)
			}
		}
		sum += fit(&terms[i], words)
	}
	return sum
}

// fold appends a text in lower case and without underscores: in this form every
// word of it that a term may match is a substring.
func fold(dst []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			for _, r := range text[i:] {
				if r != '_' {
					dst = utf8.AppendRune(dst, unicode.ToLower(r))
				}
			}
			return dst
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c+'a'-'A')
		case c != '_':
			dst = append(dst, c)
		}
	}
	return dst
}

// fit is how well a term matches the best of the words.
func fit(t *term, words []identifier) float64 {
	best := quality(t.whole, words)
	if len(t.parts) < 2 || best == wholeWord {
		return best
	}
	sum := 0.0
	for _, p := range t.parts {
		q := quality(p, words)
		if q == 0 {
			return best // all of its words or none
		}
		sum += q
	}
	return max(best, 0.9*sum/float64(len(t.parts)))
}

// quality is the worth of the best among the words for one word of a question.
func quality(term string, words []identifier) (best float64) {
	short := utf8.RuneCountInString(term) < shortTerm
	for i := range words {
		id := &words[i]
		if id.whole == term || slices.Contains(id.parts, term) {
			return wholeWord
		}
		if short || best == prefix || len(id.whole) < len(term) {
			continue
		}
		if !strings.Contains(id.whole, term) {
			continue
		}
		best = max(best, substring)
		if strings.HasPrefix(id.whole, term) || slices.ContainsFunc(id.parts, func(p string) bool { return strings.HasPrefix(p, term) }) {
			best = prefix
		}
	}
	return best
}

// identifier is a run of letters, digits and underscores in lower case: as it
// is but for the underscores, and the words it is made of.
type identifier struct {
	whole string
	parts []string
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// identifiers splits text into identifiers, and those at changes of case, at
// underscores and around digits: "getHTTPServer2" is get, http, server, 2.
func identifiers(text string) (out []identifier) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) }) {
		parts := split(w)
		if len(parts) > 0 {
			out = append(out, identifier{strings.Join(parts, ""), parts})
		}
	}
	return out
}

func split(word string) (parts []string) {
	var part []rune
	end := func() {
		if len(part) > 0 {
			parts = append(parts, strings.ToLower(string(part)))
			part = part[:0]
		}
	}
	runes := []rune(word)
	for i, r := range runes {
		if r == '_' {
			end()
			continue
		}
		if len(part) > 0 {
			last := part[len(part)-1]
			nextLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			switch {
			case unicode.IsDigit(r) != unicode.IsDigit(last),
				unicode.IsUpper(r) && unicode.IsLower(last),
				unicode.IsUpper(r) && unicode.IsUpper(last) && nextLower:
				end()
			}
		}
		part = append(part, r)
	}
	end()
	return parts
}
