// Package scala reads Scala 2 and 3: source files, scripts and sbt builds. In
// go the parsed tree of one file; out come its facts. Resolve finds the files
// behind its imports from package names and source roots, Visible the files of
// its package.
//
// The main function is Definition.
package scala

import (
	"slices"
	"strings"

	scala "github.com/tree-sitter/tree-sitter-scala/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// Definition declares Scala.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "scala",
		Name:       "Scala",
		Aliases:    []string{"sbt"},
		Extensions: []string{".scala", ".sc", ".sbt"},
		Shebangs:   []string{"scala", "scala-cli", "amm"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{},
		Grammar: &lang.Grammar{
			Name:     "scala",
			Load:     scala.Language,
			Comments: []string{"comment", "block_comment"},
			Strings:  []string{"string", "character_literal"},
			Prepare:  prepare,
			Rules:    rules(),
			End:      finish,
		},
		Kinds: []code.Kind{code.KindPackage, code.KindClass, code.KindTrait, code.KindEnum, code.KindObject, code.KindType,
			code.KindFunction, code.KindMethod, code.KindConstructor, code.KindProperty, code.KindEnumMember},
		Linking:      linking(),
		Resolve:      resolve,
		Visible:      visible,
		IsTest:       jvm.IsTest,
		EntryWords:   []string{"App", "IOApp", "ResourceApp", "CommandIOApp", "ZIOApp", "ZIOAppDefault", "ZIOCliDefault", "TaskApp"},
		IsEntryPoint: isEntryPoint,
	}
}

func rules() map[string]lang.Handler {
	return map[string]lang.Handler{
		"package_clause":     packageClause,
		"package_object":     packageObject,
		"import_declaration": importDeclaration,
		"export_declaration": exportDeclaration,

		"class_definition":     typeDefinition(code.KindClass),
		"trait_definition":     typeDefinition(code.KindTrait),
		"object_definition":    typeDefinition(code.KindObject),
		"enum_definition":      typeDefinition(code.KindEnum),
		"simple_enum_case":     enumCase,
		"full_enum_case":       enumCase,
		"class_parameter":      classParameter,
		"function_definition":  function,
		"function_declaration": function,
		"given_definition":     given,
		"type_definition":      typeAlias,
		"val_definition":       values,
		"var_definition":       values,
		"val_declaration":      declarations,
		"var_declaration":      declarations,

		"template_body":        typeBody,
		"with_template_body":   scope(lang.ScopeType),
		"enum_body":            scope(lang.ScopeType),
		"block":                scope(lang.ScopeBlock),
		"indented_block":       scope(lang.ScopeBlock),
		"case_clause":          scope(lang.ScopeBlock),
		"type_case_clause":     scope(lang.ScopeBlock),
		"for_expression":       scope(lang.ScopeBlock),
		"catch_clause":         scope(lang.ScopeBlock),
		"extension_definition": scope(lang.ScopeFunction),
		"colon_argument":       scope(lang.ScopeFunction),
		"type_lambda":          scope(lang.ScopeFunction),
		"function_type":        scope(lang.ScopeFunction),
		"lambda_expression":    lambda,

		"identifier":          identifier,
		"operator_identifier": identifier,
		"type_identifier":     typeIdentifier,
		"interpolated_string": interpolated,
		"comment":             comment,
		"block_comment":       comment,
	}
}

func scope(kind lang.ScopeKind) lang.Handler {
	return func(w *lang.Walk, _ syntax.Node) { w.OpenScope(kind) }
}

// lambda opens the scope of a function's parameters. Directly in a block they
// hold to its end: the statements that follow belong to the function too.
func lambda(w *lang.Walk, n syntax.Node) {
	if w.Kind(w.Parent(n)) != "block" {
		w.OpenScope(lang.ScopeFunction)
	}
}

func comment(w *lang.Walk, n syntax.Node) { remember(w).header.Comment(w, n) }

// interpolated records the regions of a string; what it interpolates is code.
func interpolated(w *lang.Walk, n syntax.Node) { w.StringParts(n, "interpolation") }

// state is what the walk remembers between nodes.
type state struct {
	header jvm.Header
	// pkg is the package by the clauses so far, whole the first one that is
	// written around its contents, clause where the last clause's name stands.
	pkg, whole string
	clause     code.Span
	// count is the number of definitions so far.
	count int32
	// loose are the definitions whose body the parser did not find.
	loose map[int32]bool
}

func remember(w *lang.Walk) *state {
	s, ok := w.State.(*state)
	if !ok {
		s = &state{}
		w.State = s
	}
	return s
}

func finish(w *lang.Walk) {
	s := remember(w)
	w.SetPackage(s.pkg)
	w.SetPackage(s.whole)
	if w.HasErrors() {
		jvm.Salvage(w, s.count, s.loose, declared, nil)
	}
	s.header.Finish(w)
}

// isEntryPoint finds a main method of an object, an object that is an App, and
// a function annotated with @main.
func isEntryPoint(_ string, f *code.Facts) bool {
	for i := range f.Definitions {
		d := &f.Definitions[i]
		switch {
		case d.Kind == code.KindObject && slices.ContainsFunc(d.Supertypes, isApp):
			return true
		case d.Name == "main" && d.Container != code.NoDefinition && f.Definitions[d.Container].Kind == code.KindObject &&
			len(d.Params) == 1 && d.Params[0].Type == "Array[String]":
			return true
		}
	}
	return slices.ContainsFunc(f.References, func(r code.Reference) bool {
		return r.Role == code.RoleDecorate && r.Name == "main"
	})
}

// isApp reports whether an object of this supertype can be run.
func isApp(s code.Supertype) bool {
	name := s.Name
	for {
		switch name {
		case "App", "IOApp", "IOApp.Simple", "ResourceApp", "ResourceApp.Simple", "ResourceApp.Forever", "CommandIOApp",
			"ZIOApp", "ZIOAppDefault", "ZIOCliDefault", "TaskApp":
			return true
		}
		_, rest, more := strings.Cut(name, ".")
		if !more {
			return false
		}
		name = rest
	}
}
