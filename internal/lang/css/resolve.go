package css

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file behind an import: relative to the sheet with the
// names that its dialect tries (partials, index files, extensions), then in
// the load paths that projects customarily have, from the sheet's directory
// up to the root.
func resolve(p lang.Project, from string, im *code.Import, syntax dialect) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	spec := im.Specifier
	if i := strings.IndexAny(spec, "?#"); i > 0 {
		spec = spec[:i]
	}
	switch {
	case spec == "" || strings.HasPrefix(spec, "//") || strings.Contains(spec, "://") || strings.ContainsAny(spec, "{}"):
		return outside
	case strings.HasPrefix(spec, "sass:"), strings.HasPrefix(spec, "data:"):
		return outside
	}
	spec = strings.TrimPrefix(spec, "pkg:")
	tries := names(spec, syntax)
	find := func(dir string) (string, bool) {
		for _, name := range tries {
			if file := path.Join(dir, name); !strings.HasPrefix(file, "../") && p.File(file) && file != from {
				return file, true
			}
		}
		return "", false
	}
	dir := path.Dir(from)
	if dir == "." {
		dir = ""
	}
	switch rest, bundled := strings.CutPrefix(spec, "~"); {
	case strings.HasPrefix(spec, "/"):
		tries = names(strings.TrimLeft(spec, "/"), syntax)
		for _, root := range webRoots {
			if file, ok := find(root); ok {
				return lang.Target{Files: []string{file}, Key: file}
			}
		}
		return outside
	case bundled:
		tries = names(strings.TrimLeft(rest, "/"), syntax)
	case strings.HasPrefix(spec, "@/"):
		tries = names(spec[2:], syntax)
	default:
		if file, ok := find(dir); ok {
			return lang.Target{Files: []string{file}, Key: file}
		}
		if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") {
			return outside
		}
	}
	for {
		for _, load := range loadPaths {
			if file, ok := find(path.Join(dir, load)); ok {
				return lang.Target{Files: []string{file}, Key: file}
			}
		}
		if dir == "" || dir == "/" {
			return outside
		}
		if dir = path.Dir(dir); dir == "." {
			dir = ""
		}
	}
}

// webRoots are the directories that an address without a host may begin in.
var webRoots = []string{"", "public", "static", "src", "app", "assets", "www", "dist"}

// loadPaths are looked through, below every directory from the sheet's up to
// the root, for what is not found beside the sheet.
var loadPaths = []string{"", "src", "styles", "scss", "sass", "css", "less", "src/styles", "src/scss", "src/sass", "src/css", "src/less",
	"assets", "assets/styles", "assets/scss", "assets/css", "src/assets", "src/assets/styles", "src/assets/scss", "src/assets/css",
	"app/assets/stylesheets", "vendor/assets/stylesheets", "resources/sass", "resources/css", "resources/scss", "_sass",
	"node_modules", "bower_components", "packages"}

// names lists the relative paths that an import may stand for, best first.
func names(spec string, syntax dialect) []string {
	dir, base := path.Split(spec)
	ext := path.Ext(base)
	switch syntax {
	case plain:
		if ext == ".css" || ext == ".pcss" || ext == ".postcss" {
			return []string{spec}
		}
		return []string{spec, spec + ".css", spec + ".pcss", dir + "_" + base + ".css", dir + "_" + base, path.Join(spec, "index.css")}
	case less:
		if ext == ".less" || ext == ".css" {
			return []string{spec}
		}
		return []string{spec + ".less", spec, spec + ".css", path.Join(spec, "index.less")}
	}
	exts := []string{".scss", ".sass", ".css"}
	if syntax == sass {
		exts[0], exts[1] = exts[1], exts[0]
	}
	var out []string
	if ext == ".scss" || ext == ".sass" || ext == ".css" {
		return []string{spec, dir + "_" + base}
	}
	for _, e := range exts {
		out = append(out, dir+"_"+base+e, spec+e)
	}
	for _, e := range exts {
		out = append(out, path.Join(spec, "_index"+e), path.Join(spec, "index"+e))
	}
	return out
}
