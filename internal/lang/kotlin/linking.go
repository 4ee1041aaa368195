package kotlin

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// linking says how Kotlin's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:        "what Java has, extension and top-level functions, companions, scope functions, smart casts, delegated properties, data classes",
		Beyond:          "destructuring, generic results of extensions; measured on no compiler's answers yet",
		Type:            typeOf,
		Known:           jvm.KnownKotlin,
		Library:         jvm.LibraryKotlin,
		Implied:         implied,
		Common:          jvm.Common,
		Predeclared:     jvm.InKotlin,
		Arity:           arity,
		Extends:         receiver,
		Companion:       companion,
		ImplicitMembers: true,
		FullNames:       true,
		SingleMethod:    true,
		CallMakes:       true,
		Family:          jvm.Family,
		ItemMembers:     []string{"get", "iterator"},
	}
}

// companion reports whether the members of an object are known by the name of
// the class around it.
func companion(d *code.Definition) bool {
	return d.Kind == code.KindObject && d.Modifiers&code.ModStatic != 0
}

// receiver is the type that a function or property extends, as written.
func receiver(d *code.Definition) string {
	if d.Kind != code.KindFunction && d.Kind != code.KindProperty && d.Kind != code.KindMethod {
		return ""
	}
	s := d.Signature
	for _, word := range []string{"fun ", "val ", "var "} {
		i := strings.Index(s, word)
		if i < 0 || i > 0 && s[i-1] != ' ' {
			continue
		}
		s = strings.TrimSpace(s[i+len(word):])
		if strings.HasPrefix(s, "<") {
			s = strings.TrimSpace(s[closing(s):])
		}
		depth := 0
		for k := 0; k < len(s); k++ {
			switch s[k] {
			case '<', '(':
				depth++
			case '>', ')':
				depth--
			}
			rest := s[k:]
			if depth == 0 && (rest[0] == '.') && strings.HasPrefix(strings.TrimLeft(rest[1:], "`"), d.Name) {
				return s[:k]
			}
			if depth < 0 || depth == 0 && (s[k] == ':' || s[k] == '=') {
				return ""
			}
			if depth == 1 && s[k] == '(' && k > 0 {
				return "" // the parameters
			}
		}
		return ""
	}
	return ""
}

// closing is behind the bracket that closes the one that text begins with.
func closing(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			if i > 0 && s[i-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// arity is how many arguments a function takes: any of them may have a default.
func arity(d *code.Definition) (least, most int) {
	for _, p := range d.Params {
		if strings.HasPrefix(p.Type, "vararg ") {
			return 0, -1
		}
	}
	return 0, len(d.Params)
}

// implied gives the members that enums and data classes have.
func implied(kind code.Kind, member string) (lang.Type, bool) {
	self := lang.Type{Name: code.ChainSelf}
	switch {
	case member == "copy" && kind == code.KindClass:
		return jvm.Returning(self), true
	case kind != code.KindEnum:
	case member == "values":
		return jvm.Returning(jvm.List(self)), true
	case member == "entries":
		return jvm.List(self), true
	case member == "valueOf":
		return jvm.Returning(self), true
	}
	switch member {
	case "toString":
		return jvm.Returning(lang.Type{Name: "String"}), true
	case "hashCode":
		return jvm.Returning(lang.Type{Name: "Int"}), true
	}
	return lang.Type{}, false
}
