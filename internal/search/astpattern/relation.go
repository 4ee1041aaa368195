package astpattern

import (
	"bytes"
	"encoding/json"
	"slices"

	"sextant/internal/syntax"
)

// relation is a rule about other nodes: those around a node, in it, or beside it.
type relation struct {
	way   way
	rule  rule
	until until
	stop  rule // for untilRule
	field string
}

type way uint8

const (
	inside way = iota
	has
	precedes
	follows
)

var ways = []string{"inside", "has", "precedes", "follows"}

// until is how far a relation looks.
type until uint8

const (
	neighbor  until = iota // the next node
	end                    // all of them
	untilRule              // up to the first that a rule holds for, and that one too
)

func (c *compiler) relation(at, key string, raw json.RawMessage) (rule, error) {
	m, err := object(at, raw, append(slices.Clone(known), "stopBy", "field")...)
	if err != nil {
		return nil, err
	}
	x := &relation{way: way(slices.Index(ways, key))}
	if raw, given := m["stopBy"]; given {
		if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '{' {
			x.until = untilRule
			if x.stop, err = c.rule(at+".stopBy", raw); err != nil {
				return nil, err
			}
		} else {
			switch string(raw) {
			case `"neighbor"`:
			case `"end"`:
				x.until = end
			default:
				return nil, faultf(`%s.stopBy must be "neighbor", "end" or a rule`, at)
			}
		}
	}
	if raw, given := m["field"]; given {
		if x.way == precedes || x.way == follows {
			return nil, faultf("%s: field is for inside and has", at)
		}
		if x.field, err = str(at+".field", raw); err != nil {
			return nil, err
		}
	}
	delete(m, "stopBy")
	delete(m, "field")
	if x.rule, err = c.parts(at, m); err != nil {
		return nil, err
	}
	if x.field != "" {
		if c.language == nil {
			if _, err := c.parse(c.syntax.Before); err != nil {
				return nil, err
			}
		}
		if !c.language.HasField(x.field) {
			return nil, faultf("%s.field: %s has no field called %q", at, c.syntax.Name, shortened(x.field))
		}
	}
	return x, nil
}

func (x *relation) kinds() *kindSet { return nil }
func (x *relation) needs() *Needs   { return x.rule.needs() }

func (x *relation) match(r *run, n syntax.Node) bool {
	if !r.step() {
		return false
	}
	switch x.way {
	case inside:
		return x.inside(r, n)
	case has:
		return x.has(r, n)
	case precedes:
		return x.along(r, r.Next(n), r.Next)
	}
	return x.before(r, n)
}

// stops reports whether the search goes no further than a node.
func (x *relation) stops(r *run, n syntax.Node) bool {
	switch x.until {
	case neighbor:
		return true
	case end:
		return false
	}
	// The rule sees no bindings but its own.
	outer := r.bound
	r.bound = newBindings(r.vars)
	stop := x.stop.match(r, n)
	r.bound = outer
	return stop
}

// along looks at nodes one after another.
func (x *relation) along(r *run, n syntax.Node, next func(syntax.Node) syntax.Node) bool {
	for ; n != syntax.None && r.step(); n = next(n) {
		if x.rule.match(r, n) {
			return true
		}
		if x.stops(r, n) {
			return false
		}
	}
	return false
}

// before looks at the siblings before a node, the nearest first.
func (x *relation) before(r *run, n syntax.Node) bool {
	var siblings []syntax.Node
	for c := r.FirstChild(r.Parent(n)); c != syntax.None && c != n && r.step(); c = r.Next(c) {
		siblings = append(siblings, c)
	}
	i := len(siblings)
	previous := func(syntax.Node) syntax.Node {
		if i--; i < 0 {
			return syntax.None
		}
		return siblings[i]
	}
	return x.along(r, previous(syntax.None), previous)
}

func (x *relation) inside(r *run, n syntax.Node) bool {
	if x.field == "" {
		return x.along(r, r.Parent(n), r.Parent)
	}
	for p := r.Parent(n); p != syntax.None && r.step(); n, p = p, r.Parent(p) {
		if r.Child(p, x.field) == n && x.rule.match(r, p) {
			return true
		}
		if x.stops(r, p) {
			return false
		}
	}
	return false
}

func (x *relation) has(r *run, n syntax.Node) bool {
	if x.field == "" {
		return x.below(r, n, x.until == untilRule)
	}
	at := r.Child(n, x.field)
	if at == syntax.None {
		return false
	}
	switch {
	case x.rule.match(r, at):
		return true
	case x.until == neighbor:
		return false
	case x.until == end:
		return x.below(r, at, false)
	}
	if x.stops(r, at) {
		return false
	}
	for c := r.FirstChild(at); c != syntax.None && r.step(); c = r.Next(c) {
		if x.rule.match(r, c) {
			return true
		}
	}
	return false
}

// below looks at the nodes below one in reading order; with stopping, not at
// what is below those that stop the search.
func (x *relation) below(r *run, n syntax.Node, stopping bool) bool {
	last := r.After(n)
	for c := n + 1; c < last && r.step(); {
		if x.rule.match(r, c) {
			return true
		}
		if x.until == neighbor || stopping && x.stops(r, c) {
			c = r.After(c)
		} else {
			c++
		}
	}
	return false
}
