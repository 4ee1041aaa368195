// Package html extracts facts from HTML and the templates that grow out of
// it: pages with their template tags, Vue and Svelte components, Astro pages.
// In go a file's bytes, however malformed; out come headings, elements with an
// id, the components, classes and ids that markup uses, the scripts, sheets
// and files it names, and its scripts and styles as embedded code, which
// package parse reads with their own languages.
//
// One hand-written scanner reads tags as browsers do; Definitions lists the
// four lang.Definition values.
package html

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// mode is what the markup belongs to.
type mode uint8

const (
	page mode = iota
	vue
	svelte
	astro
)

// Definitions lists HTML, Vue, Svelte and Astro.
func Definitions() []*lang.Definition {
	return []*lang.Definition{HTML(), Vue(), Svelte(), Astro()}
}

// HTML owns pages and the templates whose tags leave the markup readable.
func HTML() *lang.Definition {
	d := definition("html", "HTML", page)
	d.Aliases = []string{"htm", "xhtml", "text/html", "handlebars", "jinja", "jinja2", "django", "twig", "ejs", "erb", "liquid", "nunjucks"}
	d.Extensions = []string{".html", ".htm", ".xhtml", ".shtml", ".hbs", ".handlebars", ".mustache", ".ejs", ".njk", ".nunjucks", ".twig",
		".jinja", ".jinja2", ".html.j2", ".liquid", ".html.erb", ".gohtml", ".html.tmpl", ".cshtml", ".jsp"}
	d.Kinds = append([]code.Kind{code.KindMacro, code.KindKey}, componentKinds...)
	d.IsEntryPoint = isEntryPoint
	return d
}

// Vue owns .vue.
func Vue() *lang.Definition {
	d := definition("vue", "Vue", vue)
	d.Extensions = []string{".vue"}
	d.Kinds = componentKinds
	return d
}

// Svelte owns .svelte.
func Svelte() *lang.Definition {
	d := definition("svelte", "Svelte", svelte)
	d.Extensions = []string{".svelte"}
	d.Kinds = componentKinds
	return d
}

// Astro owns .astro.
func Astro() *lang.Definition {
	d := definition("astro", "Astro", astro)
	d.Extensions = []string{".astro"}
	d.Kinds = componentKinds
	return d
}

// componentKinds are those of markup and of the scripts and styles in it.
var componentKinds = []code.Kind{code.KindHeading, code.KindSection, code.KindFunction, code.KindClass, code.KindMethod, code.KindField,
	code.KindConstant, code.KindVariable, code.KindProperty, code.KindInterface, code.KindType}

func definition(id code.LanguageID, name string, m mode) *lang.Definition {
	d := &lang.Definition{
		ID:       id,
		Name:     name,
		Comments: lang.Comments{Block: [][2]string{{"<!--", "-->"}}},
		Extract:  func(src []byte, b *lang.Builder) { extract(src, b, m) },
	}
	d.Resolve = func(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
		if peer := embedding(d, f, im); peer != nil {
			return peer.Resolve(p, from, f, im)
		}
		return resolve(p, from, im)
	}
	return d
}

// embedding is the language of the embedded code in which an import stands,
// nil when the markup itself has it or nobody knows how that language imports.
func embedding(d *lang.Definition, f *code.Facts, im *code.Import) *lang.Definition {
	if d.Peer == nil {
		return nil
	}
	var found *lang.Definition
	for i := range f.Embedded {
		e := &f.Embedded[i]
		if e.Span.Start > im.Span.Start {
			break
		}
		if e.Span.Contains(im.Span.Start) { // the innermost comes last
			if found = d.Peer(string(e.Language)); found == d {
				found = nil
			}
		}
	}
	if found == nil || found.Resolve == nil {
		return nil
	}
	return found
}

// isEntryPoint takes the page at the root of a site that loads something.
func isEntryPoint(file string, f *code.Facts) bool {
	dir, base := path.Split(strings.ToLower(file))
	if base != "index.html" || len(f.Imports) == 0 {
		return false
	}
	switch dir {
	case "", "public/", "src/", "app/", "static/", "www/":
		return true
	}
	return false
}
