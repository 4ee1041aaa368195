// Package typescript defines TypeScript, TSX, JavaScript and JSX. The four
// share one set of handlers; each grammar takes the part of the table whose
// node kinds it knows. In goes a parsed file, out come its definitions,
// imports and references; Resolve finds the files behind an import by the
// rules of tsconfig.json and package.json.
//
// Definitions lists the four lang.Definition values.
package typescript

import (
	"path"
	"strings"
	"unsafe"

	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definitions lists TypeScript, TSX, JavaScript and JSX.
func Definitions() []*lang.Definition {
	return []*lang.Definition{TypeScript(), TSX(), JavaScript(), JSX()}
}

// TypeScript owns .ts, .mts and .cts, declaration files included.
func TypeScript() *lang.Definition {
	d := definition("typescript", "TypeScript", typescript.LanguageTypescript, typedRules)
	d.Grammar.Prepare = prepareTyped
	d.Aliases = []string{"ts"}
	d.Extensions = []string{".ts", ".mts", ".cts"}
	d.Shebangs = []string{"deno", "bun", "ts-node", "tsx"}
	d.Kinds = typedKinds
	return d
}

// TSX owns .tsx: TypeScript with JSX, without angle-bracket casts.
func TSX() *lang.Definition {
	d := definition("tsx", "TSX", typescript.LanguageTSX, typedRules)
	d.Grammar.Prepare = prepareTyped
	d.Extensions = []string{".tsx"}
	d.Kinds = typedKinds
	return d
}

// JavaScript owns .js, .mjs and .cjs; its grammar reads JSX too.
func JavaScript() *lang.Definition {
	d := definition("javascript", "JavaScript", javascript.Language, untypedRules)
	d.Grammar.Prepare = prepareUntyped
	d.Aliases = []string{"js", "ecmascript"}
	d.Extensions = []string{".js", ".mjs", ".cjs"}
	d.Shebangs = []string{"node", "nodejs"}
	d.Kinds = untypedKinds
	return d
}

// JSX owns .jsx.
func JSX() *lang.Definition {
	d := definition("jsx", "JSX", javascript.Language, untypedRules)
	d.Grammar.Prepare = prepareUntyped
	d.Extensions = []string{".jsx"}
	d.Kinds = untypedKinds
	return d
}

var untypedKinds = []code.Kind{code.KindClass, code.KindFunction, code.KindMethod, code.KindConstructor,
	code.KindProperty, code.KindField, code.KindConstant, code.KindVariable}

var typedKinds = append([]code.Kind{code.KindModule, code.KindNamespace, code.KindInterface, code.KindEnum,
	code.KindEnumMember, code.KindType}, untypedKinds...)

func definition(id code.LanguageID, name string, load func() unsafe.Pointer, extra ...map[string]lang.Handler) *lang.Definition {
	return &lang.Definition{
		ID: id, Name: name,
		Comments: lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Patterns: &lang.Patterns{},
		Grammar: &lang.Grammar{
			Name: string(id), Load: load, Rules: rules(extra...),
			Comments: []string{"comment", "html_comment", "hash_bang_line"}, Strings: []string{"string"},
			End: withRoutes,
		},
		Resolve:      Resolve,
		IsTest:       IsTest,
		IsEntryPoint: isEntryPoint,
		Programs:     programs,
		RouteWords:   routeWords,
		PathRoutes:   pathRoutes,
	}
}

// testDirs are directory names whose files are tests.
var testDirs = map[string]bool{"__tests__": true, "__test__": true, "__mocks__": true, "test": true, "tests": true,
	"spec": true, "specs": true, "e2e": true, "cypress": true}

// isEntryPoint knows the customary places: a script's content does not say
// whether it is run or imported.
func isEntryPoint(file string, _ *code.Facts) bool {
	dir, base := path.Split(file)
	stem, _, _ := strings.Cut(base, ".")
	switch stem {
	case "index", "main", "server", "cli", "app":
	default:
		return false
	}
	if strings.HasSuffix(base, ".d.ts") {
		return false
	}
	return dir == "" || dir == "src/" || dir == "bin/" || dir == "app/" ||
		strings.HasPrefix(dir, "packages/") && (strings.Count(dir, "/") == 2 || strings.HasSuffix(dir, "/src/") && strings.Count(dir, "/") == 3)
}

// IsTest reports whether a script is a test by its path: *.test.*, *.spec.*,
// *.cy.*, *.e2e.*, or a directory that holds tests.
func IsTest(file string) bool {
	dir, base := path.Split(strings.ToLower(file))
	if parts := strings.Split(base, "."); len(parts) > 2 {
		for _, mark := range parts[1 : len(parts)-1] {
			switch mark {
			case "test", "tests", "spec", "specs", "cy", "e2e", "e2e-spec", "test-d", "bench":
				return true
			}
		}
	}
	for _, d := range strings.Split(dir, "/") {
		if testDirs[d] {
			return true
		}
	}
	return false
}
