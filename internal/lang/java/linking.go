package java

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// linking says how Java's names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:        "packages and imports, implicit this and outer classes, inherited members, generics through supertypes, overloads by the number of arguments, lambdas and method references, nameless classes, records, streams and collections of the library",
		Beyond:          "overloads told apart by types alone, type arguments that a call infers from a class literal",
		Type:            typeOf,
		Known:           jvm.Known,
		Library:         jvm.Library,
		Implied:         implied,
		Common:          jvm.Common,
		Predeclared:     jvm.InJavaLang,
		Arity:           arity,
		ImplicitMembers: true,
		CallsApart:      true,
		FullNames:       true,
		SingleMethod:    true,
		Family:          jvm.Family,
		Reach:           reach,
	}
}

// reach of what is private is the outermost class around it.
func reach(d *code.Definition) lang.Reach {
	if d.Visibility == code.VisibilityPrivate {
		return lang.ReachFile
	}
	return lang.ReachAll
}

// arity is how many arguments a method takes.
func arity(d *code.Definition) (least, most int) {
	n := len(d.Params)
	if n > 0 && strings.HasSuffix(d.Params[n-1].Type, "...") {
		return n - 1, -1
	}
	return n, n
}

// implied gives the members that every enum has.
func implied(kind code.Kind, member string) (lang.Type, bool) {
	if kind != code.KindEnum {
		return lang.Type{}, false
	}
	self := lang.Type{Name: code.ChainSelf}
	switch member {
	case "values":
		return jvm.Returning(lang.Type{Name: lang.TypeList, Args: []lang.Type{self}}), true
	case "valueOf":
		return jvm.Returning(self), true
	}
	return lang.Type{}, false
}
