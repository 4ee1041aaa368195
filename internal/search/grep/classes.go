package grep

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Columns of the automaton's table that are not classes of runes.
const (
	columnEscape  = iota // a byte that must be looked at: see classes.of
	columnEnd            // the end of the line, or with multiline of the text
	columnClasses        // the first class of runes
)

// classes sorts runes by what the instructions of a program can tell apart:
// all runes of a class do the same in every state.
type classes struct {
	// bytes is the column of each byte that is a rune and needs no second
	// look; others have columnEscape.
	bytes [256]uint16
	// starts are the first runes of intervals in order, columns where those
	// belong.
	starts  []rune
	columns []uint16
	n       int // columns in all

	sets [][]rune // distinct sets of runes of the instructions, as ranges
	has  [][]bool // by set and column
}

// wordRunes are what \b sees as word characters.
var wordRunes = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}

// newClasses builds the classes that keep the sets apart. Of lines, the line
// feed ends each; otherwise it is a class of its own.
func newClasses(sets [][]rune, multiline bool) *classes {
	c := &classes{sets: sets}
	apart := append(slices.Clone(sets), []rune{'\n', '\n'}, []rune{'\r', '\r'})
	var cuts []rune
	for _, set := range apart {
		for i := 0; i < len(set); i += 2 {
			cuts = append(cuts, set[i], set[i+1]+1)
		}
	}
	cuts = append(cuts, 0, utf8.RuneSelf)
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	c.starts = slices.DeleteFunc(cuts, func(r rune) bool { return r > unicode.MaxRune })

	// Two intervals are of one class when no set holds one of them alone:
	// split what is together, set by set.
	c.columns = make([]uint16, len(c.starts))
	members := make([][]bool, len(apart))
	count := 1
	for s, set := range apart {
		inside := make([]bool, len(c.starts))
		i := 0
		for k, start := range c.starts {
			for i < len(set) && set[i+1] < start {
				i += 2
			}
			inside[k] = i < len(set) && set[i] <= start
		}
		members[s] = inside
		split := make(map[uint32]uint16)
		for k, in := range inside {
			key := uint32(c.columns[k]) << 1
			if in {
				key |= 1
			}
			id, ok := split[key]
			if !ok {
				id = uint16(len(split))
				split[key] = id
			}
			c.columns[k] = id
		}
		count = len(split)
	}
	c.n = columnClasses + count
	c.has = make([][]bool, len(sets))
	for s := range sets {
		c.has[s] = make([]bool, c.n)
	}
	for k := range c.columns {
		c.columns[k] += columnClasses
		for s := range sets {
			if members[s][k] {
				c.has[s][c.columns[k]] = true
			}
		}
	}
	for b := rune(0); b < utf8.RuneSelf; b++ {
		c.bytes[b] = c.of(b)
	}
	if !multiline {
		c.bytes['\n'] = columnEnd
		c.bytes['\r'] = columnEscape // part of the line end if a line feed follows
	}
	return c
}

// of is the column of a rune.
func (c *classes) of(r rune) uint16 {
	i, found := slices.BinarySearch(c.starts, r)
	if !found {
		i--
	}
	return c.columns[i]
}

// runesOf are the runes that an instruction accepts, as sorted ranges.
func runesOf(inst *syntax.Inst) []rune {
	switch inst.Op {
	case syntax.InstRuneAny:
		return []rune{0, unicode.MaxRune}
	case syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	}
	if len(inst.Rune) > 1 {
		return inst.Rune
	}
	r := inst.Rune[0]
	orbit := []rune{r}
	if inst.Op == syntax.InstRune && syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			orbit = append(orbit, f)
		}
	}
	slices.Sort(orbit)
	out := make([]rune, 0, 2*len(orbit))
	for _, r := range orbit {
		out = append(out, r, r)
	}
	return out
}
