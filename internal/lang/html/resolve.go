package html

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file that markup brings in: relative to its own file,
// else below the directories that sites serve their files from or keep their
// templates in, from the file's directory up to the root.
func resolve(p lang.Project, from string, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	spec := im.Specifier
	if i := strings.IndexAny(spec, "?#"); i >= 0 {
		spec = spec[:i]
	}
	spec = strings.TrimPrefix(spec, "~/")
	if spec == "" || strings.ContainsAny(spec, "{}<>*") {
		return outside
	}
	find := func(dir, rel string) lang.Target {
		file := path.Join(dir, rel)
		if strings.HasPrefix(file, "../") {
			return lang.Target{}
		}
		for _, try := range tries(file, from) {
			if p.File(try) && try != from {
				return lang.Target{Files: []string{try}, Key: try}
			}
		}
		return lang.Target{}
	}
	dir := path.Dir(from)
	if !strings.HasPrefix(spec, "/") {
		if t := find(dir, spec); t.Key != "" {
			return t
		}
		if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") {
			return outside
		}
	}
	for rel := strings.TrimLeft(spec, "/"); ; dir = path.Dir(dir) {
		for _, root := range roots {
			if t := find(path.Join(dir, root), rel); t.Key != "" {
				return t
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	// A Django or Flask application keeps its files in a package of its own.
	if rel := strings.TrimLeft(spec, "/"); strings.Contains(rel, "/") {
		for _, root := range []string{"templates/", "static/"} {
			if found := p.WithSuffix(root + rel); len(found) == 1 && found[0] != from {
				return lang.Target{Files: found, Key: found[0]}
			}
		}
	}
	return outside
}

// roots are the directories that an address may begin in.
var roots = []string{"", "public", "static", "assets", "src", "app", "www", "wwwroot", "web", "dist", "templates", "views", "partials",
	"_includes", "_layouts", "layouts", "includes", "layouts/partials", "views/partials", "resources/views", "app/views",
	"src/main/resources/static", "src/main/resources/templates", "src/main/webapp", "priv/static", "snippets"}

// tries lists what a path may stand for: itself, the source of a built file,
// a template without its extension.
func tries(file, from string) []string {
	out := []string{file}
	ext := path.Ext(file)
	base := strings.TrimSuffix(file, ext)
	switch ext {
	case ".js":
		out = append(out, base+".ts", base+".tsx", base+".jsx")
	case ".mjs":
		out = append(out, base+".mts")
	case ".css":
		out = append(out, base+".scss", base+".sass", base+".less")
	case "":
		dir, name := path.Split(file)
		own := path.Base(from)
		if i := strings.IndexByte(own, '.'); i >= 0 {
			out = append(out, file+own[i:], dir+"_"+name+own[i:])
		}
	}
	return out
}
