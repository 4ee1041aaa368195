package astpattern

import "strings"

// form is what a node of a pattern is.
type form uint8

const (
	leaf   form = iota // a node without children: kind and text must be the same
	inner              // a node with children
	one                // $NAME, $_: any named node
	anyOne             // $$NAME, $$_: any node, a mark or a word of the grammar too
	many               // $$$NAME, $$$: any number of nodes
)

// anonymous is the number of a variable that is not captured.
const anonymous = -1

// variables numbers the names of a matcher. A name of one node and a name of
// many are two, whatever they are called.
type variables struct{ single, multiple []string }

func number(names *[]string, name string) int {
	for i, n := range *names {
		if n == name {
			return i
		}
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// variable reads a text as a variable: what it stands for and its number. The
// sigil is what "$" was replaced by.
func (v *variables) variable(text, sigil string) (form, int, bool) {
	rest, dollars := text, 0
	for dollars < 3 && strings.HasPrefix(rest, sigil) {
		rest = rest[len(sigil):]
		dollars++
	}
	switch {
	case dollars == 0, !isName(rest), rest != "" && dollars < 3 && rest[0] <= '9', rest == "" && dollars < 3:
		return 0, 0, false
	case rest == "" || rest[0] == '_':
		return [...]form{1: one, 2: anyOne, 3: many}[dollars], anonymous, true
	case dollars == 3:
		return many, number(&v.multiple, rest), true
	}
	return [...]form{1: one, 2: anyOne}[dollars], number(&v.single, rest), true
}

// isName reports whether a text is made of what variables' names are made of.
func isName(text string) bool {
	for i := range len(text) {
		if c := text[i]; !(c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_') {
			return false
		}
	}
	return true
}

// expanded is a pattern with another sigil in the place of the "$" of its
// variables; every other "$" stays.
func expanded(pattern string, sigil string) string {
	if sigil == "$" {
		return pattern
	}
	var b strings.Builder
	for i := 0; i < len(pattern); {
		n := 0
		for i+n < len(pattern) && pattern[i+n] == '$' {
			n++
		}
		if n == 0 {
			b.WriteByte(pattern[i])
			i++
			continue
		}
		i += n
		begins := i < len(pattern) && (pattern[i] >= 'A' && pattern[i] <= 'Z' || pattern[i] == '_')
		if begins || n == 3 {
			b.WriteString(strings.Repeat(sigil, n))
		} else {
			b.WriteString(strings.Repeat("$", n))
		}
	}
	return b.String()
}
