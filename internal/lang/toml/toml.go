// Package toml extracts the structure of TOML: tables as sections, their
// keys, comments, and the paths that values mention. In goes a file's bytes;
// out come facts.
package toml

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes TOML. Lock files are data and belong to no language.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:            "toml",
		Name:          "TOML",
		Extensions:    []string{".toml"},
		FileNames:     []string{"Pipfile"},
		Comments:      lang.Comments{Line: []string{"#"}},
		Class:         code.ClassConfiguration,
		Extract:       extract,
		Kinds:         []code.Kind{code.KindSection, code.KindKey},
		StructureOnly: true,
	}
}
