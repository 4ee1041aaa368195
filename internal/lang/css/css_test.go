package css_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/css"
	"sextant/internal/lang/langtest"
)

func TestCSS(t *testing.T) {
	for _, d := range css.Definitions() {
		t.Run(d.Name, func(t *testing.T) { langtest.Run(t, d) })
	}
}

func FuzzCSS(f *testing.F)  { langtest.Fuzz(f, css.CSS()) }
func FuzzSCSS(f *testing.F) { langtest.Fuzz(f, css.SCSS()) }
func FuzzSass(f *testing.F) { langtest.Fuzz(f, css.Sass()) }
func FuzzLess(f *testing.F) { langtest.Fuzz(f, css.Less()) }

// Inputs built to be searched again and again must stay cheap.
func TestHostileInputs(t *testing.T) {
	const n = 60_000
	for _, d := range css.Definitions() {
		for _, piece := range []string{"{", "}", "(", "a{", "a(;", "(}", "url(", "#{", "@{", "\"#{\"", "\"", "/*", "//", ".a,", "a:b{", "&-x{", "@media{", "@include a{",
			"[", ":not(", "`", "`", "a\n  b\n", "  ", "@each $a in (", "$a:(", ".a:extend(", "@import \"", "\\", "a: b\n{", "--a:{", "@x:{", "(,", ",\n"} {
			f := langtest.Extract(t, d, strings.Repeat(piece, n))
			if len(f.Definitions) > 5000 {
				t.Errorf("%s %q: %d definitions", d.ID, piece, len(f.Definitions))
			}
		}
	}
}

// Minified sheets are one line of megabytes.
func TestMinified(t *testing.T) {
	src := strings.Repeat(`.btn-primary:not(.x)>a,#menu .item::after{color:var(--ink,#fff);background:url(data:image/png;base64,AAAA) no-repeat;margin:0 auto!important}@media(min-width:40em){.col-6{width:50%}}`, 30_000)
	f := langtest.Extract(t, css.CSS(), src)
	if len(f.Definitions) != 5000 {
		t.Errorf("%d definitions", len(f.Definitions))
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat(".card, .card:hover {\n  // of the card\n  $pad: 4px;\n  padding: $pad rem(3px);\n  &__title { color: var(--ink); @include clamp(2); }\n  @media (min-width: 40em) { margin: 0 auto; }\n}\n\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, css.SCSS(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}

// Whatever a sheet leaves open, reading it ends.
func TestUnclosed(t *testing.T) {
	for _, d := range css.Definitions() {
		for _, before := range []string{"", "a { ", "a { b: ", "a, ", "@media ", "@import ", ".m(", "@x: ", "$x: (", "=m\n  "} {
			for _, open := range []string{"/*", "//", "\"", "'", "`", "url(", "(", "[", "{", "}", "#{", "@{", "\\", "@", "$", ".", "#", "%", "&", ":extend(", "<!--", "-->", ";", "@@", "@apply ", "@include "} {
				for _, after := range []string{"", " ", "\n", "\\\n", "}", ")", "x"} {
					langtest.Extract(t, d, before+open+after)
				}
			}
		}
	}
}
