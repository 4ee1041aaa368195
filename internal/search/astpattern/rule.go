package astpattern

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	resyntax "regexp/syntax"
	"slices"
	"strings"

	"sextant/internal/syntax"
)

// rule is something that holds for a node or does not. What it binds stays
// bound where it holds, and is taken back where it does not.
type rule interface {
	match(r *run, n syntax.Node) bool
	// kinds are the kinds of nodes for which it can hold, nil for any.
	kinds() *kindSet
	needs() *Needs
}

// mostNested bounds rules in rules.
const mostNested = 32

// known are the keys of a rule, in the order in which they are tried: first
// what says which node it is.
var known = []string{"pattern", "kind", "regex", "nthChild", "all", "any", "not", "inside", "has", "precedes", "follows"}

func (c *compiler) ruleText(text string) (rule, error) {
	var raw json.RawMessage
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&raw); err != nil {
		return nil, faultf(`rule: not JSON: %v; e.g. {"pattern":"foo($A)","inside":{"kind":"function_declaration","stopBy":"end"}}`, err)
	}
	if d.More() {
		return nil, faultf("rule: more than one JSON value")
	}
	return c.rule("rule", raw)
}

// object reads an object, each of whose keys must be one of those.
func object(at string, raw json.RawMessage, keys ...string) (map[string]json.RawMessage, error) {
	var m map[string]json.RawMessage
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &m) != nil {
		return nil, faultf("%s must be an object with some of %s", at, strings.Join(keys, ", "))
	}
	for k := range m {
		if !slices.Contains(keys, k) {
			extra := ""
			if k == "matches" || k == "utils" || k == "constraints" {
				extra = " (rules have no names here: write the rule itself in its place)"
			}
			return nil, faultf("%s: %q is not understood%s; it takes %s", at, shortened(k), extra, strings.Join(keys, ", "))
		}
	}
	return m, nil
}

func shortened(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

func str(at string, raw json.RawMessage) (string, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", faultf("%s must be a string", at)
	}
	return s, nil
}

func (c *compiler) rule(at string, raw json.RawMessage) (rule, error) {
	m, err := object(at, raw, known...)
	if err != nil {
		return nil, err
	}
	return c.parts(at, m)
}

// parts compiles the keys of a rule, all of which must hold.
func (c *compiler) parts(at string, m map[string]json.RawMessage) (rule, error) {
	if c.depth++; c.depth > mostNested {
		return nil, faultf("rule: rules stand %d deep in each other; at most %d may", c.depth, mostNested)
	}
	defer func() { c.depth-- }()
	var parts []rule
	for _, key := range known {
		raw, given := m[key]
		if !given {
			continue
		}
		r, err := c.part(at+"."+key, key, raw)
		if err != nil {
			return nil, err
		}
		parts = append(parts, r)
	}
	if len(parts) == 0 {
		return nil, faultf("%s is empty; it takes %s", at, strings.Join(known, ", "))
	}
	return allOf(parts), nil
}

func (c *compiler) part(at, key string, raw json.RawMessage) (rule, error) {
	switch key {
	case "pattern":
		return c.patternRule(at, raw)
	case "kind":
		return c.kindRule(at, raw)
	case "regex":
		return regexRule(at, raw)
	case "nthChild":
		return c.nthRule(at, raw)
	case "all", "any":
		return c.listRule(at, key, raw)
	case "not":
		r, err := c.rule(at, raw)
		return not{r}, err
	}
	return c.relation(at, key, raw)
}

func (c *compiler) patternRule(at string, raw json.RawMessage) (rule, error) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '"' {
		text, err := str(at, raw)
		if err != nil {
			return nil, err
		}
		return c.pattern(text, Smart)
	}
	m, err := object(at, raw, "context", "selector", "strictness")
	if err != nil {
		return nil, err
	}
	s, context, selector := Smart, "", ""
	if raw, given := m["strictness"]; given {
		name, err := str(at+".strictness", raw)
		if err != nil {
			return nil, err
		}
		i := slices.Index(strictnesses, name)
		if i < 0 {
			return nil, faultf("%s.strictness must be one of %s, not %q", at, strings.Join(strictnesses, ", "), shortened(name))
		}
		s = Strictness(i)
	}
	if context, err = str(at+".context", m["context"]); err != nil {
		return nil, err
	}
	if raw, given := m["selector"]; given {
		if selector, err = str(at+".selector", raw); err != nil {
			return nil, err
		}
		return c.selected(context, selector, s)
	}
	return c.pattern(context, s)
}

func (c *compiler) kindRule(at string, raw json.RawMessage) (rule, error) {
	name, err := str(at, raw)
	if err != nil {
		return nil, err
	}
	if c.language == nil {
		if _, err := c.parse(c.syntax.Before); err != nil {
			return nil, err
		}
	}
	ids := c.language.KindIDs(name)
	if name == "ERROR" {
		ids = []uint16{errorKind}
	}
	if len(ids) == 0 {
		return nil, faultf("%s: %s has no kind of node called %q%s", at, c.syntax.Name, shortened(name), nearKinds(c.language, name))
	}
	return kind{kindsOf(ids...)}, nil
}

