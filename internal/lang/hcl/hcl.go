// Package hcl reads HashiCorp's configuration language: Terraform and
// OpenTofu, Terragrunt, Packer, Nomad. In go the parsed tree of one file; out
// come its facts. Blocks are named as expressions write them ("var.region",
// "aws_instance.web"), so that a definition and its uses have one name.
// Resolve finds module folders and the files that functions read; Visible
// gives the other files of a module.
//
// The main function is Definition.
package hcl

import (
	"path"
	"slices"
	"strings"

	hcl "github.com/tree-sitter-grammars/tree-sitter-hcl/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition declares HCL.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "hcl",
		Name:       "HCL",
		Aliases:    []string{"terraform", "tf", "opentofu", "terragrunt"},
		Extensions: []string{".tf", ".tfvars", ".hcl", ".nomad", ".tofu"},
		FileNames:  []string{".terraformrc", "terraform.rc"},
		Comments:   lang.Comments{Line: []string{"#", "//"}, Block: [][2]string{{"/*", "*/"}}},
		// An expression stands behind a name only.
		Patterns: &lang.Patterns{Expando: 'µ', Body: [2]string{"x = ", "\n"}},
		Grammar: &lang.Grammar{
			Name:     "hcl",
			Load:     hcl.Language,
			Comments: []string{"comment"},
			Strings:  []string{"string_lit"},
			Rules: map[string]lang.Handler{
				"config_file":      configFile,
				"block":            block,
				"attribute":        attribute,
				"for_expr":         forExpression,
				"template_for":     templateFor,
				"variable_expr":    variable,
				"function_call":    functionCall,
				"string_lit":       stringLiteral,
				"quoted_template":  template,
				"heredoc_template": template,
				"template_literal": templateLiteral,
			},
			End: finish,
		},
		Kinds: []code.Kind{code.KindModule, code.KindObject, code.KindVariable, code.KindProperty, code.KindConstant,
			code.KindSection, code.KindKey},
		Resolve:      resolve,
		Visible:      visible,
		IsTest:       isTest,
		IsEntryPoint: isEntryPoint,
	}
}

// isTest follows terraform test and the folders in which modules keep theirs.
func isTest(p string) bool {
	dir, base := path.Split(p)
	if strings.HasSuffix(base, ".tftest.hcl") || strings.HasSuffix(base, ".tofutest.hcl") {
		return true
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part == "test" || part == "tests" {
			return true
		}
	}
	return false
}

// isEntryPoint knows what one runs: the module at the root, one that
// configures its providers, a job, a build.
func isEntryPoint(p string, f *code.Facts) bool {
	base := path.Base(p)
	module := base == "main.tf" || base == "main.tofu"
	return module && p == base || slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
		switch {
		case module:
			return strings.HasPrefix(d.Name, "provider.")
		case d.Kind == code.KindSection:
			return d.Name == "build" && strings.HasSuffix(base, ".pkr.hcl")
		}
		return strings.HasPrefix(d.Name, "job.")
	})
}
