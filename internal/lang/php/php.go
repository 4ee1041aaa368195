// Package php extracts facts from PHP, HTML around the tags included, and
// finds the files behind its imports through composer.json. In go a syntax
// tree and a checkout; out come definitions, references, imports and targets.
//
// Global variables are named with their dollar sign ("$conf"), as they are
// never confused with constants and functions then; properties are named
// without it, as they are written after an arrow. The fully qualified name of
// a definition is that of the nearest namespace definition around it, else
// Facts.Package, followed by its own.
//
// The main function is Definition.
package php

import (
	"path"
	"strings"

	php "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Definition declares PHP. Extension .inc is left out: most files with it are not PHP.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "php",
		Name:       "PHP",
		Extensions: []string{".php", ".phtml", ".php3", ".php4", ".php5", ".phps"},
		Shebangs:   []string{"php"},
		Comments:   lang.Comments{Line: []string{"//", "#"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{Expando: 'µ', Before: "<?php "},
		Grammar:    grammar,
		Kinds: []code.Kind{code.KindNamespace, code.KindClass, code.KindInterface, code.KindTrait, code.KindEnum,
			code.KindFunction, code.KindMethod, code.KindConstructor, code.KindProperty, code.KindEnumMember,
			code.KindConstant, code.KindVariable},
		Resolve:    resolve,
		Linking:    linking(),
		RouteWords: routeWords,
		Visible:    visible,
		IsTest:     isTest,
		// A front controller by its customary place; the file itself does not say.
		Programs: programs,
		IsEntryPoint: func(p string, _ *code.Facts) bool {
			dir, base := path.Split(p)
			return base == "index.php" && (dir == "" || strings.HasSuffix(dir, "public/") || strings.HasSuffix(dir, "web/"))
		},
	}
}

var grammar = &lang.Grammar{
	Name:    "php",
	Load:    php.LanguagePHP,
	Strings: []string{"string", "nowdoc"},
	End:     withRoutes,
	Rules: map[string]lang.Handler{
		"program":                         fileDoc,
		"comment":                         commentTags,
		"namespace_definition":            namespace,
		"namespace_use_declaration":       useImport,
		"class_declaration":               typeDefinition,
		"interface_declaration":           typeDefinition,
		"trait_declaration":               typeDefinition,
		"enum_declaration":                typeDefinition,
		"enum_case":                       enumCase,
		"use_declaration":                 traitUse,
		"use_as_clause":                   traitAlias,
		"method_declaration":              callable,
		"function_definition":             callable,
		"anonymous_function":              closure,
		"arrow_function":                  closure,
		"property_hook":                   propertyHook,
		"anonymous_class":                 anonymousClass,
		"property_declaration":            propertyDeclaration,
		"property_element":                property,
		"property_promotion_parameter":    promotedProperty,
		"simple_parameter":                readonlyParameter,
		"const_declaration":               constDeclaration,
		"const_element":                   constant,
		"assignment_expression":           assignment,
		"reference_assignment_expression": assignment,
		"augmented_assignment_expression": augmented,
		"static_variable_declaration":     staticVariable,
		"foreach_statement":               foreach,
		"catch_clause":                    catchClause,
		"if_statement":                    condition,
		"else_if_clause":                  condition,
		"while_statement":                 condition,
		"conditional_expression":          condition,
		"binary_expression":               logical,
		"match_conditional_expression":    arm,
		"compound_statement":              branch,
		"colon_block":                     branch,
		"expression_statement":            branch,
		"case_statement":                  branch,
		"default_statement":               branch,
		"return_statement":                returned,
		"yield_expression":                yielded,
		"function_call_expression":        functionCall,
		"global_declaration":              globalStatement,
		"include_expression":              include,
		"include_once_expression":         include,
		"require_expression":              include,
		"require_once_expression":         include,
		"variable_name":                   variable,
		"name":                            name,
		"qualified_name":                  name,
		"encapsed_string":                 interpolated,
		"heredoc":                         interpolated,
		"shell_command_expression":        interpolated,
	},
}

// state is what the extractor remembers across nodes of one file.
type state struct {
	globals      []importedGlobal
	defined      map[string]struct{} // global variables that have their definition
	defining     syntax.Node         // the variable that is being defined
	lost         lost
	loose        looseType
	namespaced   bool // the first namespace has been met
	scanned      int  // bytes that recovery has read again
	blocks       []block
	comment      code.Span // the last comment, and the tags of one
	tagsOf       code.Span
	tags         *docTags
	constructing *docTags // of the callable whose parameters are met
	properties   []int32  // definitions
	made         map[propertyKey]madeFrom
}

func stateOf(w *lang.Walk) *state {
	if w.State == nil {
		st := &state{defined: make(map[string]struct{}), defining: syntax.None}
		if w.HasErrors() {
			st.lost = lost{broken: true, named: make(map[uint32]struct{})}
		}
		w.State = st
	}
	return w.State.(*state)
}

func propertyHook(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeFunction)
	openFunction(w, n, code.NoDefinition)
	bindParams(w, n, nil, nil)
}

// anonymousClass says what the object itself is in a class without a name.
func anonymousClass(w *lang.Walk, n syntax.Node) {
	for _, clause := range []string{"base_clause", "class_interface_clause"} {
		if name := w.ChildOfKind(w.ChildOfKind(n, clause), "name", "qualified_name"); name != syntax.None {
			w.AddBinding(code.Binding{Name: code.BindingSelf, At: w.Start(n), Scope: w.Span(w.Child(n, "body")), Type: w.Name(name)})
			return
		}
	}
	w.AddBinding(code.Binding{Name: code.BindingSelf, At: w.Start(n), Scope: w.Span(w.Child(n, "body")), Type: "stdClass"})
}

func functionCall(w *lang.Walk, n syntax.Node) {
	defineCall(w, n)
	asserted(w, n)
}

func finish(w *lang.Walk) {
	giveValues(w)
	findLost(w)
}

// isTest follows PHPUnit, Codeception and the usual directories.
func isTest(path string) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	if strings.HasSuffix(base, "Test.php") || strings.HasSuffix(base, "Cest.php") {
		return true
	}
	for dir := range strings.SplitSeq(strings.TrimSuffix(path, base), "/") {
		if dir == "tests" || dir == "Tests" {
			return true
		}
	}
	return false
}
