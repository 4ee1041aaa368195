package trigram

import (
	"slices"
	"strconv"
	"strings"
)

// Op says how a Query joins its parts.
type Op uint8

const (
	// All holds for every text.
	All Op = iota
	// None holds for no text: the expression cannot match.
	None
	// And holds where every trigram is present and every part holds.
	And
	// Or holds where some trigram is present or some part holds.
	Or
)

// Query is a condition on the trigrams of a folded text, one that every text
// with a match satisfies; texts without one may satisfy it too. No trigram has
// a line feed, a carriage return or a NUL in it. It never changes.
//
// And and Or alternate: the parts of an And are Ors. A part that is an Or of
// many trigrams may cost more to read than it rules out; whoever runs the
// query may leave out any part of an And.
type Query struct {
	Op       Op
	Trigrams []uint32 // sorted; first byte <<16 | second <<8 | third; for And and Or
	Sub      []*Query // for And and Or
}

// Useless reports whether the query holds for every text.
func (q *Query) Useless() bool { return q.Op == All }

// String is the query as text, for tests and explanations.
func (q *Query) String() string {
	switch q.Op {
	case All:
		return "all"
	case None:
		return "none"
	}
	var parts []string
	for _, k := range q.Trigrams {
		parts = append(parts, strconv.QuoteToASCII(string([]byte{byte(k >> 16), byte(k >> 8), byte(k)})))
	}
	for _, sub := range q.Sub {
		parts = append(parts, "("+sub.String()+")")
	}
	if q.Op == And {
		return strings.Join(parts, " & ")
	}
	return strings.Join(parts, " | ")
}

// An Or of more than wideOr trigrams may cost more than it gives, see nearly;
// one of more than widestOr does, unless it is all that there is.
const (
	wideOr   = 16
	widestOr = 64
)

var (
	everyText = &Query{Op: All}
	noText    = &Query{Op: None}
)

// size is the number of trigrams and parts of a query.
func (q *Query) size() int {
	n := len(q.Trigrams)
	for _, sub := range q.Sub {
		n += 1 + sub.size()
	}
	return n
}

// thin keeps at most that many trigrams, evenly spread, of each And. When
// that is one, one trigram or one part is all that is kept.
func (c *compiler) thin(q *Query, most int) *Query {
	switch q.Op {
	case And:
		keep := q.Trigrams
		if n := len(keep); n > most {
			keep = make([]uint32, most)
			for i := range keep {
				keep[i] = q.Trigrams[i*n/most]
			}
		}
		parts := []*Query{{Op: And, Trigrams: keep}}
		switch {
		case most == 1 && len(keep) > 0:
			return parts[0]
		case most == 1:
			return c.thin(slices.MinFunc(q.Sub, func(a, b *Query) int { return a.size() - b.size() }), most)
		}
		for _, sub := range q.Sub {
			parts = append(parts, c.thin(sub, most))
		}
		return c.conjoin(parts...)
	case Or:
		parts := []*Query{{Op: Or, Trigrams: q.Trigrams}}
		for _, sub := range q.Sub {
			parts = append(parts, c.thin(sub, most))
		}
		return c.disjoin(parts...)
	}
	return q
}

// key3 is the trigram that s begins with; ok is false when it is not indexed.
func key3(s string) (k uint32, ok bool) {
	for i := range 3 {
		if c := s[i]; c == '\n' || c == '\r' || c == 0 {
			return 0, false
		}
		k = k<<8 | uint32(s[i])
	}
	return k, true
}

