// Package makefile extracts the structure of Makefiles: targets, variables
// and macros, what they depend on and use, and the files they include or
// start make for. In goes a file's bytes; out come facts. It reads logical
// lines, as make does; no grammar is needed. The main function is Definition.
package makefile

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes Makefiles.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "makefile",
		Name:       "Makefile",
		Aliases:    []string{"make", "mk", "gnumake", "bsdmake"},
		Extensions: []string{".mk", ".mak", ".make"},
		Prefixes:   []string{"Makefile.", "GNUmakefile."},
		FileNames: []string{"Makefile", "makefile", "GNUmakefile", "gnumakefile", "BSDmakefile", "Makefile.am", "Makefile.in", "Kbuild",
			"Makefile.inc", "Makefile.common"},
		Shebangs:      []string{"make", "gmake"},
		Comments:      lang.Comments{Line: []string{"#"}},
		Class:         code.ClassConfiguration,
		Extract:       extract,
		Kinds:         []code.Kind{code.KindFunction, code.KindVariable, code.KindMacro},
		Resolve:       resolve,
		StructureOnly: true,
	}
}

// maxDefinitions bounds the definitions of one file.
const maxDefinitions = 20_000
