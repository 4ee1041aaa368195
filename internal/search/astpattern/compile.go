package astpattern

import (
	"fmt"
	"strings"

	"sextant/internal/syntax"
)

// errorKind is the kind of what a parser could not place.
const errorKind = ^uint16(0)

// compiler compiles the patterns of one matcher.
type compiler struct {
	syntax   *Syntax
	vars     variables
	language *syntax.Language // known once something has been parsed
	depth    int              // of rules in rules
}

func (c *compiler) sigil() string {
	if c.syntax.Expando == 0 {
		return "$"
	}
	return string(c.syntax.Expando)
}

// shown is what was parsed as the caller wrote it.
func (c *compiler) shown(text string) string {
	const most = 60
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, c.sigil(), "$")), " ")
	if r := []rune(text); len(r) > most {
		text = string(r[:most-1]) + "…"
	}
	return text
}

// contextHint is what helps where a fragment alone is not understood.
const contextHint = `write a whole expression, statement or declaration, or put it into one: rule={"pattern":{"context":"code with it","selector":"kind of its node"}}`

// pattern compiles a fragment. Where the language reads statements of a
// function differently from what stands outside, what is a statement is read as
// one.
func (c *compiler) pattern(text string, s Strictness) (*pattern, error) {
	if strings.TrimSpace(text) == "" {
		return nil, faultf("pattern: it is empty; give a piece of %s code, e.g. foo($A, $$$REST)", c.syntax.Name)
	}
	code := expanded(text, c.sigil())
	t, n, err := c.read(c.syntax.Before, code, "")
	var fault *Error
	if err != nil && !asFault(err, &fault) {
		return nil, err
	}
	if body := c.syntax.Body; body[0] != "" && (fault == nil || fault.Text != severalFault) {
		// Where the parser has to make up the end of the statement, it may take
		// it for something else; what it makes up besides is as in the fragment.
		clean := fault == nil && !t.HasErrors()
		for _, end := range []string{"", ";"} {
			inBody, m, err := c.read(body[0], code, end+body[1])
			if err != nil {
				if !asFault(err, new(*Error)) {
					return nil, err
				}
				continue
			}
			if whole := !inBody.HasErrors(); whole || end == "" && !clean {
				t, n, fault = inBody, m, nil
				if whole {
					break
				}
			}
		}
	}
	switch {
	case fault != nil && fault.Text == severalFault:
		return nil, faultf("pattern: %q is more than one piece of %s; give one expression, statement or declaration, and relate several by a rule (all, any, has, inside, follows)", c.shown(text), c.syntax.Name)
	case fault != nil:
		return nil, faultf("pattern: %q is no %s: %s; %s", c.shown(text), c.syntax.Name, fault.Text, contextHint)
	}
	p := &pattern{root: c.node(t, n), strictness: s, language: t.Language}
	if p.root.form == many {
		return nil, faultf("pattern: %q alone stands for any number of nodes, and a match is one node; use $NAME, or put it where a list stands: foo($$$ARGS)", c.shown(text))
	}
	return p, nil
}

func asFault(err error, to **Error) bool {
	f, ok := err.(*Error)
	if ok {
		*to = f
	}
	return ok
}

// severalFault marks a fragment that is several things.
const severalFault = "several"

func (c *compiler) parse(code string) (*syntax.Tree, error) {
	t, err := c.syntax.Parse([]byte(code))
	if err != nil {
		return nil, fmt.Errorf("parsing the pattern: %w", err)
	}
	c.language = t.Language
	return t, nil
}

// read parses code between two texts and finds the node that it is: the
// innermost one that is all of it.
func (c *compiler) read(before, code, after string) (*syntax.Tree, syntax.Node, error) {
	t, err := c.parse(before + code + after)
	if err != nil {
		return nil, 0, err
	}
	at := t.Root()
	if at == syntax.None {
		return nil, 0, faultf("there is nothing in it")
	}
	if before != "" || after != "" {
		from := uint32(len(before) + len(code) - len(strings.TrimLeft(code, " \t\r\n")))
		to := uint32(len(before) + len(strings.TrimRight(code, " \t\r\n")))
		if at, err = c.within(t, from, to); err != nil {
			return nil, 0, err
		}
	} else if pieces := piecesOf(t, at, 0, uint32(len(code))); len(pieces) != 1 {
		if len(pieces) == 0 {
			return nil, 0, faultf("there is nothing in it")
		}
		if bad := c.unread(t, at); bad != "" {
			return nil, 0, faultf("%s", bad)
		}
		return nil, 0, faultf(severalFault)
	}
	for {
		pieces := piecesOf(t, at, 0, t.End(0))
		if len(pieces) != 1 {
			break
		}
		at = pieces[0]
	}
	if bad := c.unread(t, at); bad != "" {
		return nil, 0, faultf("%s", bad)
	}
	return t, at, nil
}

