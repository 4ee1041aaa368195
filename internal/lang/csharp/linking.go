package csharp

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how C#'s names are looked up.
func linking() *lang.Linking {
	return &lang.Linking{
		Resolves:         "namespaces and using, partial types, properties and events, extension methods, generics with constraints, overloads by the number of arguments, lambdas and LINQ, pattern variables, attributes",
		Beyond:           "using inside of namespaces by relative names, source generators; measured on no compiler's answers",
		Type:             typeOf,
		Known:            shapeOf,
		Library:          library,
		Common:           func(member string) bool { return common[member] },
		Predeclared:      func(name string) bool { return predefinedTypes[name] },
		Arity:            arity,
		Extends:          extends,
		Partial:          isPartial,
		GlobalIn:         unnamedSpace,
		DecoratorSuffix:  "Attribute",
		TypesApart:       true,
		StaticExtensions: true,
		ImplicitMembers:  true,
		FullNames:        true,
		ItemMembers:      []string{"this"},
		IteratorMembers:  []string{"GetEnumerator", "GetAsyncEnumerator"},
	}
}

// arity is how many arguments a method takes. Those with a default may be left
// out, and so may the value that an extension method is called on.
func arity(d *code.Definition) (least, most int) {
	most = len(d.Params)
	clipped := len(d.Signature) >= lang.MaxSignature-4
	for _, p := range d.Params {
		switch {
		case strings.HasPrefix(p.Type, "this "):
		case strings.HasPrefix(p.Type, "params "):
			most = -1
		case !clipped && !strings.Contains(d.Signature, " "+p.Name+" =") && !strings.Contains(d.Signature, " "+p.Name+"="):
			least++
		}
	}
	return least, most
}

// extends is the type that a method extends, as written.
func extends(d *code.Definition) string {
	if len(d.Params) > 0 && d.Kind == code.KindMethod {
		if t, ok := strings.CutPrefix(d.Params[0].Type, "this "); ok {
			return t
		}
	}
	return ""
}

// isPartial reports whether a type is one of several declarations of it.
func isPartial(d *code.Definition) bool {
	if !d.Kind.IsType() {
		return false
	}
	before, _, _ := strings.Cut(d.Signature, d.Name)
	return strings.Contains(before, "partial ")
}

// unnamedSpace reports whether a definition stands in no namespace.
func unnamedSpace(f *code.Facts, i int32) bool {
	return f.Package == "" && f.Definitions[i].Container == code.NoDefinition && f.Definitions[i].Kind.IsType()
}
