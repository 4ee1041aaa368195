// Package yaml extracts the structure of YAML: nested keys, the elements of
// lists that have a name, comments, and the paths that values mention. In
// goes a file's bytes; out come facts. Template languages inside YAML are
// stepped over line by line.
package yaml

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes YAML.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:            "yaml",
		Name:          "YAML",
		Aliases:       []string{"yml"},
		Extensions:    []string{".yaml", ".yml", ".cff"},
		FileNames:     []string{".clang-format", ".clang-tidy", ".clangd", ".yamllint"},
		Comments:      lang.Comments{Line: []string{"#"}},
		Class:         code.ClassConfiguration,
		Extract:       extract,
		Kinds:         []code.Kind{code.KindKey},
		StructureOnly: true,
		RouteWords:    routeWords,
	}
}
