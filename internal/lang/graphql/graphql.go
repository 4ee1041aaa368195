// Package graphql extracts the structure of GraphQL: the types of schemas
// with their fields, values and directives, the operations and fragments of
// documents, what they use, and #import lines. In goes a file's bytes; out
// come facts. The language is small enough for a hand-written scanner that
// reads on after any error. The main function is Definition.
package graphql

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes GraphQL.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "graphql",
		Name:       "GraphQL",
		Aliases:    []string{"gql"},
		Extensions: []string{".graphql", ".gql", ".graphqls"},
		Comments:   lang.Comments{Line: []string{"#"}},
		Class:      code.ClassSource,
		Extract:    extract,
		Kinds: []code.Kind{code.KindStruct, code.KindField, code.KindInterface, code.KindEnum, code.KindEnumMember, code.KindUnion,
			code.KindType, code.KindAnnotation, code.KindFunction, code.KindObject},
		Resolve:       resolve,
		StructureOnly: true,
	}
}

// maxDefinitions bounds the definitions of one file.
const maxDefinitions = 50_000
