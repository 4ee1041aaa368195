package html_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
)

func TestResolve(t *testing.T) {
	all := definitions(t)
	page, vue, svelte, astro := all[0], all[1], all[2], all[3]
	_ = astro
	for _, c := range []struct {
		name, from, want string
		tree             langtest.Tree
	}{
		{"relative", "site/pages/a.html", "../js/app.js?v=1 -> site/js/app.js: site/js/app.js\nlocal.css#x -> site/pages/local.css: site/pages/local.css\n./gone.js -> ./gone.js\n", langtest.Tree{
			"site/pages/a.html": `<script src="../js/app.js?v=1"></script><link rel=stylesheet href="local.css#x"><script src="./gone.js"></script>`,
			"site/js/app.js":    "", "site/pages/local.css": "",
		}},
		{"from the web's root", "index.html", "/src/main.ts -> src/main.ts: src/main.ts\n/js/a.js -> public/js/a.js: public/js/a.js\ncss/b.css -> static/css/b.css: static/css/b.css\n/gone.js -> /gone.js\n", langtest.Tree{
			"index.html":  `<script type=module src="/src/main.ts"></script><script src="/js/a.js"></script><link rel="stylesheet" href="css/b.css"><script src="/gone.js"></script>`,
			"src/main.ts": "", "public/js/a.js": "", "static/css/b.css": "",
		}},
		{"nested site", "apps/web/index.html", "/src/main.tsx -> apps/web/src/main.tsx: apps/web/src/main.tsx\n/shared.js -> public/shared.js: public/shared.js\n", langtest.Tree{
			"apps/web/index.html": `<script src="/src/main.tsx"></script><script src="/shared.js"></script>`, "apps/web/src/main.tsx": "", "public/shared.js": "",
		}},
		{"source of what is built", "demo/index.html", "main.js -> demo/main.ts: demo/main.ts\nstyle.css -> demo/style.scss: demo/style.scss\n", langtest.Tree{
			"demo/index.html": `<script src="main.js"></script><link rel="stylesheet" href="style.css">`, "demo/main.ts": "", "demo/style.scss": "",
		}},
		{"django", "shop/templates/shop/list.html", "base.html -> templates/base.html: templates/base.html\nshop/card.html -> shop/templates/shop/card.html: shop/templates/shop/card.html\nshop/list.css -> shop/static/shop/list.css: shop/static/shop/list.css\n" +
			"other/a.html -> other/templates/other/a.html: other/templates/other/a.html\nlist.html -> list.html\n", langtest.Tree{
			"shop/templates/shop/list.html": `{% extends "base.html" %}{% include "shop/card.html" %}<link rel=stylesheet href="{% static 'shop/list.css' %}">{% include 'other/a.html' %}{% include 'list.html' %}`,
			"templates/base.html":           "", "shop/templates/shop/card.html": "", "shop/static/shop/list.css": "", "other/templates/other/a.html": "",
		}},
		{"views", "views/pages/home.html", "partials/head -> views/partials/head.html: views/partials/head.html\nmenu -> views/pages/_menu.html: views/pages/_menu.html\n", langtest.Tree{
			"views/pages/home.html": `<%- include('partials/head') %><%= render "menu" %>`, "views/partials/head.html": "", "views/pages/_menu.html": "",
		}},
		{"scripts and styles in a page", "a/index.html", "./lib -> a/lib.ts: a/lib.ts\nside.js -> side.js\n./base.css -> a/base.css: a/base.css\nlib/db.php -> a/lib/db.php: a/lib/db.php\n", langtest.Tree{
			"a/index.html": `<script type="module">import {x} from "./lib"; import "side.js";</script><style>@import "./base.css";</style><?php require 'lib/db.php'; ?>`,
			"a/lib.ts":     "", "a/base.css": "", "a/lib/db.php": "",
		}},
		{"a script in a page of PHP", "a/index.html", "./lib -> a/lib.ts: a/lib.ts\n", langtest.Tree{
			"a/index.html": `<?php echo 1; ?><script type="module">import {x} from "./lib";</script>`, "a/lib.ts": "",
		}},
		{"vue", "src/views/Home.vue", "vue -> vue\n./Card.vue -> src/views/Card.vue: src/views/Card.vue\n@/store -> src/store/index.ts: src/store/index.ts\n../api.js -> src/api.ts: src/api.ts\n./home.css -> src/views/home.css: src/views/home.css\n./vars -> src/views/_vars.scss: src/views/_vars.scss\n", langtest.Tree{
			"tsconfig.json": `{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}`,
			"src/views/Home.vue": `<script setup lang="ts">
import { ref } from 'vue'
import Card from './Card.vue'
import { store } from '@/store'
import api from '../api.js'
</script>
<template><Card/></template>
<style src="./home.css"></style>
<style lang="scss">@use "./vars";</style>`,
			"src/views/Card.vue": "", "src/store/index.ts": "", "src/api.ts": "", "src/views/home.css": "", "src/views/_vars.scss": "",
		}},
		{"svelte", "src/routes/+page.svelte", "./Nav.svelte -> src/routes/Nav.svelte: src/routes/Nav.svelte\n$lib/stores -> src/lib/stores.ts: src/lib/stores.ts\n$lib -> src/lib/index.js: src/lib/index.js\n$app/navigation -> $app/navigation\n", langtest.Tree{
			"src/routes/+page.svelte": `<script>
import Nav from './Nav.svelte';
import { user } from '$lib/stores';
import { all } from '$lib';
import { goto } from '$app/navigation';
</script>`,
			"src/routes/Nav.svelte": "", "src/lib/stores.ts": "", "src/lib/index.js": "",
		}},
		{"astro", "src/pages/index.astro", "../layouts/Layout.astro -> src/layouts/Layout.astro: src/layouts/Layout.astro\n~/lib/a -> src/lib/a.ts: src/lib/a.ts\n../scripts/menu.ts -> src/scripts/menu.ts: src/scripts/menu.ts\n", langtest.Tree{
			"src/pages/index.astro":    "---\nimport Layout from '../layouts/Layout.astro';\nimport a from '~/lib/a';\n---\n<Layout/><script src=\"../scripts/menu.ts\"></script>",
			"src/layouts/Layout.astro": "", "src/lib/a.ts": "", "src/scripts/menu.ts": "",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := page
			switch c.name {
			case "vue":
				d = vue
			case "svelte":
				d = svelte
			case "astro":
				d = astro
			}
			if got := langtest.Targets(t, d, c.tree, c.from); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// Of stored facts an import may come with nothing but what is embedded.
func TestResolveEmbedded(t *testing.T) {
	tree := langtest.Tree{"tsconfig.json": `{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}`, "src/store.ts": "", "src/store.css": ""}
	for _, d := range definitions(t)[1:] {
		src := "<script lang=\"ts\">\nimport { store } from '@/store'\n</script>\n<style>a { color: red }</style>\n"
		if d.ID == "astro" {
			src = "---\nimport { store } from '@/store'\n---\n"
		}
		full := langtest.Extract(t, d, src)
		if len(full.Imports) != 1 || len(full.Embedded) == 0 {
			t.Fatalf("%s: %d imports, %d embedded", d.ID, len(full.Imports), len(full.Embedded))
		}
		facts := &code.Facts{Language: full.Language, Imports: full.Imports, Embedded: full.Embedded}
		from := "src/App" + d.Extensions[0]
		if got := strings.Join(d.Resolve(tree, from, facts, &facts.Imports[0]).Files, " "); got != "src/store.ts" {
			t.Errorf("%s: got %q", d.ID, got)
		}
	}
}
