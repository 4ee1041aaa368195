package grep

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// Bounds of one automaton's memory, a few MB in all. A full one is emptied;
// one that is emptied again and again before it has paid gives up.
const (
	mostCells  = 1 << 19 // of the table, 4 bytes each
	mostHeld   = 1 << 21 // bytes of the states' instructions
	mostStates = 10_000
	poorReuse  = 20 // bytes searched for each state made: less does not pay
	mostPoor   = 3  // times
)

// State numbers are rows of the table, as the index of their first cell. The
// first rows are no states.
const (
	rowUnknown = iota // the transition must be computed
	rowMatch          // a match has ended, or will here
	rowDead           // no match can come before the line ends
	rowStates
)

// automaton is a deterministic automaton that computes a state when a text
// first leads there. A state is a set of instructions of the program, and
// what the rune before was as far as any of them asks. Assertions that look
// ahead are decided by the next rune: so a match may be seen one rune late,
// never in another line. It belongs to one goroutine.
type automaton struct {
	*program
	table  []uint32
	states []state // by row
	known  map[string]uint32
	held   int
	idles  []uint32 // by index of program.contexts: nothing has begun
	// limit: rows below it are not stepped over blindly.
	limit uint32

	room     int // for states, until the next reset
	made     int // states since the last reset
	searched int // bytes since the last reset
	poor     int
	gaveUp   bool
	epoch    int // counts resets

	work work
	key  []byte
}

type state struct {
	insts   string // 4 bytes each, sorted
	context byte
}

// work is the scratch space of a step.
type work struct {
	stack       []uint32
	seen, added []int // by instruction, the round it was last met in
	round       int
	next        []uint32
}

func (w *work) init(insts int) {
	w.seen, w.added = make([]int, insts), make([]int, insts)
}

func newAutomaton(p *program) *automaton {
	a := &automaton{program: p, room: mostStates}
	a.work.init(len(p.insts))
	a.reset()
	return a
}

// reset empties the automaton but for the states that searches begin in.
func (a *automaton) reset() {
	a.table = append(a.table[:0], make([]uint32, rowStates*a.n)...)
	a.states = append(a.states[:0], make([]state, rowStates)...)
	a.known = make(map[string]uint32)
	a.held, a.made, a.searched = 0, 0, 0
	a.epoch++
	a.idles = a.idles[:0]
	a.limit = uint32((rowDead + 1) * a.n)
	for _, context := range a.contexts {
		a.work.round++
		a.work.next = a.work.next[:0]
		if !a.anchored || context&(afterLine|afterText) != 0 {
			a.gather(a.start)
		}
		a.idles = append(a.idles, a.intern(context))
	}
	if a.skips || a.multiline {
		for _, s := range a.idles {
			a.limit = max(a.limit, s+uint32(a.n))
		}
	}
}

// begins reports whether some instruction that reads a rune, or the end of
// the match, can be reached in the context, whatever follows.
func (a *automaton) begins(context byte) bool {
	before := a.before(context) | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary | syntax.EmptyEndLine | syntax.EmptyEndText
	found := false
	a.work.round++
	a.follow(a.start, before, func(uint32) { found = true })
	return found
}

// matchesNow reports whether the match may end at pc without a condition.
func (a *automaton) matchesNow(pc uint32) bool {
	found := false
	a.work.round++
	a.follow(pc, 0, func(pc uint32) { found = found || a.insts[pc].Op == syntax.InstMatch })
	return found
}

// before is what the context says of assertions.
func (a *automaton) before(context byte) (op syntax.EmptyOp) {
	if context&afterLine != 0 {
		op |= syntax.EmptyBeginLine
	}
	if context&afterText != 0 {
		op |= syntax.EmptyBeginText
	}
	return op
}

// around is what holds between the context and the column's runes.
func (a *automaton) around(context byte, column uint16) syntax.EmptyOp {
	op := a.before(context)
	switch {
	case column == columnEnd:
		op |= syntax.EmptyEndLine | syntax.EmptyEndText
	case a.multiline && column == a.feed:
		op |= syntax.EmptyEndLine
	}
	if a.word[column] != (context&afterWord != 0) {
		op |= syntax.EmptyWordBoundary
	} else {
		op |= syntax.EmptyNoWordBoundary
	}
	return op
}

