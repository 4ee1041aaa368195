package sql

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the script that a script runs: beside it, below the root, or
// the only one with that path.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	name := strings.ReplaceAll(im.Specifier, `\`, "/")
	for _, try := range [...]string{name, name + ".sql"} {
		for _, full := range [...]string{path.Join(path.Dir(from), try), path.Clean(strings.TrimLeft(try, "/"))} {
			if p.File(full) {
				return lang.Target{Files: []string{full}, Key: full}
			}
		}
		if suffix := strings.TrimLeft(path.Clean(try), "./"); strings.Contains(suffix, "/") {
			if found := p.WithSuffix(suffix); len(found) == 1 {
				return lang.Target{Files: found, Key: found[0]}
			}
		}
	}
	return lang.Target{Key: im.Specifier}
}
