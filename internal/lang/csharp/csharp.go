// Package csharp reads C#: source files and scripts. In go the parsed tree of
// one file; out come its facts. Resolve and Visible find files by the
// namespaces that they declare, Programs by the projects' .csproj files.
//
// The main function is Definition.
package csharp

import (
	"path"
	"strings"

	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Definition declares C#.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "csharp",
		Name:       "C#",
		Aliases:    []string{"c#", "cs"},
		Extensions: []string{".cs", ".csx"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{Expando: 'µ'},
		Grammar: &lang.Grammar{
			Name:     "c_sharp",
			Load:     csharp.Language,
			Prepare:  prepare,
			Comments: []string{"comment"},
			Strings:  []string{"string_literal", "verbatim_string_literal", "raw_string_literal", "character_literal"},
			Rules:    rules(),
			End:      withRoutes,
		},
		Kinds: []code.Kind{code.KindNamespace, code.KindClass, code.KindStruct, code.KindRecord, code.KindInterface, code.KindEnum,
			code.KindEnumMember, code.KindType, code.KindMethod, code.KindConstructor, code.KindFunction, code.KindProperty,
			code.KindField, code.KindConstant},
		Linking:      linking(),
		Resolve:      resolve,
		Visible:      visible,
		IsTest:       isTest,
		RouteWords:   routeWords,
		IsEntryPoint: isEntryPoint,
		Programs:     programs,
	}
}

func rules() map[string]lang.Handler {
	return map[string]lang.Handler{
		"compilation_unit":                  compilationUnit,
		"using_directive":                   usingDirective,
		"extern_alias_directive":            externAlias,
		"namespace_declaration":             namespaceDeclaration,
		"file_scoped_namespace_declaration": namespaceDeclaration,

		"class_declaration":               typeDeclaration(code.KindClass),
		"struct_declaration":              typeDeclaration(code.KindStruct),
		"record_declaration":              typeDeclaration(code.KindRecord),
		"interface_declaration":           typeDeclaration(code.KindInterface),
		"enum_declaration":                typeDeclaration(code.KindEnum),
		"delegate_declaration":            delegateDeclaration,
		"declaration_list":                scope(lang.ScopeType),
		"enum_member_declaration":         enumMember,
		"method_declaration":              callable(code.KindMethod),
		"constructor_declaration":         callable(code.KindConstructor),
		"destructor_declaration":          callable(code.KindMethod),
		"operator_declaration":            operatorDeclaration,
		"conversion_operator_declaration": operatorDeclaration,
		"local_function_statement":        localFunction,
		"property_declaration":            propertyDeclaration,
		"indexer_declaration":             propertyDeclaration,
		"event_declaration":               propertyDeclaration,
		"field_declaration":               fieldDeclaration,
		"event_field_declaration":         fieldDeclaration,
		"local_declaration_statement":     localDeclaration,
		"variable_declarator":             declarator,
		"parameter":                       recordComponent,
		"parameter_list":                  parameterList,
		"bracketed_parameter_list":        parameterList,
		"accessor_declaration":            accessor,

		"block":                       scope(lang.ScopeBlock),
		"switch_body":                 scope(lang.ScopeBlock),
		"switch_expression_arm":       scope(lang.ScopeBlock),
		"for_statement":               scope(lang.ScopeBlock),
		"foreach_statement":           scope(lang.ScopeBlock),
		"while_statement":             scope(lang.ScopeBlock),
		"using_statement":             scope(lang.ScopeBlock),
		"fixed_statement":             scope(lang.ScopeBlock),
		"catch_clause":                scope(lang.ScopeBlock),
		"query_expression":            scope(lang.ScopeBlock),
		"lambda_expression":           scope(lang.ScopeFunction),
		"anonymous_method_expression": scope(lang.ScopeFunction),

		"identifier":                     identifier,
		"implicit_parameter":             implicitParameter,
		"interpolated_string_expression": func(w *lang.Walk, n syntax.Node) { w.StringParts(n, "interpolation") },
		"attribute_target_specifier":     skip,
	}
}

func skip(w *lang.Walk, _ syntax.Node) { w.Skip() }

func scope(kind lang.ScopeKind) lang.Handler {
	return func(w *lang.Walk, _ syntax.Node) { w.OpenScope(kind) }
}

// isTest follows the names that templates and test runners use.
func isTest(p string) bool {
	dir, base := path.Split(p)
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".cs"), ".csx")
	if testName(name) && name != "Test" && name != "Tests" {
		return true
	}
	for _, part := range strings.Split(dir, "/") {
		if testName(part) || strings.EqualFold(part, "test") || strings.EqualFold(part, "tests") {
			return true
		}
	}
	return false
}

func testName(s string) bool {
	for _, suffix := range [...]string{"Tests", "Test", "Specs", ".Spec"} {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// isEntryPoint finds a static Main and top-level statements: calls, creations
// and writes outside any definition, which attributes of the assembly never are.
func isEntryPoint(p string, f *code.Facts) bool {
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Name == "Main" && d.Kind == code.KindMethod && d.Modifiers&code.ModStatic != 0 {
			return true
		}
	}
	if f.Status != code.StatusComplete && path.Base(p) != "Program.cs" && path.Ext(p) != ".csx" {
		return false
	}
	for i := range f.References {
		r := &f.References[i]
		if r.Enclosing == code.NoDefinition && (r.Role == code.RoleCall || r.Role == code.RoleNew || r.Role == code.RoleWrite) {
			return true
		}
	}
	return false
}