// nearKinds names kinds that share a word with one that is not there.
func nearKinds(l *syntax.Language, name string) string {
	var near []string
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' })
	for _, k := range l.Kinds {
		if len(l.KindIDs(k)) == 0 || slices.Contains(near, k) || strings.HasPrefix(k, "_") {
			continue
		}
		for _, w := range words {
			if len(w) >= 3 && strings.Contains(k, w) && len(near) < 8 {
				near = append(near, k)
				break
			}
		}
	}
	if len(near) == 0 {
		return ""
	}
	return "; near: " + strings.Join(near, ", ")
}

func regexRule(at string, raw json.RawMessage) (rule, error) {
	text, err := str(at, raw)
	if err != nil {
		return nil, err
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, faultf("%s: %v", at, err)
	}
	parsed, err := resyntax.Parse(text, resyntax.Perl)
	if err != nil {
		return nil, faultf("%s: %v", at, err)
	}
	return &regex{re, parsed}, nil
}

func (c *compiler) listRule(at, key string, raw json.RawMessage) (rule, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil || len(items) == 0 {
		return nil, faultf("%s must be a list of rules", at)
	}
	var rules []rule
	for i, item := range items {
		r, err := c.rule(fmt.Sprintf("%s[%d]", at, i), item)
		if err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	if key == "all" {
		return allOf(rules), nil
	}
	a := &either{rules: rules, of: rules[0].kinds()}
	for _, r := range rules[1:] {
		a.of = a.of.or(r.kinds())
	}
	return a, nil
}

type kind struct{ of *kindSet }

func (k kind) match(r *run, n syntax.Node) bool { return r.step() && k.of.has(r.Records[n].Kind) }
func (k kind) kinds() *kindSet                  { return k.of }
func (kind) needs() *Needs                      { return anything }

type regex struct {
	re     *regexp.Regexp
	parsed *resyntax.Regexp
}

func (x *regex) match(r *run, n syntax.Node) bool {
	text := r.Text(n)
	r.left -= 1 + len(text)/8
	return r.left >= 0 && x.re.Match(text)
}
func (*regex) kinds() *kindSet { return nil }

// needs of an expression hold for the text of a node. What is said of its
// beginning and end there means nothing in the whole file.
func (x *regex) needs() *Needs {
	if hasEdges(x.parsed) {
		return anything
	}
	return &Needs{Op: Expression, Expression: x.parsed, compiled: x.re}
}

func hasEdges(re *resyntax.Regexp) bool {
	switch re.Op {
	case resyntax.OpBeginLine, resyntax.OpEndLine, resyntax.OpBeginText, resyntax.OpEndText, resyntax.OpWordBoundary, resyntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, hasEdges)
}

// every holds where all of its rules do.
type every struct {
	rules []rule
	of    *kindSet
}

func allOf(rules []rule) rule {
	if len(rules) == 1 {
		return rules[0]
	}
	a := &every{rules: rules}
	for _, r := range rules {
		a.of = a.of.and(r.kinds())
	}
	return a
}

func (a *every) match(r *run, n syntax.Node) bool {
	if !r.step() || a.of != nil && !a.of.has(r.Records[n].Kind) {
		return false
	}
	mark := r.bound.mark()
	for _, x := range a.rules {
		if !x.match(r, n) {
			r.bound.restore(mark)
			return false
		}
	}
	return true
}

func (a *every) kinds() *kindSet { return a.of }

func (a *every) needs() *Needs {
	var parts []*Needs
	for _, x := range a.rules {
		parts = append(parts, x.needs())
	}
	return needsAll(parts...)
}

// either holds where the first of its rules does, or the next one.
type either struct {
	rules []rule
	of    *kindSet
}

func (a *either) match(r *run, n syntax.Node) bool {
	if !r.step() || a.of != nil && !a.of.has(r.Records[n].Kind) {
		return false
	}
	return slices.ContainsFunc(a.rules, func(x rule) bool { return x.match(r, n) })
}

func (a *either) kinds() *kindSet { return a.of }

func (a *either) needs() *Needs {
	var parts []*Needs
	for _, x := range a.rules {
		parts = append(parts, x.needs())
	}
	return needsAny(parts...)
}

// not holds where its rule does not, and binds nothing.
type not struct{ rule rule }

func (x not) match(r *run, n syntax.Node) bool {
	mark := r.bound.mark()
	matched := x.rule.match(r, n)
	r.bound.restore(mark)
	return !matched
}
func (not) kinds() *kindSet { return nil }
func (not) needs() *Needs   { return anything }
