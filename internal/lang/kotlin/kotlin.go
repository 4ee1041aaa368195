// Package kotlin reads Kotlin: source files and scripts. In go the parsed tree
// of one file; out come its facts. Resolve finds the files behind its imports
// from package names and source roots, Visible the files of its package.
//
// The main function is Definition.
package kotlin

import (
	"slices"
	"strings"

	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// Definition declares Kotlin.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "kotlin",
		Name:       "Kotlin",
		Aliases:    []string{"kt", "kts"},
		Extensions: []string{".kt", ".kts"},
		Shebangs:   []string{"kotlin", "kotlinc"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{Expando: 'µ'},
		Grammar: &lang.Grammar{
			Name:     "kotlin",
			Load:     kotlin.Language,
			Comments: []string{"line_comment", "block_comment", "shebang"},
			Strings:  []string{"character_literal"},
			Rules:    rules(),
			End:      withRoutes,
		},
		Kinds: []code.Kind{code.KindClass, code.KindInterface, code.KindEnum, code.KindAnnotation, code.KindObject, code.KindType,
			code.KindFunction, code.KindMethod, code.KindConstructor, code.KindProperty, code.KindConstant, code.KindEnumMember},
		Resolve:      resolve,
		Visible:      visible,
		IsTest:       jvm.IsTest,
		RouteWords:   jvm.RouteWords,
		IsEntryPoint: isEntryPoint,
	}
}

func rules() map[string]lang.Handler {
	return map[string]lang.Handler{
		"package_header":  packageHeader,
		"import":          importHeader,
		"file_annotation": begin,

		"class_declaration":     classDeclaration,
		"object_declaration":    objectDeclaration,
		"companion_object":      companionObject,
		"class_body":            scope(lang.ScopeType),
		"enum_class_body":       scope(lang.ScopeType),
		"enum_entry":            enumEntry,
		"type_alias":            typeAlias,
		"function_declaration":  functionDeclaration,
		"secondary_constructor": secondaryConstructor,
		"property_declaration":  propertyDeclaration,
		"class_parameter":       classParameter,
		"primary_constructor":   seesConstructor,
		"delegation_specifiers": seesConstructor,
		"anonymous_initializer": seesConstructor,
		"getter":                accessor,
		"setter":                accessor,

		"block":              scope(lang.ScopeBlock),
		"for_statement":      scope(lang.ScopeBlock),
		"when_expression":    scope(lang.ScopeBlock),
		"when_entry":         scope(lang.ScopeBlock),
		"catch_block":        scope(lang.ScopeBlock),
		"if_expression":      scope(lang.ScopeBlock),
		"while_statement":    scope(lang.ScopeBlock),
		"do_while_statement": scope(lang.ScopeBlock),
		"anonymous_function": scope(lang.ScopeFunction),
		"lambda_literal":     lambda,

		"annotated_expression": misread,
		"infix_expression":     misread,

		"identifier":               identifier,
		"user_type":                userType,
		"string_literal":           stringLiteral,
		"multiline_string_literal": stringLiteral,
		"string_content":           strayString,
		"block_comment":            comment,
		"line_comment":             comment,
	}
}

func scope(kind lang.ScopeKind) lang.Handler {
	return func(w *lang.Walk, _ syntax.Node) { w.OpenScope(kind) }
}

func begin(w *lang.Walk, _ syntax.Node) { remember(w).header.Begin() }

func comment(w *lang.Walk, n syntax.Node) { remember(w).header.Comment(w, n) }

// state is what the walk remembers between nodes.
type state struct {
	header jvm.Header
	// naming are the local variables whose first value is being walked.
	naming []naming
	// calls are added last: see finish.
	calls []pendingCall
	// count is the number of definitions so far.
	count int32
	// passed is where the header of a declaration ends that was read as an
	// expression; the names before it are no uses.
	passed uint32
	// broken is true once such a declaration has been met.
	broken bool
	// loose are the definitions whose body the parser did not find.
	loose map[int32]bool
	// lost are the stretches of text that the parser gave up (bytes).
	lost []code.Span
}

func (s *state) unfinished(i int32) {
	if s.loose == nil {
		s.loose = make(map[int32]bool)
	}
	s.loose[i] = true
	s.count = i + 1
}

type naming struct {
	name string
	end  syntax.Node
}

type pendingCall struct {
	name      syntax.Node
	enclosing int32
}

func remember(w *lang.Walk) *state {
	s, ok := w.State.(*state)
	if !ok {
		s = &state{}
		w.State = s
	}
	return s
}

// finish adds the calls whose name is that of the variable that they
// initialise: in "val client = client()" the call is of a function, and the
// walk is outside of every scope by now. Then it reads what the parser lost.
func finish(w *lang.Walk) {
	s := remember(w)
	for _, c := range s.calls {
		w.AddReferenceIn(code.Reference{Name: jvm.Unquote(w.Name(c.name)), Span: w.Span(c.name), Line: w.Line(w.Start(c.name)),
			Role: code.RoleCall}, c.enclosing)
	}
	if s.broken || w.HasErrors() {
		salvage(w, s)
	}
	s.header.Finish(w)
}

// isEntryPoint finds a main function: at the top level, or the @JvmStatic one
// of an object.
func isEntryPoint(_ string, f *code.Facts) bool {
	return slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
		if d.Name != "main" || d.Visibility == code.VisibilityPrivate {
			return false
		}
		switch d.Kind {
		case code.KindFunction:
			return d.Container == code.NoDefinition && (len(d.Params) == 0 || len(d.Params) == 1 && strings.Contains(d.Params[0].Type, "String")) &&
				strings.Contains(d.Signature, "fun main(")
		case code.KindMethod:
			return d.Modifiers&code.ModStatic != 0
		}
		return false
	})
}
