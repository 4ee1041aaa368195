package typescript_test

import (
	"strings"
	"testing"

	"sextant/internal/lang"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/typescript"
)

// project is a workspace with one application and four packages, in the
// forms that real ones take.
var project = langtest.Tree{
	"package.json":        `{"name": "root", "workspaces": ["packages/*", "!packages/hidden"]}`,
	"pnpm-workspace.yaml": "# members\npackages:\n  - 'apps/*' # all\n  - \"tools\"\nonlyBuilt:\n  - x\n",

	"tsconfig.base.json": `{
	// shared by all
	"compilerOptions": {
		"baseUrl": ".",
		"paths": { /* aliases */
			"@/*": ["apps/web/src/*"],
			"@/special/*": ["apps/web/special/*",],
			"exact": ["apps/web/src/exact-target"],
			"*.icon": ["apps/web/icons/*"],
		},
	},
}`,
	"apps/web/package.json":                `{"name": "web", "imports": {"#config": "./src/config.ts", "#lib/*": {"default": "./src/lib/*.ts"}, "#ui": "@acme/ui"}}`,
	"apps/web/tsconfig.json":               `{"extends": "../../tsconfig.base"}`,
	"apps/web/src/main.ts":                 "",
	"apps/web/src/config.ts":               "",
	"apps/web/src/lib/math.ts":             "",
	"apps/web/src/store.ts":                "",
	"apps/web/src/view.tsx":                "",
	"apps/web/src/worker.mts":              "",
	"apps/web/src/legacy.cts":              "",
	"apps/web/src/plain.js":                "",
	"apps/web/src/plain.d.ts":              "",
	"apps/web/src/typed.mjs":               "",
	"apps/web/src/typed.d.mts":             "",
	"apps/web/src/only.d.ts":               "",
	"apps/web/src/data.json":               "{}",
	"apps/web/src/style.css":               "",
	"apps/web/src/logo.svg":                "",
	"apps/web/src/widget.vue":              "",
	"apps/web/src/both.ts":                 "",
	"apps/web/src/both/index.ts":           "",
	"apps/web/src/folder/index.tsx":        "",
	"apps/web/src/user.service.ts":         "",
	"apps/web/src/phone.ios.tsx":           "",
	"apps/web/src/exact-target.ts":         "",
	"apps/web/src/manifested/package.json": `{"main": "./entry.js"}`,
	"apps/web/src/manifested/entry.ts":     "",
	"apps/web/special/thing.ts":            "",
	"apps/web/icons/star.tsx":              "",
	"apps/web/tests/deep/a.test.ts":        "",
	"globals.d.ts":                         "",

	"packages/ui/package.json": `{"name": "@acme/ui", "main": "dist/index.js", "exports": {
		".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.mjs"},
		"./button": "./dist/esm/button.js",
		"./icons/*": {"import": "./dist/icons/*.mjs", "require": "./dist/icons/*.cjs"},
		"./style.css": "./src/style.css"}}`,
	"packages/ui/src/index.ts":       "",
	"packages/ui/src/button.tsx":     "",
	"packages/ui/src/icons/arrow.ts": "",
	"packages/ui/src/style.css":      "",
	"packages/ui/src/own.ts":         "",

	"packages/core/package.json":   `{"name": "core", "main": "lib/main"}`,
	"packages/core/lib/main.js":    "",
	"packages/core/lib/extra.js":   "",
	"packages/core/src/main.ts":    "",
	"packages/bare/package.json":   `{"name": "bare"}`,
	"packages/bare/src/index.ts":   "",
	"packages/bare/src/sub/one.ts": "",
	"packages/hidden/package.json": `{"name": "hidden"}`,
	"packages/hidden/index.ts":     "",
	"packages/broken/package.json": `{"name": `,
	"packages/broken/index.ts":     "",
	"tools/package.json":           `{"name": "tools", "module": "./build/es/run.js", "types": 3}`,
	"tools/src/run.ts":             "",
	"fixtures/react/package.json":  `{"name": "react", "main": "index.js"}`,
	"fixtures/react/index.js":      "",
}

// targets resolves each specifier as imported by the file.
func targets(t *testing.T, d *lang.Definition, from string, specifiers ...string) string {
	t.Helper()
	tree := make(langtest.Tree, len(project))
	for p, src := range project {
		tree[p] = src
	}
	var src strings.Builder
	for _, s := range specifiers {
		src.WriteString("import \"" + s + "\";\n")
	}
	tree[from] = src.String()
	return langtest.Targets(t, d, tree, from)
}