// piecesOf lists the children of a node that lie between two offsets. One that
// error recovery made up, and the end of a line that some grammars make a
// node, do not count behind the first.
func piecesOf(t *syntax.Tree, n syntax.Node, from, to uint32) (out []syntax.Node) {
	for c := t.FirstChild(n); c != syntax.None; c = t.Next(c) {
		if t.Start(c) >= from && t.End(c) <= to {
			out = append(out, c)
		}
	}
	if len(out) == 2 && (t.IsMissing(out[1]) || t.Kind(out[1]) == "") {
		out = out[:1]
	}
	return out
}

// within finds the node that is the code between two offsets.
func (c *compiler) within(t *syntax.Tree, from, to uint32) (syntax.Node, error) {
	at := t.Root()
	for {
		if t.Start(at) == from && t.End(at) == to {
			return at, nil
		}
		inside := syntax.None
		for n := t.FirstChild(at); n != syntax.None; n = t.Next(n) {
			if t.Start(n) <= from && to <= t.End(n) {
				inside = n
				break
			}
		}
		if inside == syntax.None {
			break
		}
		at = inside
	}
	if bad := c.unread(t, at); bad != "" {
		return 0, faultf("%s", bad)
	}
	pieces := piecesOf(t, at, from, to)
	switch len(pieces) {
	case 0:
		return 0, faultf("it does not stand by itself")
	case 1:
		return pieces[0], nil
	}
	return 0, faultf(severalFault)
}

// unread says what the parser could not place below a node, "" for nothing. A
// variable in a place where the grammar has none still stands for what is there.
func (c *compiler) unread(t *syntax.Tree, n syntax.Node) string {
	for i := n; i < t.After(n); i++ {
		if !t.IsError(i) {
			continue
		}
		text := string(t.Text(i))
		if _, _, is := new(variables).variable(text, c.sigil()); is {
			i = t.After(i) - 1
			continue
		}
		if shown := c.shown(text); shown != "" {
			return fmt.Sprintf("%q cannot be placed", shown)
		}
		return "something is missing in it"
	}
	return ""
}

// node makes a pattern of a node.
func (c *compiler) node(t *syntax.Tree, n syntax.Node) node {
	text := string(t.Text(n))
	out := node{kind: t.Records[n].Kind, named: t.IsNamed(n)}
	if f, number, is := c.vars.variable(text, c.sigil()); is {
		out.form, out.variable = f, number
		return out
	}
	if t.FirstChild(n) == syntax.None {
		out.text = text
		return out
	}
	out.form = inner
	for ch := t.FirstChild(n); ch != syntax.None; ch = t.Next(ch) {
		if !t.IsMissing(ch) {
			out.children = append(out.children, c.node(t, ch))
		}
	}
	return out
}

// selected compiles the part of a context that a selector picks.
func (c *compiler) selected(context, selector string, s Strictness) (*pattern, error) {
	code := expanded(context, c.sigil())
	t, err := c.parse(c.syntax.Before + code)
	if err != nil {
		return nil, err
	}
	var present []string
	seen := make(map[string]bool)
	for i := range t.Records {
		n := syntax.Node(i)
		kind := t.Kind(n)
		if !t.IsNamed(n) || t.Start(n) < uint32(len(c.syntax.Before)) && n != 0 {
			continue
		}
		if kind != selector {
			if !seen[kind] && kind != "ERROR" {
				seen[kind] = true
				present = append(present, kind)
			}
			continue
		}
		if bad := c.unread(t, n); bad != "" {
			return nil, faultf("rule: context %q, as %s: %s", c.shown(context), c.syntax.Name, bad)
		}
		p := &pattern{root: c.node(t, n), strictness: s, language: t.Language, selected: t.Records[n].Kind, hasSelected: true}
		if p.root.form == many {
			return nil, faultf("rule: the selector picks %q, which stands for any number of nodes; select what is around it", c.shown(string(t.Text(n))))
		}
		return p, nil
	}
	return nil, faultf("rule: selector %q is no node of the context %q; there are %s", selector, c.shown(context), strings.Join(present, ", "))
}
