package astpattern

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"sextant/internal/syntax"
)

// nth is a rule about which of its siblings a node is, counting named ones
// from 1: the positions step*k+offset for whole numbers k of 0 and more.
type nth struct {
	step, offset int
	of           rule // of the siblings, those count for which it holds; nil is all
	reverse      bool
}

// formula is CSS's An+B.
var formula = regexp.MustCompile(`^([+-]?\d*)n(?:([+-]\d+))?$|^([+-]?\d+)$`)

func (c *compiler) nthRule(at string, raw json.RawMessage) (rule, error) {
	x := &nth{}
	position := bytes.TrimSpace(raw)
	if len(position) > 0 && position[0] == '{' {
		m, err := object(at, raw, "position", "ofRule", "reverse")
		if err != nil {
			return nil, err
		}
		position = bytes.TrimSpace(m["position"])
		if raw, given := m["ofRule"]; given {
			if x.of, err = c.rule(at+".ofRule", raw); err != nil {
				return nil, err
			}
		}
		if raw, given := m["reverse"]; given {
			if json.Unmarshal(raw, &x.reverse) != nil {
				return nil, faultf("%s.reverse must be true or false", at)
			}
		}
	}
	text := strings.Map(func(r rune) rune {
		if r == ' ' || r == '"' {
			return -1
		}
		return r
	}, strings.ToLower(string(position)))
	m := formula.FindStringSubmatch(text)
	if m == nil {
		return nil, faultf(`%s must be a number from 1, or a formula such as "2n+1", not %s`, at, shortened(string(position)))
	}
	number := func(s string, none int) int {
		switch s {
		case "", "+":
			return none
		case "-":
			return -none
		}
		n, err := strconv.Atoi(s)
		if err != nil || n > 1e6 || n < -1e6 {
			return 1e6 // no node has so many siblings before it
		}
		return n
	}
	if m[3] != "" {
		x.offset = number(m[3], 0)
	} else {
		x.step, x.offset = number(m[1], 1), number(m[2], 0)
	}
	return x, nil
}

func (x *nth) kinds() *kindSet {
	if x.of == nil {
		return nil
	}
	return x.of.kinds()
}

func (x *nth) needs() *Needs {
	if x.of == nil {
		return anything
	}
	return x.of.needs()
}

func (x *nth) match(r *run, n syntax.Node) bool {
	counts := func(c syntax.Node) bool {
		if !r.IsNamed(c) || x.of == nil {
			return r.IsNamed(c)
		}
		mark := r.bound.mark()
		defer r.bound.restore(mark)
		return x.of.match(r, c)
	}
	before, behind, met := 0, 0, false
	for c := r.FirstChild(r.Parent(n)); c != syntax.None && r.step(); c = r.Next(c) {
		switch {
		case !counts(c):
			if c == n {
				return false
			}
		case c == n:
			met = true
		case met:
			behind++
		default:
			before++
		}
	}
	if !met {
		return false
	}
	if x.reverse {
		before = behind
	}
	if !x.holds(before + 1) {
		return false
	}
	return x.of == nil || x.of.match(r, n)
}

func (x *nth) holds(position int) bool {
	d := position - x.offset
	if x.step == 0 {
		return d == 0
	}
	return d/x.step >= 0 && d%x.step == 0
}
