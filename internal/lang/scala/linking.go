package scala

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// linking says how Scala's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves: "packages of several clauses, package objects, imports with selectors and relative ones, companions, case classes and enums, " +
			"inherited members, self-types, type aliases, context bounds, patterns, for-comprehensions, lambdas and placeholders, " +
			"results that are not declared, extension methods and implicit classes, collections of the library",
		Beyond:          "given and implicit values that a call finds by itself, conversions, macros, apply and unapply behind a name (a use of it is one of the object), match types; overloads are one thing",
		Type:            typeOf,
		Known:           jvm.KnownScala,
		Library:         jvm.LibraryScala,
		Implied:         implied,
		Common:          jvm.CommonInScala,
		Predeclared:     jvm.InScala,
		Lends:           lends,
		Means:           means,
		ImplicitMembers: true,
		FullNames:       true,
		SingleMethod:    true,
		CallMakes:       true,
		Halves:          true,
		ReadCalls:       true,
		CallMember:      "apply",
		Family:          jvm.Family,
	}
}

// lends gives the type to whose values an extension method belongs, or the
// methods of a class that wraps one: an implicit class, or by its name one that
// a conversion makes.
func lends(container, d *code.Definition) (typ string, sure bool) {
	if rest, ok := strings.CutPrefix(d.Signature, "extension "); ok {
		return extended(rest), true
	}
	if container == nil || container.Kind != code.KindClass || len(container.Params) == 0 || d.Modifiers&code.ModOverride != 0 {
		return "", false
	}
	if _, header, ok := strings.Cut(" "+container.Signature, " class "); ok {
		before := strings.TrimSuffix(container.Signature, "class "+header)
		switch {
		case strings.Contains(" "+before, " implicit "):
			return container.Params[0].Type, true
		case strings.HasSuffix(container.Name, "Ops"), strings.HasSuffix(container.Name, "Syntax"), strings.Contains(header, "extends AnyVal"):
			return container.Params[0].Type, false
		}
	}
	return "", false
}

// extended is the type of the parameter that an extension begins with, behind
// its type parameters and using clauses.
func extended(s string) string {
	for s != "" {
		s = strings.TrimSpace(s)
		if s == "" || s[0] != '[' && s[0] != '(' {
			return ""
		}
		end := bracketEnd(s)
		inside := s[1 : end-1]
		if s[0] == '(' && !strings.HasPrefix(inside, "using ") {
			_, typ, _ := strings.Cut(inside, ":")
			return strings.TrimSpace(typ)
		}
		s = s[end:]
	}
	return ""
}

// bracketEnd is behind the bracket that closes the one that text begins with.
func bracketEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// implied gives the members that enums and case classes have.
func implied(kind code.Kind, member string) (lang.Type, bool) {
	self := lang.Type{Name: code.ChainSelf}
	switch {
	case member == "copy" && kind == code.KindClass, member == "valueOf" && kind == code.KindEnum:
		return jvm.Returning(self), true
	case member == "values" && kind == code.KindEnum:
		return jvm.List(self), true
	case member == "toString":
		return jvm.Returning(lang.Type{Name: "String"}), true
	case member == "hashCode":
		return jvm.Returning(lang.Type{Name: "Int"}), true
	}
	return lang.Type{}, false
}
