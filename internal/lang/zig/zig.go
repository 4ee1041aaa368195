// Package zig reads Zig source and the data files written in its notation
// (build.zig.zon). In go the parsed tree of one file; out come its facts.
// Resolve finds files by path and modules by what the build scripts declare.
//
// The main function is Definition.
package zig

import (
	"path"
	"slices"
	"strings"

	zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Definition declares Zig.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "zig",
		Name:       "Zig",
		Extensions: []string{".zig", ".zon"},
		Comments:   lang.Comments{Line: []string{"//"}},
		// No letter beyond ASCII begins a name; few begin with z and a capital.
		Patterns: &lang.Patterns{Expando: 'z'},
		Grammar: &lang.Grammar{
			Name:     "zig",
			Load:     zig.Language,
			Prepare:  prepare,
			Comments: []string{"comment"},
			Strings:  []string{"string", "multiline_string", "character"},
			Rules: map[string]lang.Handler{
				"source_file":                 sourceFile,
				"function_declaration":        functionDeclaration,
				"function_signature":          scope(lang.ScopeFunction),
				"variable_declaration":        variableDeclaration,
				"container_field":             containerField,
				"error_set_declaration":       errorSet,
				"test_declaration":            testDeclaration,
				"using_namespace_declaration": usingNamespace,
				"builtin_function":            builtinFunction,
				"identifier":                  identifier,

				"block":              scope(lang.ScopeBlock),
				"if_statement":       scope(lang.ScopeBlock),
				"if_expression":      scope(lang.ScopeBlock),
				"if_type_expression": scope(lang.ScopeBlock),
				"else_clause":        scope(lang.ScopeBlock),
				"for_statement":      scope(lang.ScopeBlock),
				"for_expression":     scope(lang.ScopeBlock),
				"while_statement":    scope(lang.ScopeBlock),
				"while_expression":   scope(lang.ScopeBlock),
				"switch_case":        scope(lang.ScopeBlock),
				"catch_expression":   scope(lang.ScopeBlock),
				"errdefer_statement": scope(lang.ScopeBlock),
			},
			End: finish,
		},
		Kinds: []code.Kind{code.KindStruct, code.KindEnum, code.KindUnion, code.KindType, code.KindFunction, code.KindMethod,
			code.KindField, code.KindEnumMember, code.KindConstant, code.KindVariable, code.KindKey},
		Dialect:  dialect,
		Resolve:  resolve,
		Programs: programs,
		IsTest:   isTest,
		IsEntryPoint: func(_ string, f *code.Facts) bool {
			return slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
				return d.Name == "main" && d.Kind == code.KindFunction && d.Container == code.NoDefinition && d.Exported
			})
		},
	}
}

func scope(kind lang.ScopeKind) lang.Handler {
	return func(w *lang.Walk, _ syntax.Node) { w.OpenScope(kind) }
}

// isTest knows files that hold nothing but tests. Most Zig tests stand beside
// the code they test.
func isTest(p string) bool {
	dir, base := path.Split(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	if name == "test" || name == "tests" || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_tests") || strings.HasPrefix(name, "test_") {
		return true
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part == "test" || part == "tests" {
			return true
		}
	}
	return false
}
