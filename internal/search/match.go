package search

import (
	"sextant/internal/index/words"
	"sextant/internal/search/rank"
)

// matcher holds texts against the terms of a question. It is used by one
// goroutine. Nothing is collected on the way: a question looks at hundreds of
// thousands of names.
type matcher struct {
	terms []term
	into  []float64
	any   bool
}

// fit returns how well texts fit each term, or nil if they hold no word.
func (m *matcher) fit(texts ...string) []float64 {
	m.into, m.any = nil, false
	for _, t := range texts {
		words.EachOf(t, m.word)
	}
	if !m.any {
		return nil
	}
	return m.into
}

func (m *matcher) word(w []byte, whole bool) {
	if !m.any {
		m.any, m.into = true, make([]float64, len(m.terms))
	}
	for k := range m.terms {
		if m.into[k] == rank.WholeWord || len(w) < len(m.terms[k].word) {
			continue
		}
		if q := rank.WordQuality(m.terms[k].word, w, whole); q > m.into[k] {
			m.into[k] = q
		}
	}
}
