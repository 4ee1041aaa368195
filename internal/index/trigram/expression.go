package trigram

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// Bounds on what is computed for one expression. They are generous for what
// people write and keep everything else short.
const (
	maxTrigrams = 10_000  // of a query: looking up each takes about a microsecond
	maxWork     = 1 << 21 // steps of simplifying: tens of milliseconds
	maxClass    = 100     // folded characters of a class; a larger one is any character
	maxTexts    = 4096    // of a set
	maxSetBytes = 64 << 10
	maxText     = 2048 // bytes of one text of a set
	maxPairs    = 24   // texts that two sets of several texts each may give ...
	maxShort    = 128  // ... when these are no longer than a trigram
	maxEnds     = 128  // texts of a set that only meets its neighbours
	maxCopies   = 8    // of a repeated expression; a trigram spans no more than three
	maxOptional = 4    // optional copies
)

// Compile returns the query of an expression. The time and the size of the
// query are bounded whatever the expression is; beyond that it is All.
//
// The idea is that of Russ Cox, "Regular Expression Matching with a Trigram
// Index" (2012): sets of texts are computed from the leaves up, and what grows
// too large is replaced by the trigrams in it. See type known.
func Compile(re *syntax.Regexp) *Query {
	c := compiler{work: maxWork}
	k := c.know(re)
	q := c.anyOf(k.whole)
	if k.rest != nil {
		q = c.disjoin(q, c.seal(*k.rest).match)
	}
	for most := 256; q.size() > maxTrigrams; most /= 4 {
		if most == 0 {
			return everyText
		}
		q = c.thin(q, most)
	}
	return q
}

// compiler bounds the work of one Compile; at zero, conditions become All.
type compiler struct{ work int }

// known is what is known of the folded texts that an expression matches: each
// is one of whole, or it is as rest says. Sets of texts are sorted.
//
// Keeping the two apart, rather than one set of beginnings that may be whole
// texts or not, is what makes optional parts exact: in (foo.*)?bar the text of
// the first part is "" or begins with foo.
type known struct {
	whole []string
	rest  *ends // nil: there are no others
}

// ends describes texts by how they begin, how they end, and what they must
// hold; the trigrams within prefix and suffix count as well.
type ends struct {
	prefix, suffix []string
	match          *Query
}

var (
	empty   = []string{""}
	anyText = known{rest: &ends{empty, empty, everyText}}
)

func (c *compiler) know(re *syntax.Regexp) known {
	if c.work < 0 {
		return anyText
	}
	switch re.Op {
	case syntax.OpNoMatch:
		return known{}
	case syntax.OpLiteral:
		return literal(re.Rune)
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		return anyText
	case syntax.OpCapture:
		return c.know(re.Sub[0])
	case syntax.OpStar:
		return c.optional(c.repeated(c.know(re.Sub[0])))
	case syntax.OpPlus:
		return c.repeated(c.know(re.Sub[0]))
	case syntax.OpQuest:
		return c.optional(c.know(re.Sub[0]))
	case syntax.OpRepeat:
		return c.counted(c.know(re.Sub[0]), re.Min, re.Max)
	case syntax.OpConcat:
		k := known{whole: empty}
		for _, sub := range re.Sub {
			k = c.concat(k, c.know(sub))
		}
		return k
	case syntax.OpAlternate:
		all := make([]known, len(re.Sub))
		for i, sub := range re.Sub {
			all[i] = c.know(sub)
		}
		return c.alternate(all...)
	}
	return known{whole: empty} // the rest are conditions on a place: ^ $ \b
}

func literal(runes []rune) known {
	text := make([]byte, 0, len(runes)+8)
	for _, r := range runes {
		text = utf8.AppendRune(text, FoldRune(r))
	}
	if len(text) > maxText {
		prefix, suffix := string(text[:maxText]), string(text[len(text)-maxText:])
		return known{rest: &ends{[]string{prefix}, []string{suffix}, everyText}}
	}
	return known{whole: []string{string(text)}}
}

// class takes pairs of first and last characters.
func class(pairs []rune) known {
	count := 0
	for i := 0; i < len(pairs); i += 2 {
		count += int(pairs[i+1]-pairs[i]) + 1
	}
	if count > 4*maxClass { // no character has more than three other cases
		return anyText
	}
	texts := make([]string, 0, count)
	for i := 0; i < len(pairs); i += 2 {
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			texts = append(texts, string(FoldRune(r)))
		}
	}
	if texts = sorted(texts); len(texts) > maxClass {
		return anyText
	}
	return known{whole: texts}
}