// follow visits what can be reached from pc without reading a rune when the
// assertions of op hold: instructions that read one, and matches. The caller
// begins a round.
func (a *automaton) follow(pc uint32, op syntax.EmptyOp, visit func(uint32)) {
	w := &a.work
	w.stack = append(w.stack[:0], pc)
	for len(w.stack) > 0 {
		pc := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.seen[pc] == w.round {
			continue
		}
		w.seen[pc] = w.round
		switch inst := &a.insts[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			w.stack = append(w.stack, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			w.stack = append(w.stack, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^op == 0 {
				w.stack = append(w.stack, inst.Out)
			}
		case syntax.InstFail:
		default:
			visit(pc)
		}
	}
}

// gather adds to work.next what can be reached from pc as it stands, with
// assertions left for the step that knows what follows. It reports whether
// that is a match.
func (a *automaton) gather(pc uint32) (match bool) {
	w := &a.work
	base := len(w.stack)
	w.stack = append(w.stack, pc)
	for len(w.stack) > base {
		pc := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.added[pc] == w.round {
			continue
		}
		w.added[pc] = w.round
		switch inst := &a.insts[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			w.stack = append(w.stack, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			w.stack = append(w.stack, inst.Out)
		case syntax.InstFail:
		case syntax.InstMatch:
			match = true
			w.next = append(w.next, pc)
		default:
			w.next = append(w.next, pc)
		}
	}
	return match
}

// step computes where the column leads from the state, and notes it.
func (a *automaton) step(s uint32, column uint16) uint32 {
	w := &a.work
	from := a.states[int(s)/a.n]
	op := a.around(from.context, column)
	epoch := a.epoch
	w.round++
	w.next = w.next[:0]
	match := false
	for i := 0; i < len(from.insts); i += 4 {
		pc := uint32(from.insts[i]) | uint32(from.insts[i+1])<<8 | uint32(from.insts[i+2])<<16 | uint32(from.insts[i+3])<<24
		a.follow(pc, op, func(pc uint32) {
			if a.insts[pc].Op == syntax.InstMatch {
				match = true
			} else if a.has[a.set[pc]][column] && a.gather(a.insts[pc].Out) {
				match = true
			}
		})
	}
	var to uint32
	switch {
	case match:
		to = uint32(rowMatch * a.n)
	case column == columnEnd && a.multiline:
		to = uint32(rowDead * a.n)
	case column == columnEnd:
		to = a.idles[a.first]
	default:
		to = a.arrive(column)
	}
	if a.epoch == epoch {
		a.table[int(s)+int(column)] = to
	}
	return to
}

// arrive is the state of work.next after a rune of the column.
func (a *automaton) arrive(column uint16) uint32 {
	context := byte(0)
	if a.multiline && len(a.work.next) > 0 {
		context = running
	}
	if a.word[column] {
		context |= afterWord
	}
	if a.multiline && column == a.feed {
		context |= afterLine
	}
	if !a.anchored {
		a.gather(a.start)
	}
	return a.intern(context & (a.uses | running))
}

// intern is the state of the instructions in work.next, made if it is new.
func (a *automaton) intern(context byte) uint32 {
	w := &a.work
	if len(w.next) == 0 {
		return uint32(rowDead * a.n)
	}
	asserts := false
	for _, pc := range w.next {
		asserts = asserts || a.insts[pc].Op == syntax.InstEmptyWidth
	}
	if !asserts {
		context &= running // nobody asks for the rest
	}
	slices.Sort(w.next)
	a.key = append(a.key[:0], context)
	for _, pc := range w.next {
		a.key = binary.LittleEndian.AppendUint32(a.key, pc)
	}
	if s, ok := a.known[string(a.key)]; ok {
		return s
	}
	key := string(a.key)
	if len(a.idles) == len(a.contexts) && a.full() {
		a.giveUpIfPoor()
		a.reset()
	}
	s := uint32(len(a.table))
	a.known[key] = s
	a.table = append(a.table, make([]uint32, a.n)...)
	a.states = append(a.states, state{insts: key[1:], context: context})
	a.held += len(key)
	a.made++
	return s
}

func (a *automaton) full() bool {
	return len(a.states) >= a.room || len(a.table)+a.n > mostCells || a.held+len(a.key) > mostHeld
}

// giveUpIfPoor ends an automaton whose states are seldom met again.
func (a *automaton) giveUpIfPoor() {
	if a.searched < poorReuse*a.made {
		a.poor++
	} else {
		a.poor = 0
	}
	a.gaveUp = a.gaveUp || a.poor >= mostPoor
}
