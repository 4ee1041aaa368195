// Package clang reads C and C++, headers included: one extractor for both,
// since they share files. In go a file's bytes and their syntax tree; out come
// its facts. Definitions are scanned from the tokens, because unexpanded
// macros break trees; references, scopes and comments come from the tree.
// Resolve finds the files behind #include and import.
//
// The main function is Definitions.
package clang

import (
	"path"
	"slices"
	"strings"

	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definitions declares C and C++, in this order.
func Definitions() []*lang.Definition {
	// A call outside of a function would be read as the macro of a declaration.
	patterns := lang.Patterns{Expando: '𐀀', Body: [2]string{"void f() {\n", "\n}"}}
	mayBePlus := patterns
	mayBePlus.Others = []code.LanguageID{"cpp"}
	comments := lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}}
	kinds := []code.Kind{code.KindStruct, code.KindUnion, code.KindEnum, code.KindEnumMember, code.KindType, code.KindFunction,
		code.KindField, code.KindVariable, code.KindConstant, code.KindMacro}
	plus := &lang.Definition{
		ReadBy:     "definitions by a scanner of its own, the rest by tree-sitter",
		ID:         "cpp",
		Name:       "C++",
		Aliases:    []string{"c++", "cxx", "cuda"},
		Extensions: []string{".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".cppm", ".ixx", ".cu", ".cuh"},
		Comments:   comments,
		Patterns:   &patterns,
		Grammar: &lang.Grammar{
			Name:     "cpp",
			Load:     cpp.Language,
			Prepare:  prepare(true),
			Comments: []string{"comment"},
			Strings:  []string{"string_literal", "raw_string_literal", "char_literal"},
			Rules:    rules(true),
			End:      define,
		},
		Kinds: append(slices.Clone(kinds), code.KindNamespace, code.KindClass, code.KindInterface, code.KindMethod, code.KindConstructor),
	}
	plain := &lang.Definition{
		ReadBy:     "definitions by a scanner of its own, the rest by tree-sitter",
		ID:         "c",
		Name:       "C",
		Extensions: []string{".c", ".h"},
		Comments:   comments,
		Patterns:   &mayBePlus,
		Dialect: func(src []byte) *lang.Definition {
			if isPlus(src) {
				return plus
			}
			return nil
		},
		Grammar: &lang.Grammar{
			Name:     "c",
			Load:     c.Language,
			Prepare:  prepare(false),
			Comments: []string{"comment"},
			Strings:  []string{"string_literal", "char_literal"},
			Rules:    rules(false),
			End:      define,
		},
		Kinds: kinds,
	}
	plain.Linking, plus.Linking = linking(false), linking(true)
	for _, d := range []*lang.Definition{plain, plus} {
		d.Resolve, d.IsTest, d.IsEntryPoint = resolve, isTest, isEntryPoint
	}
	return []*lang.Definition{plain, plus}
}

// isEntryPoint finds the functions with which hosted programs begin.
func isEntryPoint(_ string, f *code.Facts) bool {
	return slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
		switch d.Name {
		case "main", "wmain", "WinMain", "wWinMain":
			return d.Kind == code.KindFunction && d.Modifiers&code.ModDeclaration == 0 && d.Container == code.NoDefinition && d.ContainerName == ""
		}
		return false
	})
}

// isTest follows the names of files and directories that test runners for C
// and C++ are set up with.
func isTest(p string) bool {
	dir, base := path.Split(p)
	for _, part := range strings.Split(dir, "/") {
		switch strings.ToLower(part) {
		case "test", "tests", "testing", "unittest", "unittests", "unit_tests", "gtest":
			return true
		}
	}
	name := strings.TrimSuffix(base, path.Ext(base))
	low := strings.ToLower(name)
	for _, suffix := range []string{"_test", "_tests", "_unittest", "_unittests", "-test", ".test"} {
		if strings.HasSuffix(low, suffix) {
			return true
		}
	}
	return strings.HasPrefix(low, "test_") || strings.HasPrefix(low, "test-") || strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "Tests")
}
