// Package json extracts the structure of JSON and its relatives with comments,
// trailing commas or bare keys: nested keys, comments, and the paths that
// string values mention. In goes a file's bytes; out come facts.
package json

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes JSON, JSONC and JSON5. Lock files are data and belong
// to no language.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "json",
		Name:       "JSON",
		Aliases:    []string{"jsonc", "json5"},
		Extensions: []string{".json", ".jsonc", ".json5", ".jsonld", ".webmanifest", ".code-workspace", ".importmap"},
		FileNames: []string{".arcconfig", ".babelrc", ".bowerrc", ".eslintrc", ".jscsrc", ".jshintrc", ".lintstagedrc", ".nycrc",
			".prettierrc", ".stylelintrc", ".swcrc", ".watchmanconfig"},
		Comments:      lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Class:         code.ClassConfiguration,
		Extract:       extract,
		Kinds:         []code.Kind{code.KindKey},
		StructureOnly: true,
	}
}
