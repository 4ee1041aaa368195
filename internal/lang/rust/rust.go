// Package rust reads Rust: crates, modules and build scripts of any edition.
// In go the parsed tree of one file; out come its facts. Item macros whose
// braces hold items (cfg_if!, lazy_static!) are read as Rust once more.
// Resolve finds the files behind use paths, module declarations and includes
// from the layout of a crate's modules and from Cargo manifests; a name that
// is only re-exported leads to the file with the "pub use".
//
// The main function is Definition.
package rust

import (
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

const languageID = "rust"

// Definition declares Rust.
func Definition() *lang.Definition {
	d := &lang.Definition{
		ID:         languageID,
		Name:       "Rust",
		Aliases:    []string{"rs"},
		Extensions: []string{".rs"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns:   &lang.Patterns{Expando: 'µ'},
		Grammar: &lang.Grammar{
			Name:    "rust",
			Load:    rust.Language,
			Strings: []string{"string_literal", "raw_string_literal", "char_literal"},
			Rules:   rules(),
			End:     withRoutes,
		},
		Kinds: []code.Kind{code.KindModule, code.KindTrait, code.KindEnum, code.KindStruct, code.KindUnion, code.KindType,
			code.KindFunction, code.KindMethod, code.KindField, code.KindEnumMember, code.KindConstant, code.KindVariable, code.KindMacro},
		Resolve:      resolve,
		Linking:      linking(),
		Visible:      visible,
		IsTest:       isTest,
		RouteWords:   routeWords,
		IsEntryPoint: isEntryPoint,
		Programs:     programs,
	}
	// Items inside macros are Rust, also where no other language is known.
	d.Peer = func(name string) *lang.Definition {
		if name == languageID {
			return d
		}
		return nil
	}
	return d
}

// handler is a lang.Handler that is given the walk's state.
type handler func(s *state, w *lang.Walk, n syntax.Node)

func rules() map[string]lang.Handler {
	out := make(map[string]lang.Handler)
	for kind, h := range map[string]handler{
		"line_comment":         comment,
		"block_comment":        comment,
		"attribute_item":       attributeItem,
		"inner_attribute_item": attributeItem,
		"visibility_modifier":  skip,
		"lifetime":             skip,
		"label":                skip,

		"mod_item":                module,
		"struct_item":             typeItem(code.KindStruct),
		"union_item":              typeItem(code.KindUnion),
		"enum_item":               typeItem(code.KindEnum),
		"enum_variant":            variant,
		"field_declaration":       field,
		"trait_item":              traitItem,
		"impl_item":               implItem,
		"function_item":           function,
		"function_signature_item": function,
		"const_item":              value(code.KindConstant),
		"static_item":             value(code.KindVariable),
		"type_item":               alias,
		"associated_type":         alias,
		"macro_definition":        macroDefinition,

		"use_declaration":          useDeclaration,
		"extern_crate_declaration": externCrate,

		"block":              scope,
		"if_expression":      scope,
		"while_expression":   scope,
		"match_arm":          matchArm,
		"closure_expression": closure,
		"for_expression":     forExpression,
		"let_declaration":    letDeclaration,
		"let_condition":      letCondition,

		"identifier":                  identifier,
		"type_identifier":             typeIdentifier,
		"shorthand_field_identifier":  shorthandPattern,
		"shorthand_field_initializer": shorthandValue,
		"field_identifier":            fieldIdentifier,
		"scoped_identifier":           scopedIdentifier,
		"scoped_type_identifier":      scopedType,
		"field_expression":            fieldExpression,
		"macro_invocation":            macroInvocation,
		"token_tree":                  tokenTree,
		"token_tree_pattern":          skip,
	} {
		out[kind] = func(w *lang.Walk, n syntax.Node) {
			s := stateOf(w)
			s.settle(w, n)
			h(s, w, n)
		}
	}
	return out
}

func skip(_ *state, w *lang.Walk, _ syntax.Node) { w.Skip() }

func scope(_ *state, w *lang.Walk, _ syntax.Node) { w.OpenScope(lang.ScopeBlock) }
