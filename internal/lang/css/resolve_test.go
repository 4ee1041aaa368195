package css_test

import (
	"testing"

	"sextant/internal/lang"
	"sextant/internal/lang/css"
	"sextant/internal/lang/langtest"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name string
		d    *lang.Definition
		from string
		tree langtest.Tree
		want string
	}{
		{"css relative", css.CSS(), "web/app.css", langtest.Tree{
			"web/app.css":  `@import "base.css"; @import url(./parts/nav.css); @import "../reset"; @import "./no.css";`,
			"web/base.css": "", "web/parts/nav.css": "", "reset.css": "",
		}, "base.css -> web/base.css: web/base.css\n./parts/nav.css -> web/parts/nav.css: web/parts/nav.css\n../reset -> reset.css: reset.css\n./no.css -> ./no.css\n"},
		{"css from the web's root", css.CSS(), "src/a/app.css", langtest.Tree{
			"src/a/app.css":       `@import "/css/site.css?v=1"; @import "/own.css"; @import "/gone.css";`,
			"public/css/site.css": "", "own.css": "",
		}, "/css/site.css?v=1 -> public/css/site.css: public/css/site.css\n/own.css -> own.css: own.css\n/gone.css -> /gone.css\n"},
		{"outside", css.CSS(), "a.css", langtest.Tree{
			"a.css": `@import "https://fonts.example/a.css"; @import "//cdn.example/b.css"; @import "tailwindcss"; @import "a.css"; @import "../../out.css";`,
		}, "https://fonts.example/a.css -> https://fonts.example/a.css\n//cdn.example/b.css -> //cdn.example/b.css\ntailwindcss -> tailwindcss\na.css -> a.css\n../../out.css -> ../../out.css\n"},
		{"css modules", css.CSS(), "src/card.module.css", langtest.Tree{
			"src/card.module.css": `.a { composes: b from "./base.module.css"; } @value x from "../values.css"; @config "../tailwind.config.js";`,
			"src/base.module.css": "", "values.css": "", "tailwind.config.js": "",
		}, "./base.module.css -> src/base.module.css: src/base.module.css\n../values.css -> values.css: values.css\n../tailwind.config.js -> tailwind.config.js: tailwind.config.js\n"},
		{"scss partials and index files", css.SCSS(), "scss/main.scss", langtest.Tree{
			"scss/main.scss":    `@use "config"; @use "theme"; @use "old"; @forward "src/list"; @import "print.css", "mixed"; @use "sass:math"; @use "_full.scss" as f; @use "part.scss" as p;`,
			"scss/_config.scss": "", "scss/theme/_index.scss": "", "scss/old/index.scss": "", "scss/src/_list.scss": "",
			"scss/print.css": "", "scss/mixed.sass": "", "scss/_full.scss": "", "scss/_part.scss": "",
		}, "config -> scss/_config.scss: scss/_config.scss\ntheme -> scss/theme/_index.scss: scss/theme/_index.scss\nold -> scss/old/index.scss: scss/old/index.scss\n" +
			"src/list -> scss/src/_list.scss: scss/src/_list.scss\nprint.css -> scss/print.css: scss/print.css\nmixed -> scss/mixed.sass: scss/mixed.sass\n" +
			"sass:math -> sass:math\n_full.scss -> scss/_full.scss: scss/_full.scss\npart.scss -> scss/_part.scss: scss/_part.scss\n"},
		{"load paths", css.SCSS(), "app/components/card/card.scss", langtest.Tree{
			"app/components/card/card.scss":  `@import "tools/mixins"; @import "~@acme/ui/tokens"; @use "@/styles/vars"; @import "~local/none"; @use "bootstrap/scss/bootstrap";`,
			"app/styles/tools/_mixins.scss":  "",
			"packages/@acme/ui/_tokens.scss": "",
			"app/styles/_vars.scss":          "",
			"src/styles/_vars.scss":          "",
		}, "tools/mixins -> app/styles/tools/_mixins.scss: app/styles/tools/_mixins.scss\n~@acme/ui/tokens -> packages/@acme/ui/_tokens.scss: packages/@acme/ui/_tokens.scss\n" +
			"@/styles/vars -> app/styles/_vars.scss: app/styles/_vars.scss\n~local/none -> ~local/none\nbootstrap/scss/bootstrap -> bootstrap/scss/bootstrap\n"},
		{"rails", css.SCSS(), "app/assets/stylesheets/admin/page.scss", langtest.Tree{
			"app/assets/stylesheets/admin/page.scss":     `@import "shared/colors"; @import "page";`,
			"app/assets/stylesheets/shared/_colors.scss": "", "app/assets/stylesheets/page.scss": "",
		}, "shared/colors -> app/assets/stylesheets/shared/_colors.scss: app/assets/stylesheets/shared/_colors.scss\npage -> app/assets/stylesheets/page.scss: app/assets/stylesheets/page.scss\n"},
		{"sass", css.Sass(), "a/main.sass", langtest.Tree{
			"a/main.sass":  "@import base, 'grid'\n@use \"theme\"\n",
			"a/_base.sass": "", "a/_base.scss": "", "a/grid.scss": "", "a/theme/_index.sass": "",
		}, "base -> a/_base.sass: a/_base.sass\ngrid -> a/grid.scss: a/grid.scss\ntheme -> a/theme/_index.sass: a/theme/_index.sass\n"},
		{"less", css.Less(), "less/site.less", langtest.Tree{
			"less/site.less": `@import "vars"; @import (reference) "../vendor/theme.less"; @import (css) url(plain.css); @import "@{t}/dark"; @import "mixins/all.less"; @plugin "my-plugin.js";`,
			"less/vars.less": "", "vendor/theme.less": "", "less/plain.css": "", "mixins/all.less": "", "less/my-plugin.js": "",
		}, "vars -> less/vars.less: less/vars.less\n../vendor/theme.less -> vendor/theme.less: vendor/theme.less\nplain.css -> less/plain.css: less/plain.css\n@{t}/dark -> @{t}/dark\n" +
			"mixins/all.less -> mixins/all.less: mixins/all.less\nmy-plugin.js -> less/my-plugin.js: less/my-plugin.js\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := langtest.Targets(t, c.d, c.tree, c.from); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}
