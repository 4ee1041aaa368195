package bash_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/bash"
	"sextant/internal/lang/langtest"
)

func TestResolve(t *testing.T) {
	tests := []struct {
		name  string
		from  string
		code  string
		files []string
		want  []string // the target of each import
	}{
		{"beside the script", "bin/run.sh", "source ./lib.sh\n. util.sh\nsource lib/x.sh", []string{"bin/lib.sh", "bin/util.sh", "bin/lib/x.sh", "util.sh"},
			[]string{"./lib.sh -> bin/lib.sh: bin/lib.sh", "util.sh -> bin/util.sh: bin/util.sh", "lib/x.sh -> bin/lib/x.sh: bin/lib/x.sh"}},
		{"from the root", "bin/run.sh", "source lib/x.sh\n. gone.sh\n. ../../out.sh", []string{"lib/x.sh", "out.sh"},
			[]string{"lib/x.sh -> lib/x.sh: lib/x.sh", "gone.sh -> gone.sh", "../../out.sh -> ../../out.sh"}},
		{"the script's own directory", "a/b.sh", `source "$(dirname "$0")/c.sh"; source "${BASH_SOURCE%/*}/c.sh"; . "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../d.sh"; . "${0%/*}"/c.sh`,
			[]string{"a/c.sh", "d.sh"},
			[]string{`$(dirname "$0")/c.sh -> a/c.sh: a/c.sh`, "${BASH_SOURCE%/*}/c.sh -> a/c.sh: a/c.sh",
				`$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../d.sh -> d.sh: d.sh`, "${0%/*}/c.sh -> a/c.sh: a/c.sh"}},
		{"a variable's directory", "scripts/ci/run.sh", `. "$ROOT/lib/log.sh"; . $DIR/near.sh; . "${A}/${B}/x.sh"; . "$NAME.sh"; . "$ROOT/gone.sh"`,
			[]string{"lib/log.sh", "scripts/ci/near.sh", "scripts/x.sh", "scripts/ci/.sh"},
			[]string{"$ROOT/lib/log.sh -> lib/log.sh: lib/log.sh", "$DIR/near.sh -> scripts/ci/near.sh: scripts/ci/near.sh",
				"$NAME.sh -> $NAME.sh", "$ROOT/gone.sh -> $ROOT/gone.sh"}},
		{"outside", "a.sh", "source /etc/profile; . ~/.bashrc", []string{"etc/profile", ".bashrc"}, []string{"/etc/profile -> /etc/profile", "~/.bashrc -> ~/.bashrc"}},
		{"scripts that are run", "scripts/all.sh", `./build.sh; bash scripts/test.sh; python3 tools/gen.py; "$DIR/deploy.sh" now; exec ./serve; ./configure; node x.js`,
			[]string{"scripts/build.sh", "scripts/test.sh", "tools/gen.py", "scripts/deploy.sh", "serve"},
			[]string{"./build.sh -> scripts/build.sh: scripts/build.sh", "scripts/test.sh -> scripts/test.sh: scripts/test.sh", "tools/gen.py -> tools/gen.py: tools/gen.py",
				"$DIR/deploy.sh -> scripts/deploy.sh: scripts/deploy.sh", "./serve -> serve: serve", "./configure -> ./configure", "x.js -> x.js"}},
		{"bats", "test/a.bats", "load test_helper\nload '../lib/run'\nload helpers/x.bash", []string{"test/test_helper.bash", "lib/run.sh", "test/helpers/x.bash"},
			[]string{"test_helper -> test/test_helper.bash: test/test_helper.bash", "../lib/run -> lib/run.sh: lib/run.sh", "helpers/x.bash -> test/helpers/x.bash: test/helpers/x.bash"}},
		{"never itself", "a.sh", ". ./a.sh", nil, []string{"./a.sh -> ./a.sh"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			tree := langtest.Tree{c.from: c.code + "\n"}
			for _, f := range c.files {
				tree[f] = ""
			}
			got := strings.TrimSpace(langtest.Targets(t, bash.Definition(), tree, c.from))
			if want := strings.Join(c.want, "\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	d := bash.Definition()
	for path, want := range map[string]bool{"a.bats": true, "test/x.sh": true, "lib/x_test.sh": true, "test-x.sh": true, "spec/a.sh": true,
		"bin/run.sh": false, "latest.sh": false, "lib/testing.sh": false} {
		if got := d.IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %v", path, got)
		}
	}
	for _, c := range []struct {
		path, code string
		want       bool
	}{
		{"bin/tool", "echo", true}, {"bin/tool.sh", "echo", false}, {"docker-entrypoint.sh", "", true}, {"scripts/x.sh", "main() { :; }\nmain \"$@\"", true},
		{"lib/x.sh", "main() { :; }\nf() { main; }", false}, {"lib/y.sh", "main", false},
	} {
		if got := d.IsEntryPoint(c.path, langtest.Extract(t, d, c.code)); got != c.want {
			t.Errorf("IsEntryPoint(%q, %q) = %v", c.path, c.code, got)
		}
	}
}

func TestEndlessLine(t *testing.T) {
	src := "a() {\n  :\n}\nDATA=" + strings.Repeat("x", 1<<17) + "\n  function b {\n  }\n"
	f := langtest.Extract(t, bash.Definition(), src)
	if f.Status != code.StatusFallback || len(f.Definitions) != 2 || f.Definitions[1].Name != "b" || f.Definitions[1].Line != 5 {
		t.Errorf("status %v, %+v", f.Status, f.Definitions)
	}
	if f := langtest.Extract(t, bash.Definition(), strings.Repeat("a() { :; }\n", 20_000)); f.Status != code.StatusComplete || len(f.Definitions) != 20_000 {
		t.Errorf("a long file of short lines: status %v, %d definitions", f.Status, len(f.Definitions))
	}
}
