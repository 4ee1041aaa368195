package dockerfile

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// maxFolder bounds the files of a folder that is copied whole: a larger one
// says nothing about any of them.
const maxFolder = 20

// resolve finds the files that COPY and ADD take from the build context: the
// Dockerfile's directory or the root. Images are outside.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	if im.Form != code.ImportInclude {
		return lang.Target{Key: im.Specifier}
	}
	source := im.Specifier
	if !strings.ContainsAny(source, "*?[") {
		source = strings.ReplaceAll(source, "\\", "/") // Windows
	}
	for _, context := range [...]string{path.Dir(from), "."} {
		full := path.Join(context, source)
		if full == "." || full == ".." || strings.HasPrefix(full, "../") {
			continue
		}
		if p.File(full) && full != from {
			return lang.Target{Files: []string{full}, Key: full}
		}
		if t := matching(p, full); len(t.Files) > 0 {
			return t
		}
		if names := p.Entries(full); len(names) > 0 && len(names) <= maxFolder {
			t := lang.Target{Key: full, Every: true}
			for _, base := range names {
				t.Files = append(t.Files, path.Join(full, base))
			}
			return t
		} else if p.HasDir(full) {
			break // it is this folder that is copied
		}
	}
	return lang.Target{Key: im.Specifier}
}

// matching finds the files behind a path with wildcards in its last part.
func matching(p lang.Project, full string) lang.Target {
	dir, pattern := path.Split(full)
	dir = strings.TrimSuffix(dir, "/")
	if !strings.ContainsAny(pattern, "*?[") || strings.ContainsAny(dir, "*?[") {
		return lang.Target{}
	}
	t := lang.Target{Key: full, Every: true}
	for _, base := range p.Entries(dir) {
		if ok, err := path.Match(pattern, base); err == nil && ok {
			t.Files = append(t.Files, path.Join(dir, base))
		}
	}
	if len(t.Files) == 1 {
		return lang.Target{Files: t.Files, Key: t.Files[0]}
	}
	return t
}
