// Package python extracts facts from Python files. In go the flat syntax tree
// of one file and a lang.Walk; out come its definitions, references, imports
// and regions, and Resolve finds the files behind an import.
//
// Definition is the entry. What a name means depends on whether it stands in
// the module, a class body or a function: the extractor keeps that as a stack
// of frames in its state. What only the whole file can tell (which assignment
// of self.x comes first, what __all__ lists) waits until the end.
package python

import (
	"path"
	"strings"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition declares Python, versions 2 and 3.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "python",
		Name:       "Python",
		Aliases:    []string{"py", "python3"},
		Extensions: []string{".py", ".pyi", ".pyw"},
		FileNames:  []string{"SConstruct", "SConscript", "wscript"},
		Shebangs:   []string{"python", "python2", "python3", "pypy", "pypy3"},
		Comments:   lang.Comments{Line: []string{"#"}},
		Patterns:   &lang.Patterns{Expando: 'µ'},
		Kinds: []code.Kind{code.KindClass, code.KindInterface, code.KindEnum, code.KindRecord, code.KindType,
			code.KindFunction, code.KindMethod, code.KindConstructor, code.KindProperty, code.KindField,
			code.KindEnumMember, code.KindConstant, code.KindVariable},
		Grammar: &lang.Grammar{
			Name:     "python",
			Load:     python.Language,
			Comments: []string{"comment"},
			Rules:    rules,
			End:      withRoutes,
		},
		Resolve:      Resolve,
		Linking:      linking(),
		IsTest:       isTest,
		IsEntryPoint: isEntryPoint,
		Programs:     programs,
		RouteWords:   routeWords,
	}
}

var rules = map[string]lang.Handler{
	"module":                   module,
	"decorated_definition":     decoratedDefinition,
	"function_definition":      functionDefinition,
	"class_definition":         classDefinition,
	"type_alias_statement":     typeAlias,
	"block":                    block,
	"lambda":                   lambda,
	"list_comprehension":       comprehension,
	"set_comprehension":        comprehension,
	"dictionary_comprehension": comprehension,
	"generator_expression":     comprehension,
	"yield":                    yield,
	"return_statement":         returns,
	"assignment":               assignment,
	"augmented_assignment":     augmentedAssignment,
	"global_statement":         outerNames,
	"nonlocal_statement":       outerNames,
	"as_pattern_target":        asTarget,
	"identifier":               identifier,
	"attribute":                attribute,
	"dotted_name":              dottedName,
	"call":                     call,
	"type":                     typeExpression,
	"subscript":                subscript,
	"string":                   stringLiteral,
	"import_statement":         importStatement,
	"import_from_statement":    importFrom,
	"future_import_statement":  importFuture,
}

// isTest reports whether a path is a test by the rules of pytest and unittest.
func isTest(file string) bool {
	dir, base := path.Split(file)
	name := strings.TrimSuffix(base, path.Ext(base))
	if base == "conftest.py" || strings.HasPrefix(base, "test_") || strings.HasSuffix(name, "_test") {
		return true
	}
	for part := range strings.SplitSeq(dir, "/") {
		if part == "tests" || part == "test" {
			return true
		}
	}
	return false
}