// concat is what is known of a text of x followed by one of y.
func (c *compiler) concat(x, y known) known {
	switch {
	case x.rest == nil && slices.Equal(x.whole, empty):
		return y
	case y.rest == nil && slices.Equal(y.whole, empty):
		return x
	}
	var out known
	var rests []ends
	if len(x.whole) > 0 && len(y.whole) > 0 {
		if texts, ok := c.product(x.whole, y.whole); ok {
			out.whole = texts
		} else {
			rests = append(rests, ends{
				prefix: c.begin(x.whole, y.whole), suffix: c.end(x.whole, y.whole), match: c.seam(x.whole, y.whole),
			})
		}
	}
	// What all further texts hold is set aside, lest it double with every
	// optional part of a long expression.
	xMatch, yMatch, common := everyText, everyText, everyText
	if x.rest != nil {
		if xMatch = x.rest.match; len(x.whole) == 0 {
			xMatch, common = everyText, xMatch
		}
	}
	if y.rest != nil {
		if yMatch = y.rest.match; len(y.whole) == 0 {
			yMatch, common = everyText, c.conjoin(common, yMatch)
		}
	}
	if len(x.whole) > 0 && y.rest != nil {
		e := ends{suffix: y.rest.suffix, match: yMatch}
		if texts, ok := c.product(x.whole, y.rest.prefix); ok {
			e.prefix = texts
		} else {
			e.prefix, e.match = c.begin(x.whole, y.rest.prefix), c.conjoin(yMatch, c.seam(x.whole, y.rest.prefix))
		}
		rests = append(rests, e)
	}
	if x.rest != nil && len(y.whole) > 0 {
		e := ends{prefix: x.rest.prefix, match: xMatch}
		if texts, ok := c.product(x.rest.suffix, y.whole); ok {
			e.suffix = texts
		} else {
			e.suffix, e.match = c.end(x.rest.suffix, y.whole), c.conjoin(xMatch, c.seam(x.rest.suffix, y.whole))
		}
		rests = append(rests, e)
	}
	if x.rest != nil && y.rest != nil {
		e := ends{prefix: x.rest.prefix, suffix: y.rest.suffix}
		if xMatch.size()+yMatch.size() > 64 {
			e.match = xMatch
			if xMatch.Op == All || yMatch.Op != All && yMatch.size() < xMatch.size() {
				e.match = yMatch
			}
		} else {
			e.match = c.conjoin(xMatch, yMatch)
		}
		e.match = c.conjoin(e.match, c.seam(x.rest.suffix, y.rest.prefix))
		rests = append(rests, e)
	}
	out.rest = c.merge(rests)
	if out.rest != nil {
		out.rest.match = c.conjoin(out.rest.match, common)
	}
	return out.plain()
}

// alternate is what is known of a text of any of all.
func (c *compiler) alternate(all ...known) known {
	var whole []string
	var rests []ends
	for _, k := range all {
		whole = append(whole, k.whole...)
		if k.rest != nil {
			rests = append(rests, *k.rest)
		}
	}
	whole = sorted(whole)
	if len(whole) > maxTexts || bytesOf(whole) > maxSetBytes {
		rests = append(rests, ends{whole, whole, everyText})
		whole = nil
	}
	return known{whole: whole, rest: c.merge(rests)}.plain()
}

func (c *compiler) optional(k known) known { return c.alternate(known{whole: empty}, k) }

// repeated is k once or more often: k, or a text that begins and ends as two
// of k do. For a class the difference is not worth the many texts.
func (c *compiler) repeated(k known) known {
	if len(k.whole) > 1 {
		return c.loosen(k)
	}
	return c.alternate(k, c.loosen(c.concat(k, k)))
}

// counted is k repeated from least to most times; most is -1 for no limit.
func (c *compiler) counted(k known, least, most int) known {
	if most == 0 {
		return known{whole: empty}
	}
	if least == 0 && (most < 0 || most > maxOptional) {
		return c.optional(c.repeated(k))
	}
	out := known{whole: empty}
	for range min(least, maxCopies) {
		out = c.concat(out, k)
	}
	switch {
	case least > maxCopies, least > 0 && most != least && len(k.whole) > 1:
		return c.loosen(out)
	case most < 0 || most-least > maxOptional:
		return c.alternate(out, c.loosen(c.concat(out, k)))
	}
	tail := known{whole: empty}
	for range most - least {
		tail = c.optional(c.concat(k, tail))
	}
	return c.concat(out, tail)
}

// loosen is what is known of texts that begin as a text of k, end as one and
// hold what one holds, whatever else they hold.
func (c *compiler) loosen(k known) known {
	var rests []ends
	if len(k.whole) > 0 {
		rests = append(rests, ends{k.whole, k.whole, everyText})
	}
	if k.rest != nil {
		rests = append(rests, *k.rest)
	}
	return known{rest: c.merge(rests)}.plain()
}

// plain leaves out the whole texts where the rest says nothing: .* and .?
func (k known) plain() known {
	if r := k.rest; r != nil && r.match.Op == All && r.prefix[0] == "" && r.suffix[0] == "" {
		return anyText
	}
	return k
}

