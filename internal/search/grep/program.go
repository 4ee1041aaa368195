package grep

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// What stood before: bits of a state's context.
const (
	afterLine byte = 1 << iota // a line end, or nothing
	afterText                  // nothing: the text starts here
	afterWord                  // a word character of \b
	// running is set, for multiline alone, when a match that began earlier
	// may still come: it might begin before this place.
	running
)

// program is what every automaton of a Pattern shares and none changes.
type program struct {
	insts     []syntax.Inst
	start     uint32
	set       []int // by instruction, the index of its runes in classes.sets
	multiline bool
	*classes

	uses byte   // bits of context that some instruction asks for
	word []bool // by column: word characters of \b
	feed uint16 // with multiline, the column of the line feed
	// anchored: a match begins a line, so other starts need not be tried.
	anchored bool
	// always: the empty text matches anywhere.
	always bool

	// contexts are the contexts in which a new match may begin; idle is
	// their index by the byte before.
	contexts []byte
	idle     [256]uint8
	first    uint8 // the index where the text begins
	// leaves marks bytes that may begin a match: all others need not be
	// looked at while none has begun. skips says that they are rare enough
	// for that to pay, and only is the one of them, or -1.
	leaves [256]bool
	skips  bool
	only   int
}

func newProgram(prog *syntax.Prog, multiline bool) *program {
	p := &program{insts: prog.Inst, start: uint32(prog.Start), multiline: multiline, only: -1}
	var sets [][]rune
	known := make(map[string]int)
	add := func(runes []rune) int {
		key := fmt.Sprint(runes)
		i, ok := known[key]
		if !ok {
			i = len(sets)
			known[key] = i
			sets = append(sets, runes)
		}
		return i
	}
	// Copies of an instruction, as of x{1000}, share their runes.
	type copied struct {
		runes *rune
		fold  bool
	}
	copies := make(map[copied]int)
	p.set = make([]int, len(p.insts))
	for i := range p.insts {
		inst := &p.insts[i]
		switch inst.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if len(inst.Rune) == 0 && inst.Op == syntax.InstRune {
				inst.Op = syntax.InstFail
				continue
			}
			if len(inst.Rune) == 0 {
				p.set[i] = add(runesOf(inst))
				continue
			}
			key := copied{&inst.Rune[0], len(inst.Rune) == 1 && syntax.Flags(inst.Arg)&syntax.FoldCase != 0}
			set, ok := copies[key]
			if !ok {
				set = add(runesOf(inst))
				copies[key] = set
			}
			p.set[i] = set
		case syntax.InstEmptyWidth:
			op := syntax.EmptyOp(inst.Arg)
			if op&syntax.EmptyBeginLine != 0 {
				p.uses |= afterLine
			}
			if op&syntax.EmptyBeginText != 0 {
				p.uses |= afterText
			}
			if op&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
				p.uses |= afterWord
			}
		}
	}
	words := -1
	if p.uses&afterWord != 0 {
		words = add(wordRunes)
	}
	p.classes = newClasses(sets, multiline)
	p.word = make([]bool, p.n)
	if words >= 0 {
		p.word = p.has[words]
	}
	p.feed = p.of('\n')
	p.plan()
	return p
}

// plan finds out how a search may begin and what it may skip.
func (p *program) plan() {
	d := &automaton{program: p}
	d.work.init(len(p.insts))
	p.anchored = !d.begins(0) && !p.multiline
	p.always = d.matchesNow(p.start)

	context := func(b byte) uint8 {
		i := slices.Index(p.contexts, b&p.uses)
		if i < 0 {
			i = len(p.contexts)
			p.contexts = append(p.contexts, b&p.uses)
		}
		return uint8(i)
	}
	p.first = context(afterLine | afterText)
	for b := range 256 {
		switch {
		case b == '\n' && p.multiline:
			p.idle[b] = context(afterLine)
		case b == '\n':
			p.idle[b] = p.first
		case isWord(byte(b)):
			p.idle[b] = context(afterWord)
		default:
			p.idle[b] = context(0)
		}
	}
	if !p.anchored && !p.always {
		p.findLeaving()
	}
}

// isWord reports whether \b sees a word character.
func isWord(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}

// findLeaving fills in leaves.
func (p *program) findLeaving() {
	d := newAutomaton(p)
	leaving := make([]bool, p.n)
	for _, s := range d.idles {
		for column := columnEnd; column < p.n; column++ {
			if t := d.step(s, uint16(column)); !slices.Contains(d.idles, t) {
				leaving[column] = true
			}
		}
	}
	for b := range utf8.RuneSelf {
		p.leaves[b] = leaving[p.of(rune(b))]
	}
	if !p.multiline {
		p.leaves['\n'] = leaving[columnEnd]
		p.leaves['\r'] = p.leaves['\r'] || leaving[columnEnd]
	}
	for i, column := range p.columns {
		if first := max(p.starts[i], utf8.RuneSelf); leaving[column] {
			last := rune(0x10FFFF)
			if i+1 < len(p.starts) {
				last = p.starts[i+1] - 1
			}
			if first > last {
				continue
			}
			for b := lead(first); b <= lead(last); b++ {
				p.leaves[b] = true
			}
			if first <= utf8.RuneError && utf8.RuneError <= last {
				for b := utf8.RuneSelf; b < 256; b++ {
					p.leaves[b] = true // any of them may be no UTF-8
				}
			}
		}
	}
	sum, count := 0.0, 0
	for b, leaves := range p.leaves {
		if leaves {
			count++
			p.only = b
			sum += frequency(byte(b))
		}
	}
	if count != 1 {
		p.only = -1
	}
	p.skips = sum < mostLeaving
}

// mostLeaving is how frequent bytes that may begin a match may be for it to
// pay to skip the others: a stop costs as much as a few steps.
const mostLeaving = 0.08

// lead is the first byte of a rune's UTF-8.
func lead(r rune) int {
	var b [utf8.UTFMax]byte
	if 0xD800 <= r && r <= 0xDFFF {
		return 0xED // of no rune, but inside an interval
	}
	utf8.EncodeRune(b[:], r)
	return int(b[0])
}