func TestResolve(t *testing.T) {
	tests := []struct{ from, spec, want string }{
		{"apps/web/src/main.ts", "./store.js", "apps/web/src/store.ts"},
		{"apps/web/src/main.ts", "./store", "apps/web/src/store.ts"},
		{"apps/web/src/main.ts", "./store.ts", "apps/web/src/store.ts"},
		{"apps/web/src/main.ts", "./view.js", "apps/web/src/view.tsx"},
		{"apps/web/src/main.ts", "./view.jsx", "apps/web/src/view.tsx"},
		{"apps/web/src/main.ts", "./worker.mjs", "apps/web/src/worker.mts"},
		{"apps/web/src/main.ts", "./legacy.cjs", "apps/web/src/legacy.cts"},
		{"apps/web/src/main.ts", "./plain.js", "apps/web/src/plain.d.ts, apps/web/src/plain.js"},
		{"apps/web/src/main.ts", "./plain", "apps/web/src/plain.d.ts, apps/web/src/plain.js"},
		{"apps/web/src/main.ts", "./plain.d.ts", "apps/web/src/plain.d.ts"},
		{"apps/web/src/main.ts", "./typed.mjs", "apps/web/src/typed.d.mts, apps/web/src/typed.mjs"},
		{"apps/web/src/main.mjs", "./typed.mjs", "apps/web/src/typed.mjs"},
		{"apps/web/src/main.js", "./plain.js", "apps/web/src/plain.js"},
		{"apps/web/src/main.js", "./plain", "apps/web/src/plain.js"},
		{"apps/web/src/main.js", "./only.js", "apps/web/src/only.d.ts"},
		{"apps/web/src/main.ts", "./only", "apps/web/src/only.d.ts"},
		{"apps/web/src/main.ts", "./data.json", "apps/web/src/data.json"},
		{"apps/web/src/main.ts", "./data", "apps/web/src/data.json"},
		{"apps/web/src/main.ts", "./style.css", "apps/web/src/style.css"},
		{"apps/web/src/main.ts", "./logo.svg?url", "apps/web/src/logo.svg"},
		{"apps/web/src/main.ts", "raw-loader!./logo.svg", "apps/web/src/logo.svg"},
		{"apps/web/src/main.ts", "./widget.vue", "apps/web/src/widget.vue"},
		{"apps/web/src/main.ts", "./both", "apps/web/src/both.ts"},
		{"apps/web/src/main.ts", "./both/", "apps/web/src/both/index.ts"},
		{"apps/web/src/main.ts", "./folder", "apps/web/src/folder/index.tsx"},
		{"apps/web/src/folder/other.ts", ".", "apps/web/src/folder/index.tsx"},
		{"apps/web/src/both/deep/x.ts", "..", "apps/web/src/both/index.ts"},
		{"apps/web/src/main.ts", "./user.service", "apps/web/src/user.service.ts"},
		{"apps/web/src/main.ts", "./phone", "apps/web/src/phone.ios.tsx"},
		{"apps/web/src/main.ts", "./manifested", "apps/web/src/manifested/entry.ts"},
		{"apps/web/src/main.ts", "../../../globals", "globals.d.ts"},
		{"apps/web/src/main.ts", "../../../../outside", ""},
		{"apps/web/src/main.ts", "./missing", ""},
		{"apps/web/src/main.ts", "/apps/web/src/main", ""}, // itself is replaced below
		{"apps/web/src/main.ts", "/apps/web/src/store", "apps/web/src/store.ts"},

		{"apps/web/src/main.ts", "@/store", "apps/web/src/store.ts"},
		{"apps/web/tests/deep/a.test.ts", "@/view.js", "apps/web/src/view.tsx"},
		{"apps/web/src/main.ts", "@/special/thing", "apps/web/special/thing.ts"},
		{"apps/web/src/main.ts", "exact", "apps/web/src/exact-target.ts"},
		{"apps/web/src/main.ts", "star.icon", "apps/web/icons/star.tsx"},
		{"apps/web/src/main.ts", "apps/web/src/store", "apps/web/src/store.ts"},
		{"packages/ui/src/x.ts", "@/store", ""},

		{"apps/web/src/main.ts", "#config", "apps/web/src/config.ts"},
		{"apps/web/src/main.ts", "#lib/math", "apps/web/src/lib/math.ts"},
		{"apps/web/src/main.ts", "#ui", "packages/ui/src/index.ts"},
		{"apps/web/src/main.ts", "#none", ""},

		{"apps/web/src/main.ts", "@acme/ui", "packages/ui/src/index.ts"},
		{"apps/web/src/main.ts", "@acme/ui/button", "packages/ui/src/button.tsx"},
		{"apps/web/src/main.ts", "@acme/ui/icons/arrow", "packages/ui/src/icons/arrow.ts"},
		{"apps/web/src/main.ts", "@acme/ui/style.css", "packages/ui/src/style.css"},
		{"packages/ui/src/own.ts", "@acme/ui/button", "packages/ui/src/button.tsx"},
		{"apps/web/src/main.ts", "core", "packages/core/lib/main.js"},
		{"apps/web/src/main.ts", "core/lib/extra", "packages/core/lib/extra.js"},
		{"apps/web/src/main.ts", "bare", "packages/bare/src/index.ts"},
		{"apps/web/src/main.ts", "bare/sub/one", "packages/bare/src/sub/one.ts"},
		{"apps/web/src/main.ts", "bare/dist/sub/one.js", "packages/bare/src/sub/one.ts"},
		{"apps/web/src/main.ts", "tools", "tools/src/run.ts"},
		{"apps/web/src/main.ts", "hidden", ""},
		{"apps/web/src/main.ts", "react", ""},
		{"apps/web/src/main.ts", "lodash/fp", ""},
		{"apps/web/src/main.ts", "node:fs", ""},
	}
	for _, tt := range tests {
		d := typescript.TypeScript()
		if strings.HasSuffix(tt.from, ".js") {
			d = typescript.JavaScript()
		}
		got := targets(t, d, tt.from, tt.spec)
		want := tt.spec + " -> " + tt.spec + "\n"
		switch {
		case tt.spec == "/apps/web/src/main":
			want = tt.spec + " -> apps/web/src/main.ts: apps/web/src/main.ts\n"
		case tt.want != "":
			key, _, _ := strings.Cut(tt.want, ", ")
			want = tt.spec + " -> " + key + ": " + tt.want + "\n"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", tt.from, got, want)
		}
	}
}

