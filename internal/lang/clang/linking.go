package clang

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// linking says how names of C and C++ are looked up.
func linking(cpp bool) *lang.Linking {
	return &lang.Linking{
		Resolves:        "headers and sources as one, static functions of a file, macros and their arguments, struct members through typedefs and pointers, function tables, includes; C++ namespaces, classes with members defined elsewhere, inheritance, templates by their written arguments, auto, standard containers and smart pointers",
		Beyond:          "which branch of an #if is compiled (all are read), members of template parameters, overloads told apart by types; C++ is measured on no compiler's answers yet",
		Type:            typeOf,
		Known:           known,
		Library:         library,
		Common:          common,
		Unwraps:         unwraps,
		Predeclared:     predeclared,
		Linked:          linked,
		Header:          isHeader,
		Open:            open(cpp),
		Pointers:        true,
		Family:          "c",
		CallMakes:       true, // T(v) in C++
		ImplicitMembers: cpp,
		TypeNames:       true,
	}
}

// linked reports whether a definition has external linkage.
func linked(d *code.Definition) bool {
	switch d.Kind {
	case code.KindFunction, code.KindVariable, code.KindConstant:
		return d.Modifiers&code.ModStatic == 0 && d.Visibility != code.VisibilityPrivate
	}
	return false
}

// isHeader reports whether a file is included and not compiled, by its name.
func isHeader(p string) bool {
	switch ext := strings.ToLower(path.Ext(p)); ext {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".cu", ".cppm", ".ixx":
		return false
	}
	return true
}

// open reports whether the enumeration's constants are known without its name;
// in C so is every type that stands in another.
func open(cpp bool) func(container, part *code.Definition) bool {
	return func(c, part *code.Definition) bool {
		switch part.Kind {
		case code.KindEnumMember:
			return c.Kind != code.KindEnum || !strings.Contains(c.Signature, "enum class ") && !strings.Contains(c.Signature, "enum struct ")
		case code.KindField, code.KindMethod, code.KindFunction:
			return false
		}
		return !cpp && part.Kind.IsType() && !c.Kind.IsCallable()
	}
}

// predeclared reports whether a name is a compiler's own or the C library's.
func predeclared(name string) bool {
	return strings.HasPrefix(name, "__builtin_") || libc[name] || name == "std"
}
