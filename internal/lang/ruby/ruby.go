// Package ruby extracts facts from Ruby files, among them rake files, gem
// specifications and the other files that are Ruby under another name. In go
// the flat syntax tree of one file and a lang.Walk; out come its definitions,
// references, imports and regions. Resolve finds the files behind a require,
// Visible those behind constants that a loader finds by their name.
//
// Definition is the entry. A bare word is a local variable or a method call
// depending on what was assigned above it, so the extractor follows Ruby's own
// rule with a stack of frames (state.go) instead of asking at the end.
package ruby

import (
	"path"
	"strings"

	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition declares Ruby.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "ruby",
		Name:       "Ruby",
		Aliases:    []string{"rb"},
		Extensions: []string{".rb", ".rake", ".gemspec", ".ru", ".builder", ".jbuilder", ".thor", ".podspec"},
		FileNames: []string{"Rakefile", "rakefile", "Gemfile", "Guardfile", "Capfile", "Vagrantfile", "Podfile", "Fastfile",
			"Appfile", "Brewfile", "Dangerfile", "Thorfile", "Appraisals", "Steepfile", ".irbrc", ".pryrc"},
		Shebangs: []string{"ruby", "jruby", "rake", "macruby", "truffleruby"},
		Comments: lang.Comments{Line: []string{"#"}},
		Patterns: &lang.Patterns{Expando: 'µ'},
		Kinds: []code.Kind{code.KindModule, code.KindNamespace, code.KindClass, code.KindStruct, code.KindRecord,
			code.KindFunction, code.KindMethod, code.KindConstructor, code.KindProperty, code.KindField,
			code.KindConstant, code.KindVariable},
		Grammar: &lang.Grammar{
			Name:     "ruby",
			Load:     ruby.Language,
			Comments: []string{"comment"},
			Rules:    rules,
			End:      withRoutes,
		},
		Dialect:      guard,
		Linking:      linking(),
		Resolve:      resolve,
		Visible:      visible,
		IsTest:       isTest,
		IsEntryPoint: isEntryPoint,
		Programs:     programs,
		RouteWords:   routeWords,
	}
}

var rules = map[string]lang.Handler{
	"module":                     moduleDefinition,
	"class":                      classDefinition,
	"singleton_class":            singletonClass,
	"method":                     methodDefinition,
	"singleton_method":           methodDefinition,
	"alias":                      aliasStatement,
	"assignment":                 assignment,
	"operator_assignment":        assignment,
	"block":                      block,
	"do_block":                   block,
	"lambda":                     lambda,
	"block_parameters":           blockParameters,
	"call":                       call,
	"return":                     returnStatement,
	"when":                       narrow,
	"in_clause":                  narrow,
	"if":                         narrow,
	"elsif":                      narrow,
	"identifier":                 identifier,
	"constant":                   constant,
	"scope_resolution":           scopeResolution,
	"instance_variable":          shared,
	"class_variable":             shared,
	"global_variable":            shared,
	"simple_symbol":              symbol,
	"pair":                       pair,
	"keyword_pattern":            keywordPattern,
	"variable_reference_pattern": pinned,
	"string":                     literal,
	"subshell":                   literal,
	"regex":                      literal,
	"delimited_symbol":           literal,
	"bare_string":                literal,
	"character":                  literal,
	"heredoc_body":               heredoc,
	"uninterpreted":              dataSection,
}

// isTest follows the names that RSpec, Minitest, Test::Unit and Cucumber run.
func isTest(file string) bool {
	dir, base := path.Split(file)
	name := strings.TrimSuffix(base, path.Ext(base))
	if strings.HasSuffix(name, "_spec") || strings.HasSuffix(name, "_test") || strings.HasPrefix(name, "test_") {
		return true
	}
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "spec", "specs", "test", "tests":
			return true
		}
	}
	return false
}