// allOf is the condition that a text holds s; All where no trigram of it is
// indexed.
func allOf(s string) *Query {
	var found []uint32
	for i := 0; i+3 <= len(s); i++ {
		if k, ok := key3(s[i:]); ok {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		return everyText
	}
	slices.Sort(found)
	return &Query{Op: And, Trigrams: slices.Compact(found)}
}

// anyOf is the condition that a text holds one of texts; None for no texts.
func (c *compiler) anyOf(texts []string) *Query {
	switch len(texts) {
	case 0:
		return noText
	case 1:
		return allOf(texts[0])
	}
	if longestOf(texts) <= 3 { // a class beside something: no need to compare them
		return oneEach(texts)
	}
	branches := make([]*Query, len(texts))
	c.work -= bytesOf(texts)
	for i, s := range texts {
		if branches[i] = allOf(s); branches[i].Op == All {
			return everyText
		}
	}
	return c.disjoin(branches...)
}

// oneEach is anyOf for several texts, sorted, of at most three bytes.
func oneEach(texts []string) *Query {
	or := &Query{Op: Or}
	for _, s := range texts {
		if len(s) < 3 {
			return everyText
		}
		k, ok := key3(s)
		if !ok {
			return everyText
		}
		or.Trigrams = append(or.Trigrams, k)
	}
	return or
}

// conjoin is the condition that all of parts hold.
func (c *compiler) conjoin(parts ...*Query) *Query {
	out := &Query{Op: And}
	for _, p := range parts {
		switch p.Op {
		case None:
			return noText
		case And:
			out.Trigrams = append(out.Trigrams, p.Trigrams...)
			out.Sub = append(out.Sub, p.Sub...)
		case Or:
			out.Sub = append(out.Sub, p)
		}
	}
	c.work -= len(out.Trigrams)
	slices.Sort(out.Trigrams)
	out.Trigrams = slices.Compact(out.Trigrams)
	subs := out.Sub
	out.Sub = nil
	for _, sub := range subs {
		c.work -= len(sub.Trigrams) + len(sub.Sub)
		if !out.implies(sub) && !out.nearly(sub) && !slices.ContainsFunc(out.Sub, sub.equal) {
			out.Sub = append(out.Sub, sub)
		}
	}
	switch {
	case len(out.Trigrams) == 0 && len(out.Sub) == 0:
		return everyText
	case len(out.Trigrams) == 0 && len(out.Sub) == 1:
		return out.Sub[0]
	}
	return out
}

// implies reports whether the trigrams of an And make an Or hold.
func (q *Query) implies(or *Query) bool {
	if slices.ContainsFunc(or.Trigrams, q.has) {
		return true
	}
	return slices.ContainsFunc(or.Sub, func(branch *Query) bool {
		return branch.Op == And && len(branch.Sub) == 0 && q.contains(branch)
	})
}

// nearly reports whether an And makes an Or so probable that reading the many
// lists of the Or does not pay: it asks for any of many things, or for an
// unspecific character beside two bytes that the And already asks for, as in
// \w+Handler.
func (q *Query) nearly(or *Query) bool {
	if len(or.Sub) > 0 || len(or.Trigrams) <= wideOr || len(q.Trigrams) == 0 {
		return false
	}
	if len(or.Trigrams) > widestOr {
		return true
	}
	first, last := or.Trigrams[0]>>8, or.Trigrams[0]&0xffff
	sameFirst, sameLast := true, true
	for _, k := range or.Trigrams {
		sameFirst = sameFirst && k>>8 == first
		sameLast = sameLast && k&0xffff == last
	}
	return slices.ContainsFunc(q.Trigrams, func(k uint32) bool {
		return sameFirst && (k>>8 == first || k&0xffff == first) || sameLast && (k>>8 == last || k&0xffff == last)
	})
}

func (q *Query) has(k uint32) bool {
	_, found := slices.BinarySearch(q.Trigrams, k)
	return found
}

// contains reports whether an And asks for everything that another asks for.
func (q *Query) contains(other *Query) bool {
	if len(other.Trigrams) > len(q.Trigrams) || len(other.Sub) > len(q.Sub) {
		return false
	}
	rest := q.Trigrams
	for _, k := range other.Trigrams {
		i, found := slices.BinarySearch(rest, k)
		if !found {
			return false
		}
		rest = rest[i+1:]
	}
	for _, sub := range other.Sub {
		if !slices.ContainsFunc(q.Sub, sub.equal) {
			return false
		}
	}
	return true
}

func (q *Query) equal(other *Query) bool {
	return q == other || q.Op == other.Op && slices.Equal(q.Trigrams, other.Trigrams) &&
		slices.EqualFunc(q.Sub, other.Sub, (*Query).equal)
}

// disjoin is the condition that some of parts hold. What all of them ask for
// is asked for once, and one that asks for more than another is dropped.
func (c *compiler) disjoin(parts ...*Query) *Query {
	var branches []*Query // each an And
	for _, p := range parts {
		switch p.Op {
		case All:
			return everyText
		case And:
			branches = append(branches, p)
		case Or:
			for _, k := range p.Trigrams {
				branches = append(branches, &Query{Op: And, Trigrams: []uint32{k}})
			}
			branches = append(branches, p.Sub...)
		}
	}
	switch len(branches) {
	case 0:
		return noText
	case 1:
		return branches[0]
	}
	for _, b := range branches {
		c.work -= 1 + len(b.Trigrams) + len(b.Sub)
	}
	if c.work < 0 {
		return everyText
	}
	common, branches := factor(branches)
	if branches = c.absorb(branches); branches == nil {
		return c.conjoin(common)
	}
	or := &Query{Op: Or}
	for _, b := range branches {
		if len(b.Trigrams) == 1 && len(b.Sub) == 0 {
			or.Trigrams = append(or.Trigrams, b.Trigrams[0])
		} else {
			or.Sub = append(or.Sub, b)
		}
	}
	slices.Sort(or.Trigrams)
	if len(branches) == 1 {
		or = branches[0]
	}
	return c.conjoin(common, or)
}

// factor takes out of each branch what all of them hold. It returns no
// branches when one holds nothing else.
func factor(branches []*Query) (common *Query, rest []*Query) {
	common = &Query{Op: And, Trigrams: branches[0].Trigrams, Sub: branches[0].Sub}
	for _, b := range branches[1:] {
		if len(common.Trigrams) > 0 {
			common.Trigrams = slices.DeleteFunc(slices.Clone(common.Trigrams), func(k uint32) bool { return !b.has(k) })
		}
		if len(common.Sub) > 0 {
			common.Sub = slices.DeleteFunc(slices.Clone(common.Sub), func(s *Query) bool { return !slices.ContainsFunc(b.Sub, s.equal) })
		}
		if len(common.Trigrams)+len(common.Sub) == 0 {
			return common, branches
		}
	}
	for _, b := range branches {
		if len(b.Trigrams) == len(common.Trigrams) && len(b.Sub) == len(common.Sub) {
			return common, nil
		}
		b = &Query{
			Op:       And,
			Trigrams: slices.DeleteFunc(slices.Clone(b.Trigrams), common.has),
			Sub:      slices.DeleteFunc(slices.Clone(b.Sub), func(s *Query) bool { return slices.ContainsFunc(common.Sub, s.equal) }),
		}
		if len(b.Trigrams) == 0 && len(b.Sub) == 1 { // an Or within the Or
			for _, k := range b.Sub[0].Trigrams {
				rest = append(rest, &Query{Op: And, Trigrams: []uint32{k}})
			}
			rest = append(rest, b.Sub[0].Sub...)
			continue
		}
		rest = append(rest, b)
	}
	return common, rest
}

// absorb drops branches that ask for more than another one. A branch is
// looked for under the trigram of it that the fewest branches have, so that a
// thousand words are not compared with each other.
func (c *compiler) absorb(branches []*Query) []*Query {
	branches = slices.Clone(branches)
	slices.SortStableFunc(branches, func(a, b *Query) int {
		if d := len(a.Trigrams) - len(b.Trigrams); d != 0 {
			return d
		}
		if d := len(a.Sub) - len(b.Sub); d != 0 {
			return d
		}
		return slices.Compare(a.Trigrams, b.Trigrams)
	})
	var kept, bare []*Query // bare ones have no trigrams
	if len(branches) <= 8 {
		for _, b := range branches {
			if !slices.ContainsFunc(kept, b.contains) {
				kept = append(kept, b)
			}
		}
		return kept
	}
	uses := map[uint32]int{}
	for _, b := range branches {
		for _, k := range b.Trigrams {
			uses[k]++
		}
	}
	under := map[uint32][]*Query{}
	for _, b := range branches {
		absorbed := func(among []*Query) bool {
			c.work -= len(among)
			return c.work > 0 && slices.ContainsFunc(among, b.contains)
		}
		if absorbed(bare) || slices.ContainsFunc(b.Trigrams, func(k uint32) bool { return absorbed(under[k]) }) {
			continue
		}
		kept = append(kept, b)
		if len(b.Trigrams) == 0 {
			bare = append(bare, b)
			continue
		}
		rarest := slices.MinFunc(b.Trigrams, func(j, k uint32) int { return uses[j] - uses[k] })
		under[rarest] = append(under[rarest], b)
	}
	return kept
}
