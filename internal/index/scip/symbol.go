package scip

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// localPrefix begins symbols that mean something within one document only.
const localPrefix = "local "

// descriptor is one part of a symbol: its name and the sign of what it is.
type descriptor struct {
	name string
	sign byte // '/' '#' '.' ':' '!' '(' a method, '[' a type parameter, 'p' a parameter
}

// descriptors takes a global symbol apart, nil where it is not of SCIP's form.
func descriptors(symbol string) (out []descriptor) {
	rest := symbol
	for range 4 { // scheme, manager, package, version: a blank in one is doubled
		for {
			i := strings.IndexByte(rest, ' ')
			if i < 0 {
				return nil
			}
			rest = rest[i+1:]
			if !strings.HasPrefix(rest, " ") {
				break
			}
			rest = rest[1:]
		}
	}
	for rest != "" {
		var d descriptor
		open := rest[0]
		if open == '(' || open == '[' {
			rest = rest[1:]
		}
		var ok bool
		if d.name, rest, ok = descriptorName(rest); !ok || rest == "" {
			return nil
		}
		sign := rest[0]
		rest = rest[1:]
		switch {
		case open == '[' && sign == ']':
			d.sign = '['
		case open == '(' && sign == ')':
			d.sign = 'p'
		case open == '(' || open == '[':
			return nil
		case sign == '(':
			i := strings.Index(rest, ").")
			if i < 0 {
				return nil
			}
			d.sign, rest = '(', rest[i+2:]
		case strings.IndexByte("/#.:!", sign) >= 0:
			d.sign = sign
		default:
			return nil
		}
		out = append(out, d)
	}
	return out
}

// descriptorName cuts a name off, which stands between backticks where it has
// other characters than letters and digits.
func descriptorName(s string) (name, rest string, ok bool) {
	if after, quoted := strings.CutPrefix(s, "`"); quoted {
		for i := 0; i < len(after); i++ {
			if after[i] != '`' {
				continue
			}
			if i+1 < len(after) && after[i+1] == '`' {
				i++
				continue
			}
			return strings.ReplaceAll(after[:i], "``", "`"), after[i+1:], true
		}
		return "", "", false
	}
	i := strings.IndexAny(s, "/#.:!()[]")
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i:], true
}

// isWord reports whether a rune belongs to a word: a name of most languages.
func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// bare takes from both ends what belongs to no word: $name, 'name', name=.
func bare(s string) string { return strings.TrimFunc(s, func(r rune) bool { return !isWord(r) }) }

// isName reports whether s is one word.
func isName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !isWord(r) }) < 0
}

// findWord finds a word of a text that accept takes: where it begins (bytes).
func findWord(text []byte, accept func(word string) bool) (at int, ok bool) {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if !isWord(r) {
			i += n
			continue
		}
		k := i
		for k < len(text) {
			r, n := utf8.DecodeRune(text[k:])
			if !isWord(r) {
				break
			}
			k += n
		}
		if accept(string(text[i:k])) {
			return i, true
		}
		i = k
	}
	return 0, false
}
