package clang

import (
	"strings"

	"sextant/internal/lang"
)

// deepestType bounds the type arguments inside each other that are read.
const deepestType = 8

// typeOf takes a type apart: "const struct point *" is point, "std::vector<T>&"
// std.vector of T, "int (*)(void)" a function.
func typeOf(text string) lang.Type {
	t, _ := readType(text, deepestType)
	return t
}

// readType reads one type and returns what follows it: a comma or the end of
// its list.
func readType(s string, left int) (t lang.Type, rest string) {
	function := false
	for s != "" {
		switch c := s[0]; {
		case letter(c) || strings.HasPrefix(s, "::"):
			var name string
			name, s = readName(s)
			switch {
			case name == "decltype" || keyword([]byte(name), false) == wordTypeof:
				_, s = readGroup(s)
				t = lang.Type{}
			case name == "operator", strings.HasSuffix(name, "operator"):
				return lang.Type{}, ""
			case name == "typename", name == "class", name == "mutable", name == "constexpr", name == "virtual", name == "explicit", name == "co_await":
			case keyword([]byte(name), false) == wordBuiltin:
				t = lang.Type{Name: builtin}
			case keyword([]byte(name), false) == wordGroup:
				_, s = readGroup(s)
			case keyword([]byte(name), false) == wordNone:
				t = lang.Type{Name: strings.ReplaceAll(strings.TrimPrefix(name, "::"), "::", ".")}
			}
		case c == '<':
			var args []lang.Type
			args, s = readArguments(s[1:], left-1)
			if t.Name != "" {
				t.Args = args
			}
			if strings.HasPrefix(s, "::") { // A<T>::B
				var name string
				name, s = readName(s)
				t = lang.Type{Name: t.Name + strings.ReplaceAll(name, "::", ".")}
			}
		case c == '(':
			var inner string
			inner, s = readGroup(s)
			if strings.HasPrefix(inner, "*") || strings.HasPrefix(inner, "^") || strings.HasPrefix(inner, "&") || t.Name != "" {
				function = true
				for strings.HasPrefix(s, "(") {
					_, s = readGroup(s)
				}
			}
		case c == '[':
			k := strings.IndexByte(s, ']')
			if k < 0 {
				return t, ""
			}
			s = s[k+1:]
		case c == ',', c == '>', c == ')', c == ';', c == '=':
			return asFunction(t, function), s
		case strings.HasPrefix(s, "->"): // auto f() -> T
			t, s = lang.Type{}, s[2:]
		default:
			s = s[1:]
		}
	}
	return asFunction(t, function), ""
}

// builtin stands for the types that the language itself names.
const builtin = "int"

func asFunction(t lang.Type, function bool) lang.Type {
	if t.Name == builtin {
		t = lang.Type{}
	}
	if function {
		return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t}}
	}
	return t
}

func readName(s string) (name, rest string) {
	k := 0
	for k < len(s) && (letter(s[k]) || digit(s[k]) || strings.HasPrefix(s[k:], "::") || s[k] == ':' && k > 0 && s[k-1] == ':') {
		k++
	}
	return s[:k], strings.TrimLeft(s[k:], " ")
}

// readGroup reads what is in the parentheses with which s begins.
func readGroup(s string) (inner, rest string) {
	if s == "" || s[0] != '(' {
		return "", s
	}
	depth := 0
	for k := 0; k < len(s); k++ {
		switch s[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(s[1:k]), strings.TrimLeft(s[k+1:], " ")
			}
		}
	}
	return strings.TrimSpace(s[1:]), ""
}

// readArguments reads a list of type arguments up to behind its >.
func readArguments(s string, left int) (out []lang.Type, rest string) {
	for s != "" && left > 0 {
		var t lang.Type
		t, s = readType(s, left)
		out = append(out, t)
		switch {
		case s == "":
		case s[0] == ',':
			s = s[1:]
		case s[0] == '>':
			return out, s[1:]
		default:
			s = s[1:]
		}
	}
	return out, ""
}
