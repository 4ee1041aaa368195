// Package bash extracts facts from shell scripts: Bash, and what sh, zsh, ksh
// and bats files share with it. In go the flat syntax tree of one file and a
// lang.Walk; out come its functions, aliases and global variables, the
// commands it calls, the scripts it reads or runs, and regions.
//
// Definition is the entry. A shell variable is global unless a function
// declares it, so the extractor looks first which names the top level assigns
// (variables.go): only those, and names in capitals, are more than a
// function's own scratch.
package bash

import (
	"path"
	"slices"
	"strings"

	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition declares the shell languages.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "bash",
		Name:       "Bash",
		Aliases:    []string{"sh", "shell", "zsh", "ksh", "bats"},
		Extensions: []string{".sh", ".bash", ".zsh", ".ksh", ".bats"},
		FileNames: []string{".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv",
			".zprofile", ".zlogin", ".zlogout", ".kshrc", ".envrc", "bashrc", "zshrc", "PKGBUILD", "APKBUILD"},
		Shebangs: []string{"sh", "bash", "zsh", "dash", "ksh", "ash", "bats", "mksh", "rbash"},
		Comments: lang.Comments{Line: []string{"#"}},
		Patterns: &lang.Patterns{},
		Kinds:    []code.Kind{code.KindFunction, code.KindMacro, code.KindConstant, code.KindVariable},
		Grammar: &lang.Grammar{
			Name:     "bash",
			Load:     bash.Language,
			Comments: []string{"comment"},
			Strings:  []string{"raw_string", "ansi_c_string"},
			Rules:    rules,
			End:      finish,
		},
		Dialect:      endless,
		Resolve:      resolve,
		IsTest:       isTest,
		IsEntryPoint: isEntryPoint,
	}
}

var rules = map[string]lang.Handler{
	"function_definition": functionDefinition,
	"declaration_command": declaration,
	"variable_assignment": assignment,
	"for_statement":       loop,
	"command":             command,
	"variable_name":       variableName,
	"string":              interpolated,
	"heredoc_body":        interpolated,
	"heredoc_redirect":    heredoc,
}

// isTest follows the names that bats, shunit2 and shellspec run.
func isTest(file string) bool {
	dir, base := path.Split(file)
	ext := path.Ext(base)
	name := strings.TrimSuffix(base, ext)
	if ext == ".bats" || strings.HasPrefix(name, "test_") || strings.HasPrefix(name, "test-") || strings.HasSuffix(name, "_test") ||
		strings.HasSuffix(name, "-test") || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, "_spec") {
		return true
	}
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "test", "tests", "spec":
			return true
		}
	}
	return false
}

// isEntryPoint is careful: most scripts are run by something. A file without
// an extension is known as a shell script by its first line only, so in a bin
// directory it is a program; so is a script that ends by calling its own main,
// and the one that a container image starts.
func isEntryPoint(file string, f *code.Facts) bool {
	dir, base := path.Split(file)
	switch base {
	case "docker-entrypoint.sh", "entrypoint.sh":
		return true
	}
	if path.Ext(base) == "" && path.Base(dir) == "bin" {
		return true
	}
	defines := slices.ContainsFunc(f.Definitions, func(d code.Definition) bool { return d.Name == "main" && d.Kind == code.KindFunction })
	return defines && slices.ContainsFunc(f.References, func(r code.Reference) bool {
		return r.Name == "main" && r.Role == code.RoleCall && r.Enclosing == code.NoDefinition
	})
}
