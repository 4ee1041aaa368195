package makefile_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/makefile"
)

func TestMakefile(t *testing.T) { langtest.Run(t, makefile.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, makefile.Definition()) }

func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"references":    "A = " + strings.Repeat("$(a ", n) + strings.Repeat(")", n) + "\nb: c\n",
		"defines":       strings.Repeat("define a\n", n) + strings.Repeat("endef\n", n) + "b: c\n",
		"continuations": "A = " + strings.Repeat("x \\\n", n) + "y\nb: c\n",
		"conditionals":  strings.Repeat("ifdef a\n", n) + strings.Repeat("endif\n", n) + "b: c\n",
		"targets":       strings.Repeat("a ", 10_000) + ": d\n\techo\n\techo\n\techo\nb: c\n",
		"line":          "A = " + strings.Repeat("$(x) y.c ", 10_000) + "\nb: c\n",
		"slashes":       strings.Repeat("\\", n) + "\nb: c\n",
	} {
		f := langtest.Extract(t, makefile.Definition(), src)
		last := f.Definitions[len(f.Definitions)-1]
		if last.Name != "b" {
			t.Errorf("%s: last definition %s", name, last.Name)
		}
	}
}

func TestResolve(t *testing.T) {
	tree := langtest.Tree{
		"sub/Makefile": "include near.mk ../config.mk top.mk\ninclude $(TOP)/build/rules.mk $(shell pwd)/missing.mk\ninclude mk/*.mk none/*.mk\n" +
			"all:\n\t$(MAKE) -C lib\n\tmake -C docs\n\tmake -f near.mk\n\tmake -C gone\n",
		"sub/near.mk":         "",
		"config.mk":           "",
		"top.mk":              "",
		"deep/build/rules.mk": "",
		"sub/mk/a.mk":         "",
		"sub/mk/b.mk":         "",
		"sub/mk/b.txt":        "",
		"sub/lib/Makefile":    "",
		"docs/GNUmakefile":    "",
		"docs/Makefile":       "",
	}
	want := strings.Join([]string{
		"near.mk -> sub/near.mk: sub/near.mk",
		"../config.mk -> config.mk: config.mk",
		"top.mk -> top.mk: top.mk",
		"$(TOP)/build/rules.mk -> deep/build/rules.mk: deep/build/rules.mk",
		"$(shell pwd)/missing.mk -> $(shell pwd)/missing.mk",
		"mk/*.mk -> sub/mk/*.mk: sub/mk/a.mk, sub/mk/b.mk",
		"none/*.mk -> none/*.mk",
		"lib/ -> sub/lib/Makefile: sub/lib/Makefile",
		"docs/ -> docs/GNUmakefile: docs/GNUmakefile",
		"near.mk -> sub/near.mk: sub/near.mk",
		"gone/ -> gone/",
	}, "\n") + "\n"
	if got := langtest.Targets(t, makefile.Definition(), tree, "sub/Makefile"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("# Builds it.\nOBJS := $(SRCS:.c=.o) a.o b.o\n.PHONY: all\nall: build $(OBJS)\n\t@echo \"$(OBJS)\"\n\t$(CC) -o $@ src/main.c\n\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, makefile.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
