package clang_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/clang"
	"sextant/internal/lang/langtest"
)

const cmake = `cmake_minimum_required(VERSION 3.10)
# include_directories(commented)
include_directories(${CMAKE_CURRENT_SOURCE_DIR}/api "vendor/zip")
target_include_directories(app PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/gen>
  ${COMPUTED}/lost)
`

func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		name, from string
		tree       langtest.Tree
		want       string
	}{
		{"quote beside the file before include directories", "src/a.c", langtest.Tree{
			"src/a.c": "#include \"a.h\"\n#include \"sub/b.h\"\n#include \"../top.h\"\n", "src/a.h": "", "src/sub/b.h": "", "top.h": "", "include/a.h": "",
		}, "a.h -> src/a.h: src/a.h\nsub/b.h -> src/sub/b.h: src/sub/b.h\n../top.h -> top.h: top.h\n"},
		{"angle skips the file's own directory", "src/a.c", langtest.Tree{
			"src/a.c": "#include <lib/a.h>\n", "src/lib/a.h": "", "include/lib/a.h": "",
			"compile_commands.json": `[{"directory":"/home/u/p","file":"src/a.c","command":"cc -Iinclude -c src/a.c"}]`,
		}, "lib/a.h -> include/lib/a.h: include/lib/a.h\n"},
		{"compile commands: flags, arguments, a build directory", "src/a.c", langtest.Tree{
			"src/a.c":  "#include <one.h>\n#include <two.h>\n#include \"three.h\"\n#include <four.h>\n",
			"i1/one.h": "", "i2/two.h": "", "i3/three.h": "", "i4/four.h": "", "other/one.h": "", "other/two.h": "", "other/three.h": "", "other/four.h": "",
			"build/compile_commands.json": `[{"directory":"/w/p/build","file":"../src/a.c","arguments":["cc","-I","../i1","-isystem","/w/p/i2","-iquote../i3","-I../i4","-I/usr/include","-c","../src/a.c"]}]`,
		}, "one.h -> i1/one.h: i1/one.h\ntwo.h -> i2/two.h: i2/two.h\nthree.h -> i3/three.h: i3/three.h\nfour.h -> i4/four.h: i4/four.h\n"},
		{"each file has its own flags, a header those of all", "a/x.h", langtest.Tree{
			"a/x.h": "#include <k.h>\n", "a/x.c": "", "b/y.c": "", "ia/k.h": "", "ib/z.h": "",
			"out/compile_commands.json": `[{"directory":"/r","file":"/r/a/x.c","command":"cc -Iia -c a/x.c"},{"directory":"/r","file":"/r/b/y.c","command":"cc -Iib b/y.c"}]`,
		}, "k.h -> ia/k.h: ia/k.h\n"},
		{"of two headers the one that the file's flags name", "b/y.c", langtest.Tree{
			"a/x.c": "", "b/y.c": "#include <conf.h>\n", "ia/conf.h": "", "ib/conf.h": "",
			"compile_commands.json": `[{"directory":"/r","file":"a/x.c","command":"cc -Iia -c a/x.c"},{"directory":"/r","file":"b/y.c","command":"cc '-Iib' b/y.c"}]`,
		}, "conf.h -> ib/conf.h: ib/conf.h\n"},
		{"directories that CMake names", "src/a.cpp", langtest.Tree{
			"CMakeLists.txt": cmake, "src/a.cpp": "#include <api.h>\n#include <zip.h>\n#include <made.h>\n#include <lost.h>\n#include <c.h>\n",
			"api/api.h": "", "vendor/zip/zip.h": "", "gen/made.h": "", "x/lost.h": "", "y/lost.h": "", "commented/c.h": "", "d/c.h": "",
		}, "api.h -> api/api.h: api/api.h\nzip.h -> vendor/zip/zip.h: vendor/zip/zip.h\nmade.h -> gen/made.h: gen/made.h\nlost.h -> lost.h\nc.h -> c.h\n"},
		{"conventional roots", "lib/x/a.cc", langtest.Tree{
			"lib/x/a.cc": "#include \"p/q.h\"\n#include \"lib/x/r.h\"\n#include <s/t.h>\n", "include/p/q.h": "", "lib/x/r.h": "", "src/s/t.h": "", "other/p/q.h": "",
		}, "p/q.h -> include/p/q.h: include/p/q.h\nlib/x/r.h -> lib/x/r.h: lib/x/r.h\ns/t.h -> src/s/t.h: src/s/t.h\n"},
		{"a unique suffix", "app/a.c", langtest.Tree{
			"app/a.c": "#include \"deep/u.h\"\n#include <only.h>\n", "third/one/deep/u.h": "", "third/two/only.h": "",
		}, "deep/u.h -> third/one/deep/u.h: third/one/deep/u.h\nonly.h -> third/two/only.h: third/two/only.h\n"},
		{"an ambiguous suffix: the nearest, or none", "m/one/src/deep/a.c", langtest.Tree{
			"m/one/src/deep/a.c": "#include \"n.h\"\n#include \"far.h\"\n", "m/one/hdr/n.h": "", "m/two/hdr/n.h": "", "p/far.h": "", "q/far.h": "",
		}, "n.h -> m/one/hdr/n.h: m/one/hdr/n.h\nfar.h -> far.h\n"},
		{"the system's headers stay outside", "a.c", langtest.Tree{
			"a.c": "#include <stdio.h>\n#include <vector>\n#include <sys/types.h>\n#include <stdlib.h>\n", "compat/stdio.h": "", "x/vector": "",
			"sysroot/stdlib.h": "", "compile_commands.json": `[{"directory":"/r","file":"a.c","command":"cc -Isysroot a.c"}]`,
		}, "stdio.h -> stdio.h\nvector -> vector\nsys/types.h -> sys/types.h\nstdlib.h -> sysroot/stdlib.h: sysroot/stdlib.h\n"},
		{"never out of the checkout", "a.c", langtest.Tree{
			"a.c": "#include \"../../etc/x.h\"\n#include \"/abs.h\"\n#include \"dir\"\n", "dir/y.h": "", "compile_commands.json": "[{", "abs.h": "",
		}, "../../etc/x.h -> ../../etc/x.h\n/abs.h -> /abs.h\ndir -> dir\n"},
		{"modules", "m/main.cpp", langtest.Tree{
			"m/main.cpp": "import shop.cart;\nimport std;\nimport util;\nimport <vector>;\nimport \"h.h\";\n", "m/h.h": "",
			"m/cart.cppm": "export module shop.cart;\n", "m/impl.cpp": "module shop.cart;\n", "m/util.ixx": "",
		}, "shop.cart -> m/cart.cppm: m/cart.cppm\nstd -> std\nutil -> m/util.ixx: m/util.ixx\nvector -> vector\nh.h -> m/h.h: m/h.h\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := clang.Definitions()[0]
			if !strings.HasSuffix(tt.from, ".c") && !strings.HasSuffix(tt.from, ".h") {
				d = clang.Definitions()[1]
			}
			if got := langtest.Targets(t, d, tt.tree, tt.from); got != tt.want {
				t.Errorf("got:\n%swant:\n%s", got, tt.want)
			}
		})
	}
}

