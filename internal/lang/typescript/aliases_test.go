package typescript_test

import (
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/typescript"
)

func TestCustomaryAliases(t *testing.T) {
	tree := langtest.Tree{
		"apps/kit/src/lib/index.js": "", "apps/kit/src/lib/stores.ts": "", "apps/kit/src/routes/page.ts": "",
		"apps/kit/src/api.ts": "", "src/api.ts": "", "src/only.ts": "", "pages/home.ts": "", "shared/Card.vue": "",
	}
	for _, test := range []struct{ from, spec, want string }{
		{"apps/kit/src/routes/page.ts", "$lib/stores", "apps/kit/src/lib/stores.ts"},
		{"apps/kit/src/routes/page.ts", "$lib", "apps/kit/src/lib/index.js"},
		{"apps/kit/src/routes/page.ts", "@/api", "apps/kit/src/api.ts"},
		{"apps/kit/src/routes/page.ts", "@/only", "src/only.ts"},
		{"pages/home.ts", "~/shared/Card.vue", "shared/Card.vue"},
		{"pages/home.ts", "~~/src/api", "src/api.ts"},
		{"pages/home.ts", "@/gone", ""},
		{"pages/home.ts", "@scope/api", ""},
		{"pages/home.ts", "$env/static/public", ""},
		{"pages/home.ts", "@", ""},
	} {
		target := typescript.Resolve(tree, test.from, &code.Facts{}, &code.Import{Specifier: test.spec})
		got := ""
		if len(target.Files) > 0 {
			got = target.Files[0]
		}
		if got != test.want {
			t.Errorf("%s from %s: got %q, want %q", test.spec, test.from, got, test.want)
		}
	}
}
