package clang

import (
	"strings"
	"testing"
)

// TestScanTime holds the scan against inputs that would take a scan that goes
// back over its text minutes: then the test does not end in time.
func TestScanTime(t *testing.T) {
	for name, src := range map[string]string{
		"open":         strings.Repeat("f(", 100000),
		"angles":       strings.Repeat("a<", 100000),
		"classes":      strings.Repeat("class a {", 30000),
		"colons":       strings.Repeat("class a : b ", 30000),
		"heads":        strings.Repeat("struct a<b>::", 30000),
		"conditions":   strings.Repeat("#if A\nint a;\n#else\n", 30000),
		"alternatives": strings.Repeat("#if A\n#else\nx;\n", 60000) + strings.Repeat("#endif\n", 60000),
		"chain":        "int f() {" + strings.Repeat("M(x)\n", 100000) + "}",
		"lambdas":      strings.Repeat("auto a = [](", 30000),
		"namespaces":   "namespace " + strings.Repeat("a::", 30000) + "b {}",
		"old style":    strings.Repeat("f(a) int a;", 30000),
		"templates":    strings.Repeat("template <", 30000),
		"cases":        strings.Repeat("int f() { if (a) {\n", 10000),
	} {
		for _, cpp := range []bool{false, true} {
			before := []byte(src)
			if scanFile(before, cpp); string(before) != src {
				t.Errorf("%s: the text was changed", name)
			}
		}
	}
}