func TestDialect(t *testing.T) {
	for src, want := range map[string]code.LanguageID{
		"int f(void);": "c",
		"#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n": "c",
		"#ifdef __cplusplus\nnamespace x { class A; }\n#else\nint a;\n#endif\n":                     "c",
		"#if defined(__cplusplus) && 1\ntemplate <class T> class A {};\n#endif\nint a;\n":           "c",
		"int class; struct s { int public : 1; int template, namespace, using; };":                  "c",
		"/* class A { public: */ const char *s = \"std::x\"; // a::b":                               "c",
		"class A {\n};":                    "cpp",
		"class A;":                         "cpp",
		"class EXPORT A : public B {};":    "cpp",
		"namespace a {\n}":                 "cpp",
		"namespace {\n}":                   "cpp",
		"template <typename T> T f(T);":    "cpp",
		"struct A {\npublic:\n int x;\n};": "cpp",
		"using namespace std;":             "cpp",
		"using X = int;":                   "cpp",
		"std::string s;":                   "cpp",
		"void A::b();":                     "cpp",
		"#ifndef __cplusplus\n#error\n#endif\nenum class E { A };": "cpp",
	} {
		if got := langtest.Extract(t, clang.Definitions()[0], src).Language; got != want {
			t.Errorf("%q: got %s, want %s", src, got, want)
		}
	}
}

func TestIsTest(t *testing.T) {
	d := clang.Definitions()[1]
	for path, want := range map[string]bool{
		"test/a.c": true, "src/tests/a.cc": true, "unittests/x.cpp": true, "src/test_ring.c": true, "a/ring_test.cc": true, "ring_unittest.cc": true,
		"RingTest.cpp": true, "RingTests.cpp": true, "src/ring.c": false, "latest.c": false, "contest/a.c": false, "testimony.c": false, "src/attest.cpp": false,
	} {
		if d.IsTest(path) != want {
			t.Errorf("%s: want %v", path, want)
		}
	}
}

func TestIsEntryPoint(t *testing.T) {
	d := clang.Definitions()[1]
	for src, want := range map[string]bool{
		"int main() { return 0; }": true, "int WINAPI WinMain(HINSTANCE a, int b) { return 0; }": true, "int wmain(int c, wchar_t **v) { }": true,
		"int main();": false, "struct A { int main() { return 1; } };": false, "namespace a { int main() { } }": false, "int A::main() {}": false,
	} {
		if got := d.IsEntryPoint("a.cpp", langtest.Extract(t, d, src)); got != want {
			t.Errorf("%q: got %v", src, got)
		}
	}
}