// merge is what is known of a text that is as any of rests says.
func (c *compiler) merge(rests []ends) *ends {
	switch len(rests) {
	case 0:
		return nil
	case 1:
		if e := rests[0]; len(e.prefix) <= maxEnds && len(e.suffix) <= maxEnds {
			return &e
		}
	}
	var out ends
	matches := make([]*Query, len(rests))
	for i, e := range rests {
		e = c.seal(e)
		out.prefix = append(out.prefix, e.prefix...)
		out.suffix = append(out.suffix, e.suffix...)
		matches[i] = e.match
	}
	out.prefix, out.suffix = few(out.prefix, head), few(out.suffix, tail)
	out.match = c.disjoin(matches...)
	return &out
}

// seal moves the trigrams within prefix and suffix to match; what may give
// more together with neighbours stays.
func (c *compiler) seal(e ends) ends {
	return ends{
		prefix: few(e.prefix, head),
		suffix: few(e.suffix, tail),
		match:  c.conjoin(e.match, c.anyOf(e.prefix), c.anyOf(e.suffix)),
	}
}

// seam is the condition that a text of a directly followed by one of b holds.
func (c *compiler) seam(a, b []string) *Query {
	if texts, ok := c.product(a, b); ok {
		return c.anyOf(texts)
	}
	parts := []*Query{c.anyOf(a), c.anyOf(b)}
	if texts, ok := c.product(cut(a, 2, tail), cut(b, 2, head)); ok {
		return c.conjoin(append(parts, c.anyOf(texts))...)
	}
	for n := 1; n <= 2; n++ {
		if texts, ok := c.product(cut(a, n, tail), cut(b, 3-n, head)); ok {
			parts = append(parts, c.anyOf(texts))
		}
	}
	return c.conjoin(parts...)
}

// begin is how a text of a followed by one of b begins, by at most two bytes:
// the rest is the seam's business. (Texts of a cut to two bytes may not be
// followed by b, but then the first two bytes are not of b.)
func (c *compiler) begin(a, b []string) []string {
	for n := 2; n > 0; n-- {
		if texts, ok := c.product(cut(a, 2, head), cut(b, n, head)); ok {
			return few(texts, head)
		}
	}
	return few(a, head)
}

// end is how it ends, likewise.
func (c *compiler) end(a, b []string) []string {
	for n := 2; n > 0; n-- {
		if texts, ok := c.product(cut(a, n, tail), cut(b, 2, tail)); ok {
			return few(texts, tail)
		}
	}
	return few(b, tail)
}

// product is every text of a followed by every text of b, unless that is too much.
func (c *compiler) product(a, b []string) (texts []string, ok bool) {
	n, size := len(a)*len(b), len(b)*bytesOf(a)+len(a)*bytesOf(b)
	inA, inB := longestOf(a), longestOf(b)
	longest := inA + inB
	inLarger := inB // bytes of a text of the larger set
	if len(a) > len(b) {
		inLarger = inA
	}
	switch {
	case n > maxTexts, longest > maxText, size > maxSetBytes:
		return nil, false
	case len(a) > 1 && len(b) > 1 && n > maxPairs && (longest > 3 || n > maxShort):
		return nil, false
	case n > wideOr && longest > 3 && inLarger <= 3:
		return nil, false // a class and a word: better the word alone than once for each
	}
	c.work -= n
	all := make([]byte, 0, size) // one allocation for all texts
	for _, s := range a {
		for _, t := range b {
			all = append(append(all, s...), t...)
		}
	}
	rest := string(all)
	texts = make([]string, 0, n)
	for _, s := range a {
		for _, t := range b {
			texts = append(texts, rest[:len(s)+len(t)])
			rest = rest[len(s)+len(t):]
		}
	}
	return sorted(texts), true
}

func head(s string, n int) string { return s[:min(n, len(s))] }

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

// cut shortens every text to n bytes of its head or tail.
func cut(texts []string, n int, side func(string, int) string) []string {
	if longestOf(texts) <= n {
		return texts
	}
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = side(s, n)
	}
	return sorted(out)
}

// few shortens texts to the two bytes that a trigram across their edge can
// have, to fewer when there are too many of them. Where one of them is empty,
// nothing is known.
func few(texts []string, side func(string, int) string) []string {
	texts = sorted(texts)
	for n := 2; n > 0; n-- {
		texts = cut(texts, n, side)
		if len(texts) <= maxEnds {
			break
		}
	}
	if len(texts) > maxEnds || len(texts) > 0 && texts[0] == "" {
		return empty
	}
	return texts
}

// sorted sorts texts in place and drops the repeated ones.
func sorted(texts []string) []string {
	if !slices.IsSorted(texts) { // products mostly are
		slices.Sort(texts)
	}
	return slices.Compact(texts)
}

func longestOf(texts []string) int {
	n := 0
	for _, s := range texts {
		n = max(n, len(s))
	}
	return n
}

func bytesOf(texts []string) int {
	n := 0
	for _, s := range texts {
		n += len(s)
	}
	return n
}
