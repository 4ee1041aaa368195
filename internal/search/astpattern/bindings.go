package astpattern

import "sextant/internal/syntax"

// bindings is what variables stand for so far. Whoever finds that something
// does not match after all takes back what was bound since its mark.
type bindings struct {
	single []syntax.Node   // by number; None while unbound
	many   [][]syntax.Node // by number; nil while unbound
	undo   []undone
}

// undone is a binding as it was.
type undone struct {
	number int
	many   bool
	node   syntax.Node
	nodes  []syntax.Node
}

func newBindings(v *variables) *bindings {
	b := &bindings{single: make([]syntax.Node, len(v.single)), many: make([][]syntax.Node, len(v.multiple))}
	b.reset()
	return b
}

func (b *bindings) reset() {
	for i := range b.single {
		b.single[i] = syntax.None
	}
	clear(b.many)
	b.undo = b.undo[:0]
}

func (b *bindings) mark() int { return len(b.undo) }

func (b *bindings) restore(mark int) {
	for i := len(b.undo) - 1; i >= mark; i-- {
		if u := &b.undo[i]; u.many {
			b.many[u.number] = u.nodes
		} else {
			b.single[u.number] = u.node
		}
	}
	b.undo = b.undo[:mark]
}

// bind has a variable stand for a node, if what it stands for already is the
// same code.
func (r *run) bind(number int, n syntax.Node) bool {
	if number == anonymous {
		return true
	}
	b := r.bound
	if old := b.single[number]; old != syntax.None && !r.same(old, n) {
		return false
	}
	b.undo = append(b.undo, undone{number: number, node: b.single[number]})
	b.single[number] = n
	return true
}

// bindMany is bind for several nodes; marks and words of the grammar between
// them do not count when they are compared.
func (r *run) bindMany(number int, nodes []syntax.Node) bool {
	if number == anonymous {
		return true
	}
	b := r.bound
	if old := b.many[number]; old != nil && !r.sameNamed(old, nodes) {
		return false
	}
	b.undo = append(b.undo, undone{number: number, many: true, nodes: b.many[number]})
	kept := make([]syntax.Node, len(nodes)) // not nil, even if there are none
	copy(kept, nodes)
	b.many[number] = kept
	return true
}

func (r *run) sameNamed(a, b []syntax.Node) bool {
	named := func(nodes []syntax.Node) (out []syntax.Node) {
		for _, n := range nodes {
			if r.IsNamed(n) {
				out = append(out, n)
			}
		}
		return out
	}
	x, y := named(a), named(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !r.same(x[i], y[i]) {
			return false
		}
	}
	return true
}

// same reports whether two nodes are the same code: of one structure, or of
// one text where one of them has no named children.
func (r *run) same(a, b syntax.Node) bool {
	switch {
	case a == b:
		return true
	case !r.step():
		return false
	case !r.hasNamedChild(a) || !r.hasNamedChild(b):
		x, y := r.Text(a), r.Text(b)
		r.left -= min(len(x), len(y)) / 16
		return string(x) == string(y)
	case r.Records[a].Kind != r.Records[b].Kind:
		return false
	}
	x, y := r.FirstChild(a), r.FirstChild(b)
	for x != syntax.None && y != syntax.None {
		if !r.same(x, y) {
			return false
		}
		x, y = r.Next(x), r.Next(y)
	}
	return x == y // both have come to their end
}

func (r *run) hasNamedChild(n syntax.Node) bool {
	for c := r.FirstChild(n); c != syntax.None; c = r.Next(c) {
		if r.IsNamed(c) {
			return true
		}
	}
	return false
}
