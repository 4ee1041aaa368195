// Package dockerfile extracts the structure of Dockerfiles: stages, arguments
// and variables, what the image runs and exposes, the images it is built from
// and the files it copies. In goes a file's bytes; out come facts. It reads
// instructions line by line, as the builder does. The main function is Definition.
package dockerfile

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes Dockerfiles.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:            "dockerfile",
		Name:          "Dockerfile",
		Aliases:       []string{"docker", "containerfile"},
		Extensions:    []string{".dockerfile", ".containerfile"},
		FileNames:     []string{"Dockerfile", "Containerfile", "dockerfile", "containerfile"},
		Prefixes:      []string{"Dockerfile.", "Containerfile."},
		Comments:      lang.Comments{Line: []string{"#"}},
		Class:         code.ClassConfiguration,
		Extract:       extract,
		Kinds:         []code.Kind{code.KindSection, code.KindVariable, code.KindKey},
		Resolve:       resolve,
		StructureOnly: true,
	}
}

// maxDefinitions bounds the definitions of one file.
const maxDefinitions = 5_000
