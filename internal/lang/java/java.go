// Package java reads Java: compilation units of any release the grammar
// knows, package-info.java and module-info.java. In go the parsed tree of one
// file; out come its facts. Resolve finds the files behind its imports from
// package names and source roots.
//
// The main function is Definition.
package java

import (
	"path"
	"slices"
	"strings"

	java "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Definition declares Java.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "java",
		Name:       "Java",
		Extensions: []string{".java"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Grammar: &lang.Grammar{
			Name:     "java",
			Load:     java.Language,
			Comments: []string{"line_comment", "block_comment"},
			Rules:    rules(),
			End:      finish,
		},
		Kinds: []code.Kind{code.KindModule, code.KindClass, code.KindInterface, code.KindEnum, code.KindRecord,
			code.KindAnnotation, code.KindMethod, code.KindConstructor, code.KindField, code.KindConstant, code.KindEnumMember},
		Resolve: resolve,
		IsTest:  isTest,
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
		"class_body":                          scope(lang.ScopeType),
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

// isTest follows the names that Surefire, Failsafe and Gradle run by default.
func isTest(p string) bool {
	dir, base := path.Split(p)
	set := ""
	if at := strings.LastIndex("/"+dir, "/src/"); at >= 0 {
		set, _, _ = strings.Cut(dir[at+len("src/"):], "/")
	}
	if strings.HasPrefix(set, "test") || strings.HasSuffix(set, "Test") {
		return true
	}
	name := strings.TrimSuffix(base, ".java")
	for _, suffix := range []string{"Test", "Tests", "TestCase"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	// "TestParser" is a test and "Testament" is not; "CacheIT" is and "UNIT" is not.
	if rest, ok := strings.CutPrefix(name, "Test"); ok && !lower(rest[0]) {
		return true
	}
	before, ok := strings.CutSuffix(name, "IT")
	return ok && before != "" && !upper(before[len(before)-1])
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
