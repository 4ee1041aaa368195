package graphql

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file behind an import: beside the importing file, else
// below the root, with or without its extension.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	for _, dir := range [...]string{path.Dir(from), "."} {
		if dir == "." && strings.HasPrefix(im.Specifier, ".") && path.Dir(from) != "." {
			break
		}
		for _, ext := range [...]string{"", ".graphql", ".gql", ".graphqls"} {
			if file := path.Join(dir, im.Specifier) + ext; p.File(file) {
				return lang.Target{Files: []string{file}, Key: file}
			}
		}
	}
	return lang.Target{Key: im.Specifier}
}
