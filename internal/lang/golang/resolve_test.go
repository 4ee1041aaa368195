package golang_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/golang"
	"sextant/internal/lang/langtest"
)

func TestResolveForms(t *testing.T) { langtest.Forms(t, golang.Definition()) }

func TestResolve(t *testing.T) {
	const pkg = "package x\n"
	for name, c := range map[string]struct {
		tree langtest.Tree
		from string
		uses []string
		want []string
	}{
		"own module": {
			tree: langtest.Tree{"go.mod": "module example.com/app // the app\n\ngo 1.26\n", "root.go": pkg, "a/one.go": pkg, "a/two.go": pkg,
				"a/two_test.go": pkg, "a/_skip.go": pkg, "a/note.txt": "", "internal/b/b.go": pkg, "only/x_test.go": pkg},
			from: "cmd/main.go",
			uses: []string{"example.com/app", "example.com/app/a", "example.com/app/internal/b", "example.com/app/missing", "example.com/app/only",
				"example.com/apple", "fmt", "C"},
			want: []string{"example.com/app -> .: root.go", "example.com/app/a -> a: a/one.go, a/two.go", "example.com/app/internal/b -> internal/b: internal/b/b.go",
				"example.com/app/missing -> example.com/app/missing", "example.com/app/only -> example.com/app/only", "example.com/apple -> example.com/apple", "fmt -> fmt", "C -> C"},
		},
		"external test": {
			tree: langtest.Tree{"go.mod": "module m", "a/a.go": pkg, "a/help_test.go": pkg},
			from: "a/a_test.go", uses: []string{"m/a"}, want: []string{"m/a -> a: a/a.go"},
		},
		"replace": {
			tree: langtest.Tree{
				"app/go.mod":         "module example.com/app\nreplace (\n\texample.com/lib v1.2.0 => ../lib\n\texample.com/far => example.com/fork v1.0.0\n\t\"example.com/lib/deep\" => ./deep // nearer\n)\nreplace example.com/out => ../../outside\n",
				"lib/a/a.go":         pkg,
				"lib/deep/x/x.go":    pkg,
				"app/deep/x/deep.go": pkg,
				"far/far.go":         pkg,
			},
			from: "app/main.go",
			uses: []string{"example.com/lib/a", "example.com/lib/deep/x", "example.com/far", "example.com/out"},
			want: []string{"example.com/lib/a -> lib/a: lib/a/a.go", "example.com/lib/deep/x -> app/deep/x: app/deep/x/deep.go", "example.com/far -> example.com/far", "example.com/out -> example.com/out"},
		},
		"nested modules": {
			tree: langtest.Tree{"go.mod": "module m\n", "x/x.go": pkg, "tool/go.mod": "module m/tool\n", "tool/t/t.go": pkg, "api/go.mod": "module m/tool/api\n", "api/v/v.go": pkg,
				"testdata/go.mod": "module m/tool\n", "testdata/t/t.go": pkg},
			from: "tool/main.go",
			uses: []string{"m/x", "m/tool/t", "m/tool/api/v"},
			want: []string{"m/x -> x: x/x.go", "m/tool/t -> tool/t: tool/t/t.go", "m/tool/api/v -> api/v: api/v/v.go"},
		},
		"two modules of one path": {
			tree: langtest.Tree{"a/go.mod": "module m\n", "a/p/p.go": pkg, "b/go.mod": "module m\n", "b/p/p.go": pkg, "c/go.mod": "module c\n"},
			from: "c/c.go", uses: []string{"m/p"}, want: []string{"m/p -> m/p"},
		},
		"one of them": {
			tree: langtest.Tree{"a/go.mod": "module m\n", "a/p/p.go": pkg, "b/go.mod": "module m\n", "b/p/p.go": pkg},
			from: "b/c.go", uses: []string{"m/p"}, want: []string{"m/p -> b/p: b/p/p.go"},
		},
		"vendor": {
			tree: langtest.Tree{"go.mod": "module m\n", "vendor/github.com/a/b/b.go": pkg, "vendor/modules.txt": "", "other/go.mod": "module github.com/a/b\n", "other/o.go": pkg},
			from: "vendor/github.com/c/c.go", uses: []string{"github.com/a/b"}, want: []string{"github.com/a/b -> vendor/github.com/a/b: vendor/github.com/a/b/b.go"},
		},
		"workspace": {
			tree: langtest.Tree{"go.work": "go 1.26\n\nuse (\n\t./app\n\t./lib\n)\nreplace example.com/tool => ./tools\n", "app/go.mod": "module app\n", "lib/go.mod": "module example.com/lib\n",
				"lib/l.go": pkg, "app/vendor/example.com/lib/l.go": pkg, "old/go.mod": "module example.com/lib\n", "old/l.go": pkg, "tools/t.go": pkg},
			from: "app/main.go", uses: []string{"example.com/lib", "example.com/tool"},
			want: []string{"example.com/lib -> lib: lib/l.go", "example.com/tool -> tools: tools/t.go"},
		},
		"standard library": {
			tree: langtest.Tree{"src/go.mod": "module std\n", "src/fmt/print.go": pkg, "src/net/http/h.go": pkg, "src/vendor/golang.org/x/net/h2/h.go": pkg,
				"src/cmd/go.mod": "module cmd\n", "src/cmd/go/internal/x/x.go": pkg, "src/cmd/vendor/golang.org/x/mod/m.go": pkg},
			from: "src/net/http/server.go",
			uses: []string{"fmt", "net/http", "golang.org/x/net/h2", "cmd/go/internal/x", "golang.org/x/mod"},
			want: []string{"fmt -> src/fmt: src/fmt/print.go", "net/http -> src/net/http: src/net/http/h.go, src/net/http/server.go", "golang.org/x/net/h2 -> src/vendor/golang.org/x/net/h2: src/vendor/golang.org/x/net/h2/h.go",
				"cmd/go/internal/x -> src/cmd/go/internal/x: src/cmd/go/internal/x/x.go", "golang.org/x/mod -> golang.org/x/mod"},
		},
		"commands of the standard library": {
			tree: langtest.Tree{"go.mod": "module std\n", "fmt/print.go": pkg, "cmd/go.mod": "module cmd\n", "cmd/go/internal/x/x.go": pkg, "cmd/vendor/golang.org/x/mod/m.go": pkg},
			from: "cmd/go/main.go",
			uses: []string{"fmt", "cmd/go/internal/x", "golang.org/x/mod"},
			want: []string{"fmt -> fmt: fmt/print.go", "cmd/go/internal/x -> cmd/go/internal/x: cmd/go/internal/x/x.go", "golang.org/x/mod -> cmd/vendor/golang.org/x/mod: cmd/vendor/golang.org/x/mod/m.go"},
		},
		"gopath": {
			tree: langtest.Tree{"src/github.com/a/b/sub/s.go": pkg, "src/github.com/a/b/vendor/v/v.go": pkg, "src/v/v.go": pkg, "lib/github.com/a/b/sub/s.go": pkg},
			from: "src/github.com/a/b/cmd/main.go",
			uses: []string{"github.com/a/b/sub", "v", "b/sub", "../sub", "./none", "../../../../../../up"},
			want: []string{"github.com/a/b/sub -> src/github.com/a/b/sub: src/github.com/a/b/sub/s.go", "v -> src/github.com/a/b/vendor/v: src/github.com/a/b/vendor/v/v.go",
				"b/sub -> b/sub", "../sub -> src/github.com/a/b/sub: src/github.com/a/b/sub/s.go", "./none -> ./none", "../../../../../../up -> ../../../../../../up"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			src := "package x\n\nimport (\n"
			for _, u := range c.uses {
				src += "\t\"" + u + "\"\n"
			}
			c.tree[c.from] = src + ")\n"
			want := strings.Join(c.want, "\n") + "\n"
			if got := langtest.Targets(t, golang.Definition(), c.tree, c.from); got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}
