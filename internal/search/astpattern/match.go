package astpattern

import (
	"sextant/internal/syntax"
)

// Strictness is how much of a pattern's nodes must be there, and how much
// besides may be.
type Strictness uint8

// Strictnesses, as ast-grep names them.
const (
	Smart     Strictness = iota // all of the pattern's nodes; marks, words of the grammar and comments may be there besides
	CST                         // all nodes, and none besides
	AST                         // named nodes
	Relaxed                     // named nodes without comments
	Signature                   // the same, whatever the text of names and literals
	Template                    // texts, whatever the kinds of nodes
)

var strictnesses = []string{"smart", "cst", "ast", "relaxed", "signature", "template"}

// node is a node of a pattern.
type node struct {
	form     form
	named    bool
	kind     uint16
	variable int // number, anonymous for none
	text     string
	children []node
}

// pattern is a rule: the node has the shape.
type pattern struct {
	root       node
	strictness Strictness
	// selected is the kind that a selector asked for; only then it counts for
	// a root that is a variable.
	selected    uint16
	hasSelected bool
	language    *syntax.Language
}

func (p *pattern) match(r *run, n syntax.Node) bool {
	if p.hasSelected && r.Records[n].Kind != p.selected {
		return false
	}
	mark := r.bound.mark()
	m := matching{r, p.strictness}
	matched := false
	if p.strictness == Smart && p.root.isVariable() {
		matched = m.variable(&p.root, n) // a comment too, where it is all that is asked for
	} else {
		matched = m.node(&p.root, n) == both
	}
	if !matched {
		r.bound.restore(mark)
	}
	return matched
}

func (p *pattern) kinds() *kindSet {
	switch {
	case p.strictness == Template:
		return nil
	case !p.root.isVariable():
		return kindsOf(p.root.kind)
	case p.hasSelected:
		return kindsOf(p.selected)
	}
	return nil
}

func (n *node) isVariable() bool { return n.form >= one }

// outcome is what comes of comparing a node of the pattern with one of a file.
type outcome uint8

const (
	neither  outcome = iota // no match
	both                    // a match: on with both
	skipBoth                // no match, but neither needs one
	skipGoal                // the pattern's node needs none
	skipCandidate
)

type matching struct {
	*run
	strictness Strictness
}

func (s Strictness) skipsComments() bool { return s != CST && s != AST }

func (m matching) isExtra(n syntax.Node) bool { return m.Records[n].Flags&syntax.FlagExtra != 0 }

// node compares a node and what is below it.
func (m matching) node(goal *node, n syntax.Node) outcome {
	if !m.step() {
		return neither
	}
	switch goal.form {
	case leaf:
		return m.leaf(goal, n)
	case inner:
		if m.strictness != Template && goal.kind != m.Records[n].Kind || !m.children(goal.children, n) {
			return neither
		}
		return both
	}
	switch {
	case m.strictness.skipsComments() && m.isExtra(n):
		return skipCandidate
	case m.variable(goal, n):
		return both
	}
	return neither
}

func (m matching) variable(goal *node, n syntax.Node) bool {
	return (goal.form != one || m.IsNamed(n)) && m.bind(goal.variable, n)
}

func (m matching) leaf(goal *node, n syntax.Node) outcome {
	sameKind := goal.kind == m.Records[n].Kind
	switch {
	// A word of the grammar that error recovery made up is not there.
	case sameKind && !goal.named && isKeyword(goal.text) && m.IsMissing(n):
	// The text of a mark is that of its kind, whatever a grammar's scanner has
	// taken for its extent.
	case sameKind && (!goal.named || m.hasText(goal, n)):
		return both
	case m.strictness.skipsComments() && m.isExtra(n):
		return skipCandidate
	case m.strictness == Signature && sameKind, m.strictness == Template && m.hasText(goal, n):
		return both
	}
	besides := m.strictness != CST && !m.IsNamed(n)
	spare := !goal.named && (m.strictness == AST || m.strictness == Relaxed || m.strictness == Signature)
	switch {
	case besides && spare:
		return skipBoth
	case spare:
		return skipGoal
	case besides:
		return skipCandidate
	}
	return neither
}

func (m matching) hasText(goal *node, n syntax.Node) bool {
	r := &m.Records[n]
	return int(r.End-r.Start) == len(goal.text) && string(m.Source[r.Start:r.End]) == goal.text
}

