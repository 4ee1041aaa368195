package python

import (
	"path"
	"slices"

	"sextant/internal/code"
)

// isEntryPoint knows files that are run: a package's __main__, the scripts
// that frameworks start with, and modules that define main and import what
// reads a command line.
func isEntryPoint(file string, f *code.Facts) bool {
	switch path.Base(file) {
	case "__main__.py", "manage.py", "wsgi.py", "asgi.py":
		return true
	}
	hasMain := slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
		return d.Name == "main" && d.Kind == code.KindFunction && d.Container == code.NoDefinition
	})
	return hasMain && slices.ContainsFunc(f.Imports, func(im code.Import) bool {
		return im.Specifier == "sys" || im.Specifier == "argparse" || im.Specifier == "click"
	})
}
