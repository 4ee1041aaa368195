package dockerfile

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the files that a COPY with wildcards takes from the build
// context: the Dockerfile's directory or the root. Images are outside.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	if im.Form != code.ImportInclude {
		return lang.Target{Key: im.Specifier}
	}
	for _, context := range [...]string{path.Dir(from), "."} {
		dir, pattern := path.Split(path.Join(context, im.Specifier))
		dir = strings.TrimSuffix(dir, "/")
		if strings.HasPrefix(dir, "..") || strings.ContainsAny(dir, "*?[") {
			continue
		}
		var files []string
		for _, base := range p.Entries(dir) {
			if ok, err := path.Match(pattern, base); err == nil && ok {
				files = append(files, path.Join(dir, base))
			}
		}
		if len(files) == 1 {
			return lang.Target{Files: files, Key: files[0]}
		}
		if len(files) > 1 {
			return lang.Target{Files: files, Key: path.Join(dir, pattern)}
		}
	}
	return lang.Target{Key: im.Specifier}
}
