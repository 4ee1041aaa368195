package typescript_test

import (
	"slices"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/typescript"
)

func TestPrograms(t *testing.T) {
	tree := langtest.Tree{
		"package.json":                `{"name": "root", "scripts": {"start": "NODE_ENV=production node --inspect server.js", "dev": "tsx watch tools/dev.ts && echo"}, "bin": "./bin/run.js"}`,
		"bin/run.js":                  "",
		"server.js":                   "",
		"tools/dev.ts":                "",
		"packages/a/package.json":     `{"name": "a", "main": "dist/index.js", "bin": {"one": "dist/cli.js", "gone": "./nowhere.js"}}`,
		"packages/a/src/index.ts":     "",
		"packages/a/src/cli.ts":       "",
		"packages/b/package.json":     `{"name": "b"}`,
		"packages/b/src/index.ts":     "",
		"node_modules/x/package.json": `{"bin": "x.js"}`,
		"node_modules/x/x.js":         "",
		"broken/package.json":         `{"bin": `,
	}
	got := typescript.Definitions()[0].Programs(tree)
	want := []string{"bin/run.js", "packages/a/src/cli.ts", "packages/a/src/index.ts", "server.js", "tools/dev.ts"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
