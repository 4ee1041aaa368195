// Package markdown extracts the structure of Markdown: headings with the
// section each opens, HTML comments, and the paths that links, images, inline
// code and prose mention. In goes a file's bytes; out come facts.
package markdown

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Definition describes Markdown and its dialects.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:            "markdown",
		Name:          "Markdown",
		Aliases:       []string{"md", "mdx"},
		Extensions:    []string{".md", ".markdown", ".mdx", ".mkd"},
		FileNames:     []string{"README"},
		Comments:      lang.Comments{Block: [][2]string{{"<!--", "-->"}}},
		Class:         code.ClassDocumentation,
		Extract:       extract,
		Kinds:         []code.Kind{code.KindHeading},
		StructureOnly: true,
	}
}
