// Package protobuf extracts the structure of Protocol Buffers definitions:
// messages, enums and services with their parts, the types that they use, and
// imports. In goes a file's bytes; out come facts. The language is small
// enough for a hand-written scanner that reads on after any error. The main
// function is Definition.
package protobuf

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes Protocol Buffers.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "protobuf",
		Name:       "Protobuf",
		Aliases:    []string{"proto", "proto3", "protocol buffers"},
		Extensions: []string{".proto"},
		Comments:   lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Class:      code.ClassSource,
		Extract:    extract,
		Kinds: []code.Kind{code.KindStruct, code.KindField, code.KindEnum, code.KindEnumMember, code.KindInterface, code.KindMethod,
			code.KindUnion},
		Resolve:       resolve,
		StructureOnly: true,
	}
}

// maxDefinitions bounds the definitions of one file.
const maxDefinitions = 50_000
