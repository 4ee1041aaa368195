package html_test

import (
	"strings"
	"testing"

	"sextant/internal/lang"
	"sextant/internal/lang/css"
	"sextant/internal/lang/html"
	"sextant/internal/lang/json"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/php"
	"sextant/internal/lang/typescript"
)

// definitions are the languages of the folder with those that they embed.
func definitions(t testing.TB) []*lang.Definition {
	t.Helper()
	own := html.Definitions()
	all := append([]*lang.Definition{json.Definition(), php.Definition()}, own...)
	all = append(append(all, css.Definitions()...), typescript.Definitions()...)
	r, err := lang.NewRegistry(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		d.Peer = r.Lookup
	}
	return own
}

func TestHTML(t *testing.T) {
	for _, d := range definitions(t) {
		t.Run(d.Name, func(t *testing.T) { langtest.Run(t, d) })
	}
}

func FuzzHTML(f *testing.F)   { langtest.Fuzz(f, definitions(f)[0]) }
func FuzzVue(f *testing.F)    { langtest.Fuzz(f, html.Vue()) }
func FuzzSvelte(f *testing.F) { langtest.Fuzz(f, html.Svelte()) }
func FuzzAstro(f *testing.F)  { langtest.Fuzz(f, html.Astro()) }

// Inputs built to be searched again and again must stay cheap.
func TestHostileInputs(t *testing.T) {
	const n = 60_000
	for _, d := range html.Definitions() { // without what they embed
		for _, piece := range []string{"<", "<a", "<a ", "<a>", "</a>", "<p>", "<div id=x>", "<h1>", "<h1>x</h1>", "<!--", "<script>", "<script><!--<script>", "<style>", "<title>",
			"<a b='", "<a b={", "{", "{{", "{{a", "{%", "{#each a as b}", "{#if a}", "{/if}", "<?php", "<? ", "<%", "\"", "<a href=\"", "<a {{", "{a(", "{a => ", "{`${", "&",
			"<x-y>", "<A.B ", "<div v-for='a in b'>", "<template>", "{% block a %}", "{% endblock %}", "<svg><title>", "<a :b='x' ", "-->", "<a srcset=", "{@const a = ", "<p></x>"} {
			f := langtest.Extract(t, d, strings.Repeat(piece, n))
			if len(f.Definitions) > 5000 {
				t.Errorf("%s %q: %d definitions", d.ID, piece, len(f.Definitions))
			}
		}
	}
}

// Minified pages are one line of megabytes.
func TestMinified(t *testing.T) {
	src := strings.Repeat(`<div class="row wide" id=a1><h2>Title &amp; text</h2><p>words <a href="a/b.html" title="x">link</a><img src=c.png alt=""><ul><li>one<li>two</ul></div><!-- c -->`, 35_000)
	f := langtest.Extract(t, definitions(t)[0], src)
	if len(f.Definitions) != 5000 {
		t.Errorf("%d definitions", len(f.Definitions))
	}
}

func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for _, d := range html.Definitions() {
		f := langtest.Extract(t, d, strings.Repeat("<div>", n)+"<h1 id=x>Deep</h1>"+strings.Repeat("</div>", n)+"<p id=y>")
		if d.ID == "html" && len(f.Definitions) != 3 {
			t.Errorf("%s: %d definitions", d.ID, len(f.Definitions))
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("<section id=\"part\" class=\"part wide\">\n  <h2>A heading</h2>\n  <p>Some words with <a href=\"docs/a.html\">a link</a> and &amp; an entity.</p>\n  <img src=\"img/a.png\" alt=\"\">\n</section>\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, html.HTML(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}

func TestEntryPoints(t *testing.T) {
	d := html.HTML()
	with, without := langtest.Extract(t, d, `<script src="a.js"></script>`), langtest.Extract(t, d, `<p>x</p>`)
	for path, want := range map[string]bool{"index.html": true, "public/index.html": true, "docs/index.html": false, "about.html": false} {
		if d.IsEntryPoint(path, with) != want {
			t.Errorf("%s: want %v", path, want)
		}
	}
	if d.IsEntryPoint("index.html", without) {
		t.Error("a page that loads nothing is where the project begins")
	}
}

// Blocks of a template among a tag's attributes end with the tag, and what
// they bring in counts once.
func TestTemplateTagsInAttributes(t *testing.T) {
	src := `{% block content %}<body class="{% block look %}{% endblock %} {% include 'look.txt' %}" id="top" {% block open %}>` +
		`<b id="in"></b></body>{% endblock %}<i id="after"></i>`
	f := langtest.Extract(t, definitions(t)[0], src)
	var got []string
	for i := range f.Definitions {
		got = append(got, f.QualifiedName(int32(i)))
	}
	if want := "content content.top content.look content.open content.top.in after"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
	if len(f.Imports) != 1 {
		t.Errorf("%d imports", len(f.Imports))
	}
}

// Whatever a file leaves open, reading it ends.
func TestUnclosed(t *testing.T) {
	for _, d := range definitions(t) {
		for _, before := range []string{"", "<a ", "<a b=", "<a b=\"", "<a {", "<script>", "{", "{{", "<a class=", "<a class=\"", "<a srcset=\"", "---\n"} {
			for _, open := range []string{"<?", "<?php", "<%", "<!--", "<![CDATA[", "{", "{{", "{{!--", "{%", "{% block", "{#", "{#if", "{@", "`", "${", "'", "\"", "<", "</", "</>", "/", "/*", "[", "=", "&", "<>"} {
				for _, after := range []string{"", " ", ">", "x>", "}", "\">"} {
					langtest.Extract(t, d, before+open+after)
				}
			}
		}
	}
}
