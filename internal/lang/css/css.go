// Package css extracts facts from CSS, SCSS, Sass (the indented form) and
// Less. In go a style sheet's bytes, whole or broken; out come its rules by
// the class or id they style, its mixins, functions, variables, custom
// properties and keyframes, where those are used, and the sheets and files it
// names. Resolve finds the files behind imports as Sass, Less and bundlers do.
//
// One hand-written scanner serves the four: they differ in how statements
// end, in line comments and in what begins with a sigil. Definitions lists the
// four lang.Definition values.
package css

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// dialect tells the style sheet languages apart.
type dialect uint8

const (
	plain dialect = iota
	scss
	sass
	less
)

// Definitions lists CSS, SCSS, Sass and Less.
func Definitions() []*lang.Definition {
	return []*lang.Definition{CSS(), SCSS(), Sass(), Less()}
}

// CSS owns .css and the .pcss of PostCSS.
func CSS() *lang.Definition {
	d := definition("css", "CSS", plain)
	d.Aliases = []string{"postcss", "text/css"}
	d.Extensions = []string{".css", ".pcss", ".postcss"}
	d.Comments.Line = nil
	d.Kinds = []code.Kind{code.KindClass, code.KindSection, code.KindProperty, code.KindVariable}
	return d
}

// SCSS owns .scss.
func SCSS() *lang.Definition {
	d := definition("scss", "SCSS", scss)
	d.Extensions = []string{".scss"}
	return d
}

// Sass owns .sass, the indented syntax.
func Sass() *lang.Definition {
	d := definition("sass", "Sass", sass)
	d.Extensions = []string{".sass"}
	return d
}

// Less owns .less.
func Less() *lang.Definition {
	d := definition("less", "Less", less)
	d.Extensions = []string{".less"}
	d.Kinds = []code.Kind{code.KindClass, code.KindSection, code.KindProperty, code.KindVariable, code.KindMacro}
	return d
}

func definition(id code.LanguageID, name string, syntax dialect) *lang.Definition {
	return &lang.Definition{
		ID:       id,
		Name:     name,
		Comments: lang.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}},
		Extract:  func(src []byte, b *lang.Builder) { extract(src, b, syntax) },
		Kinds: []code.Kind{code.KindClass, code.KindSection, code.KindProperty, code.KindVariable, code.KindMacro,
			code.KindFunction},
		Resolve: func(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
			return resolve(p, from, im, syntax)
		},
	}
}
