// Package sql extracts the structure of SQL in any of its dialects: tables
// with their columns, views, routines, types, indexes and constraints, what
// statements use, and the scripts that a script runs. In goes a file's bytes;
// out come facts. A hand-written scanner reads statement by statement, because
// no grammar covers the dialects; data (COPY blocks, INSERT values) is skipped
// at memory speed. The main function is Definition.
package sql

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes SQL.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "sql",
		Name:       "SQL",
		Aliases:    []string{"mysql", "pgsql", "postgres", "postgresql", "plsql", "plpgsql", "tsql", "sqlite", "sqlite3", "psql"},
		Extensions: []string{".sql", ".ddl", ".dml", ".psql", ".pgsql", ".plsql", ".mysql", ".tsql", ".pks", ".pkb", ".plb"},
		Comments:   lang.Comments{Line: []string{"--"}, Block: [][2]string{{"/*", "*/"}}},
		Class:      code.ClassSource,
		Extract:    extract,
		Kinds: []code.Kind{code.KindStruct, code.KindField, code.KindProperty, code.KindFunction, code.KindMethod, code.KindType, code.KindEnum,
			code.KindEnumMember, code.KindNamespace, code.KindPackage, code.KindObject},
		Resolve:       resolve,
		StructureOnly: true,
	}
}

// maxDefinitions bounds the definitions of one file.
const maxDefinitions = 20_000