func TestResolveForms(t *testing.T) { langtest.Forms(t, typescript.Definitions()...) }

// TestResolveReferences covers a solution-style tsconfig, whose aliases stand
// in the project it references, and a reference comment.
func TestResolveReferences(t *testing.T) {
	tree := langtest.Tree{
		"tsconfig.json":       `{"files": [], "references": [{"path": "./tsconfig.app.json"}, {"path": "./other"}]}`,
		"tsconfig.app.json":   `{"extends": ["./missing.json", "./tsconfig.paths.json"], "compilerOptions": {"strict": true}}`,
		"tsconfig.paths.json": "\ufeff" + `{"compilerOptions": {"paths": {"~/*": ["${configDir}/src/*"]}}}`,
		"src/a.ts": "/// <reference path=\"types.d.ts\" />\n/// <reference types=\"vite/client\" />\n" +
			"import b from \"~/b\";\nexport * from \"~/missing\";\nconst c = import(\"~/b.js\");",
		"src/b.ts":       "",
		"src/types.d.ts": "",
	}
	want := "types.d.ts -> src/types.d.ts: src/types.d.ts\n" +
		"vite/client -> vite/client\n" +
		"~/b -> src/b.ts: src/b.ts\n" +
		"~/missing -> ~/missing\n" +
		"~/b.js -> src/b.ts: src/b.ts\n"
	if got := langtest.Targets(t, typescript.TypeScript(), tree, "src/a.ts"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestResolveCycles holds that configurations and imports that lead back to
// themselves end.
func TestResolveCycles(t *testing.T) {
	tree := langtest.Tree{
		"tsconfig.json": `{"extends": "./b.json"}`,
		"b.json":        `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"#a": ["./#a"]}}}`,
		"package.json":  `{"name": "x", "imports": {"#a": "#b", "#b": "#a"}, "workspaces": {"packages": ["**"]}}`,
		"src/a.ts":      "import \"#a\"; import \"x\";",
	}
	if got, want := langtest.Targets(t, typescript.TypeScript(), tree, "src/a.ts"), "#a -> #a\nx -> x\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"src/a.test.ts": true, "src/a.spec.tsx": true, "src/__tests__/a.js": true, "test/a.js": true, "tests/a.ts": true,
		"e2e/login.ts": true, "cypress/support/index.js": true, "src/login.cy.ts": true, "src/A.Test.ts": true,
		"src/a.ts": false, "src/test.ts": false, "src/latest/a.ts": false, "src/contest.ts": false, "a.test": false,
	} {
		if got := typescript.IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %v", path, got)
		}
	}
}
