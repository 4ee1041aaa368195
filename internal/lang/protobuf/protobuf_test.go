package protobuf_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/protobuf"
)

func TestProtobuf(t *testing.T) { langtest.Run(t, protobuf.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, protobuf.Definition()) }

func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"messages": strings.Repeat("message A {", n) + strings.Repeat("}", n) + "\nmessage B {}\n",
		"options":  "message A { option (x) = " + strings.Repeat("{a:", n) + strings.Repeat("}", n) + "; }\nmessage B {}\n",
		"open":     strings.Repeat("message A {\n", n/4) + "\nmessage B {}\n",
		"line":     "message A {" + strings.Repeat(" string s = 1;", n/3) + "}\nmessage B {}\n",
	} {
		f := langtest.Extract(t, protobuf.Definition(), src)
		last := f.Definitions[len(f.Definitions)-1]
		if last.Name != "B" {
			t.Errorf("%s: last definition %s", name, last.Name)
		}
	}
}

func TestResolve(t *testing.T) {
	cases := []struct {
		name string
		tree langtest.Tree
		from string
		want string
	}{
		{"from the root", langtest.Tree{"a/b.proto": `import "a/c.proto";`, "a/c.proto": ""}, "a/b.proto", "a/c.proto -> a/c.proto: a/c.proto"},
		{"beside the file", langtest.Tree{"a/b.proto": `import "c.proto";`, "a/c.proto": ""}, "a/b.proto", "c.proto -> a/c.proto: a/c.proto"},
		{"below proto", langtest.Tree{"svc/x/b.proto": `import "x/c.proto";`, "svc/proto/x/c.proto": ""}, "svc/x/b.proto",
			"x/c.proto -> svc/proto/x/c.proto: svc/proto/x/c.proto"},
		{"a directory above is the root", langtest.Tree{"lib/protos/a/b.proto": `import "a/c.proto";`, "lib/protos/a/c.proto": "", "other/a/c.proto": ""},
			"lib/protos/a/b.proto", "a/c.proto -> lib/protos/a/c.proto: lib/protos/a/c.proto"},
		{"buf modules", langtest.Tree{"buf.yaml": "version: v2\nmodules:\n  - path: api # ours\n  - path: deps\n", "api/s/b.proto": `import "t/c.proto";`,
			"deps/t/c.proto": "", "copy/of/t/c.proto": ""}, "api/s/b.proto", "t/c.proto -> deps/t/c.proto: deps/t/c.proto"},
		{"buf workspace", langtest.Tree{"buf.work.yaml": "version: v1\ndirectories:\n  - one\n  - two\n", "one/buf.yaml": "version: v1\n", "one/b.proto": `import "c.proto";`,
			"two/c.proto": "", "x/c.proto": ""}, "one/b.proto", "c.proto -> two/c.proto: two/c.proto"},
		{"buf roots", langtest.Tree{"buf.yaml": "build:\n  roots:\n    - src\n", "b.proto": `import "q/c.proto";`, "src/q/c.proto": "", "z/q/c.proto": ""}, "b.proto",
			"q/c.proto -> src/q/c.proto: src/q/c.proto"},
		{"a build's include path", langtest.Tree{"go/client/b.proto": `import "gogo/gogo.proto";`, "deps/github/gogo/gogo.proto": ""}, "go/client/b.proto",
			"gogo/gogo.proto -> deps/github/gogo/gogo.proto: deps/github/gogo/gogo.proto"},
		{"the nearest of two", langtest.Tree{"m/api/b.proto": `import "x/c.proto";`, "m/lib/x/c.proto": "", "a/lib/x/c.proto": ""}, "m/api/b.proto",
			"x/c.proto -> m/lib/x/c.proto: m/lib/x/c.proto"},
		{"two plain names are no answer", langtest.Tree{"m/b.proto": `import "c.proto";`, "x/c.proto": "", "y/c.proto": ""}, "m/b.proto", "c.proto -> c.proto"},
		{"external", langtest.Tree{"b.proto": `import "google/protobuf/any.proto";`}, "b.proto", "google/protobuf/any.proto -> google/protobuf/any.proto"},
		{"out of the tree", langtest.Tree{"a/b.proto": `import "../../x.proto"; import "/etc/x.proto";`, "x.proto": ""}, "a/b.proto",
			"../../x.proto -> ../../x.proto\n/etc/x.proto -> /etc/x.proto"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := langtest.Targets(t, protobuf.Definition(), c.tree, c.from); got != c.want+"\n" {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func BenchmarkExtract(b *testing.B) {
	src := "syntax = \"proto3\";\npackage a;\n" + strings.Repeat("// A thing.\nmessage A {\n  string id = 1; // key\n  repeated a.B items = 2 [deprecated = true];\n  oneof x { int32 y = 3; }\n}\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, protobuf.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