// children compares the children of a node with the goals, from left to right.
// A "$$$" takes as few nodes as will do, and what was decided stays decided.
func (m matching) children(goals []node, parent syntax.Node) bool {
	at := m.FirstChild(parent)
	if at == syntax.None {
		return false
	}
	for {
		if len(goals) == 0 {
			return true
		}
		if goals[0].form == many {
			var done, ok bool
			if goals, at, done, ok = m.ellipsis(goals, at); done || !ok {
				return ok
			}
			if goals[0].form == many {
				continue
			}
			// The ellipsis has found where its next goal matches, and what that binds.
			goals, at = goals[1:], m.Next(at)
		} else {
			var ok bool
			if goals, at, ok = m.next(goals, at); !ok {
				return false
			}
		}
		if len(goals) == 0 {
			return m.mayTrail(at)
		}
		if at == syntax.None {
			return false
		}
	}
}

// next matches the first goal with the first node that it may, and returns
// what is left of both.
func (m matching) next(goals []node, at syntax.Node) ([]node, syntax.Node, bool) {
	for {
		if at == syntax.None {
			rest, ok := m.spared(goals)
			return rest, at, ok
		}
		switch m.node(&goals[0], at) {
		case both:
			return goals[1:], m.Next(at), true
		case skipGoal:
			goals = goals[1:]
		case skipBoth:
			goals, at = goals[1:], m.Next(at)
		case skipCandidate:
			at = m.Next(at)
		case neither:
			return goals, at, false
		}
		if len(goals) == 0 {
			return goals, at, true
		}
		if !m.step() {
			return goals, at, false
		}
	}
}

// ellipsis matches a goal "$$$". Where other goals follow, it ends before the
// first node that matches the next one, which is then matched. done is true
// when all goals are.
func (m matching) ellipsis(goals []node, at syntax.Node) (rest []node, next syntax.Node, done, ok bool) {
	name := goals[0].variable
	goals = goals[1:]
	// A mark behind it, as the comma in "$$$, $LAST", need not be there, and
	// is not part of what it stands for.
	marks := 0
	for len(goals) > 0 && goals[0].form == leaf && !goals[0].named {
		goals = goals[1:]
		marks++
	}
	first := at
	take := func(end syntax.Node) bool {
		if name == anonymous {
			return true
		}
		var nodes []syntax.Node
		for n := first; n != end; n = m.Next(n) {
			nodes = append(nodes, n)
		}
		return m.bindMany(name, nodes[:max(0, len(nodes)-marks)])
	}
	if len(goals) == 0 {
		return goals, syntax.None, true, take(syntax.None)
	}
	if goals[0].form == many {
		// Of two in a row the first one takes one node.
		at = m.Next(at)
		return goals, at, false, at != syntax.None && take(at)
	}
	for at != syntax.None {
		mark := m.bound.mark()
		if m.node(&goals[0], at) == both {
			if !goals[0].mentions(name) {
				return goals, at, false, take(at)
			}
			// What the ellipsis stands for is bound first, then.
			m.bound.restore(mark)
			return goals, at, false, take(at) && m.node(&goals[0], at) == both
		}
		m.bound.restore(mark)
		at = m.Next(at)
	}
	return goals, at, false, false
}

// mentions reports whether a pattern has the variable of many nodes in it.
func (n *node) mentions(multiple int) bool {
	if multiple == anonymous {
		return false
	}
	if n.form == many {
		return n.variable == multiple
	}
	for i := range n.children {
		if n.children[i].mentions(multiple) {
			return true
		}
	}
	return false
}

// spared leaves out goals that need no node, when there are none left, and
// reports whether those are all.
func (m matching) spared(goals []node) ([]node, bool) {
	loose := m.strictness == AST || m.strictness == Relaxed || m.strictness == Signature
	for len(goals) > 0 {
		g := &goals[0]
		switch {
		case m.strictness == CST:
			return goals, false
		case g.form == many, loose && g.form == anyOne, loose && g.form == leaf && !g.named:
		default:
			return goals, false
		}
		goals = goals[1:]
	}
	return goals, true
}

// mayTrail reports whether nodes may stand behind all that the pattern has.
func (m matching) mayTrail(at syntax.Node) bool {
	if m.strictness == Smart {
		return true
	}
	for ; at != syntax.None; at = m.Next(at) {
		unnamed, extra := !m.IsNamed(at), m.isExtra(at)
		switch m.strictness {
		case CST:
			return false
		case AST:
			if !unnamed {
				return false
			}
		case Relaxed, Signature:
			if !unnamed && !extra {
				return false
			}
		case Template:
			if !extra {
				return false
			}
		}
		if !m.step() {
			return false
		}
	}
	return true
}
