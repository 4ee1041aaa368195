// Package java reads Java: compilation units of any release the grammar
// knows, package-info.java and module-info.java. In go the parsed tree of one
// file; out come its facts. Resolve finds the files behind its imports from
// package names and source roots.
//
// The main function is Definition.
package java

import (
	"slices"

	java "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// Definition declares Java.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "java",
		Name:       "Java",
		Extensions: []string{".java"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{},
		Grammar: &lang.Grammar{
			Name:     "java",
			Load:     java.Language,
			Comments: []string{"line_comment", "block_comment"},
			Rules:    rules(),
			End:      withRoutes,
		},
		Kinds: []code.Kind{code.KindModule, code.KindClass, code.KindInterface, code.KindEnum, code.KindRecord,
			code.KindAnnotation, code.KindMethod, code.KindConstructor, code.KindField, code.KindConstant, code.KindEnumMember},
		Resolve: resolve,
		Linking: linking(),
		Visible: visible,
		IsTest:  jvm.IsTest,

		RouteWords: jvm.RouteWords,
		IsEntryPoint: func(_ string, f *code.Facts) bool {
			return slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
				return d.Name == "main" && d.Kind == code.KindMethod && d.Modifiers&code.ModStatic != 0 && d.Exported
			})
		},
	}
}

func rules() map[string]lang.Handler {
	return map[string]lang.Handler{
		"package_declaration":       packageDeclaration,
		"import_declaration":        importDeclaration,
		"module_declaration":        moduleDeclaration,
		"requires_module_directive": requiresDirective,
		"exports_module_directive":  skip,
		"opens_module_directive":    skip,

		"class_declaration":                   typeDeclaration(code.KindClass),
		"interface_declaration":               typeDeclaration(code.KindInterface),
		"enum_declaration":                    typeDeclaration(code.KindEnum),
		"record_declaration":                  typeDeclaration(code.KindRecord),
		"annotation_type_declaration":         typeDeclaration(code.KindAnnotation),
		"class_body":                          classBody,
		"enum_constant":                       enumConstant,
		"method_declaration":                  callable(code.KindMethod),
		"constructor_declaration":             callable(code.KindConstructor),
		"compact_constructor_declaration":     callable(code.KindConstructor),
		"annotation_type_element_declaration": callable(code.KindMethod),
		"field_declaration":                   fieldDeclaration,
		"constant_declaration":                fieldDeclaration,
		"local_variable_declaration":          localDeclaration,
		"variable_declarator":                 declarator,
		"formal_parameter":                    recordComponent,
		"spread_parameter":                    recordComponent,

		"block":                        scope(lang.ScopeBlock),
		"constructor_body":             scope(lang.ScopeBlock),
		"switch_block":                 scope(lang.ScopeBlock),
		"switch_rule":                  scope(lang.ScopeBlock),
		"for_statement":                scope(lang.ScopeBlock),
		"enhanced_for_statement":       scope(lang.ScopeBlock),
		"catch_clause":                 scope(lang.ScopeBlock),
		"try_with_resources_statement": scope(lang.ScopeBlock),
		"lambda_expression":            scope(lang.ScopeFunction),
		"if_statement":                 conditional,
		"while_statement":              conditional,

		"identifier":             identifier,
		"type_identifier":        typeIdentifier,
		"scoped_identifier":      scopedIdentifier,
		"scoped_type_identifier": scopedType,
		"string_literal":         stringLiteral,
		"block_comment":          blockComment,
		"line_comment":           lineComment,
	}
}

func skip(w *lang.Walk, _ syntax.Node) { w.Skip() }

func scope(kind lang.ScopeKind) lang.Handler {
	return func(w *lang.Walk, _ syntax.Node) { w.OpenScope(kind) }
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
