package trigram

import (
	"math/bits"
	"slices"
)

// Candidate is a stretch of a document that may hold a match.
type Candidate struct {
	Doc uint32
	// Start and End are bytes of the text; both are ends of lines or of the
	// text, End is Rest where the document ends.
	Start, End uint32
	// Line is how many lines come before Start.
	Line uint32
}

// Rest stands for the end of a text, whose length the index does not know.
const Rest = 1<<32 - 1

// Candidates lists, in order, the stretches in which the query may hold: all
// those in which it does, and as few others as are worth the reading of lists.
func (x *Index) Candidates(q *Query) []Candidate {
	list, all := x.run(q)
	if all {
		list = make([]uint32, x.count)
		for i := range list {
			list[i] = uint32(i)
		}
	}
	var out []Candidate
	for i, n := range list {
		p := x.piece(n)
		end := uint32(Rest)
		if int(n)+1 < x.count {
			if next := x.piece(n + 1); next.doc == p.doc {
				end = next.start
			}
		}
		if int(p.doc) >= x.docs {
			continue
		}
		if k := len(out) - 1; i > 0 && list[i-1] == n-1 && k >= 0 && out[k].Doc == p.doc {
			out[k].End = end // it goes on where the last one ends
			continue
		}
		out = append(out, Candidate{p.doc, p.start, end, p.line})
	}
	return out
}

// Documents lists, in order, the documents in which the query may hold if a
// match may lie in several stretches: one that spans lines.
func (x *Index) Documents(q *Query) []uint32 {
	whole := *x
	whole.spread = true
	list, all := whole.run(q)
	if all {
		list = make([]uint32, x.docs)
		for i := range list {
			list[i] = uint32(i)
		}
	}
	return list
}

// Ruling out a piece by reading on costs about as much as this many bytes of
// lists: a candidate costs opening a file and reading some of it.
const bytesPerCandidate = 2000

// worthwhile reports whether a list of that many bytes is worth reading to
// narrow down that many pieces.
func worthwhile(bytes, pieces int) bool { return bytes <= bytesPerCandidate*pieces }

// run returns the pieces of q, or its documents where matches are spread over
// pieces; all stands for every one.
func (x *Index) run(q *Query) (docs []uint32, all bool) {
	switch q.Op {
	case All:
		return nil, true
	case None:
		return nil, false
	case Or:
		return x.union(q)
	}
	return x.intersection(q)
}

func (x *Index) intersection(q *Query) (docs []uint32, all bool) {
	all = true
	var scratch []uint32
	for _, e := range x.found(q.Trigrams) {
		switch {
		case e.count == 0:
			return nil, false
		case all:
			docs, all = x.list(e, nil), false
		case e.bitmap || worthwhile(len(e.postings), len(docs)):
			docs, scratch = x.keep(docs, e, scratch)
		}
	}
	for _, sub := range q.Sub {
		if !all && !worthwhile(x.cost(sub), len(docs)) {
			continue
		}
		some, every := x.run(sub)
		switch {
		case every:
		case all:
			docs, all = some, false
		default:
			docs = both(docs, some)
		}
	}
	return docs, all
}

// found finds the entries of trigrams, those of fewest documents first.
// One that is not indexed says nothing and is left out.
func (x *Index) found(trigrams []uint32) []entry {
	out := make([]entry, 0, len(trigrams))
	for _, t := range trigrams {
		if k, ok := key(byte(t>>16), byte(t>>8), byte(t)); ok {
			out = append(out, x.find(k))
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return a.count - b.count })
	return out
}

// cost is how many bytes of lists running a query reads, at most.
func (x *Index) cost(q *Query) (n int) {
	for _, e := range x.found(q.Trigrams) {
		n += len(e.postings)
	}
	for _, sub := range q.Sub {
		n += x.cost(sub)
	}
	return n
}

func (x *Index) union(q *Query) (docs []uint32, all bool) {
	set := make([]uint64, (max(x.count, x.docs)+63)/64)
	add := func(docs []uint32) {
		for _, d := range docs {
			set[d/64] |= 1 << (d % 64)
		}
	}
	var scratch []uint32
	for _, t := range q.Trigrams {
		k, ok := key(byte(t>>16), byte(t>>8), byte(t))
		if !ok {
			return nil, true
		}
		scratch = x.list(x.find(k), scratch[:0])
		add(scratch)
	}
	for _, sub := range q.Sub {
		some, every := x.run(sub)
		if every {
			return nil, true
		}
		add(some)
	}
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			docs = append(docs, uint32(64*i+bits.TrailingZeros64(w)))
		}
	}
	return docs, false
}

// both is what two sorted lists share.
func both(a, b []uint32) []uint32 {
	out := a[:0]
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			out = append(out, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return out
}
