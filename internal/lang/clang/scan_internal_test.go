package clang

import (
	"strings"
	"testing"
	"time"
)

// TestScanTime holds the scan against inputs that would take a scan that goes
// back over its text minutes.
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
			begun := time.Now()
			scanFile([]byte(src), cpp)
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("%s: %s", name, took)
			}
		}
	}
}
