package typescript

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Resolve finds the file behind an import as TypeScript, Node.js and bundlers
// agree to: relative paths with the extensions they stand for, tsconfig.json
// paths and baseUrl, package.json imports, exports and workspaces. Where an
// import names a built file that is not there, its source is the target.
func Resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	r := resolver{p: p, dir: lang.Dir(from), script: isScript(from)}
	spec := im.Specifier
	if i := strings.LastIndexByte(spec, '!'); i >= 0 {
		spec = spec[i+1:] // webpack loaders stand before the path
	}
	if i := strings.IndexByte(spec, '?'); i > 0 {
		spec = spec[:i] // Vite's ?raw, ?url
	}
	if im.Form == code.ImportInclude && !strings.HasPrefix(spec, ".") {
		spec = "./" + spec
	}
	file := r.resolve(spec, 0)
	if file == "" {
		return lang.Target{Key: im.Specifier}
	}
	if runs := r.described(spec, file); runs != "" {
		return lang.Target{Files: []string{file, runs}, Key: file, Every: true}
	}
	return lang.Target{Files: []string{file}, Key: file}
}

// described is the JavaScript file whose declarations an import led to: types
// come from the one, what runs from the other. It is empty where there is
// none, or where the import names the declarations themselves.
func (r *resolver) described(spec, file string) string {
	for _, w := range written {
		base, ok := strings.CutSuffix(file, declared[w.ext])
		if ok && !strings.HasSuffix(spec, path.Base(file)) && r.p.File(base+w.ext) {
			return base + w.ext
		}
	}
	return ""
}

// resolver answers for the imports of one file.
type resolver struct {
	p   lang.Project
	dir string // of the importing file
	// script is true when plain JavaScript imports: it means the .js file
	// where that and a declaration file both exist.
	script bool
}

func isScript(file string) bool {
	switch path.Ext(file) {
	case ".js", ".jsx", ".mjs", ".cjs":
		return true
	}
	return false
}

// join is path.Join that stays inside the root: "" and false when it leaves it.
func join(dir, rel string) (string, bool) {
	j := path.Join(dir, rel)
	if j == ".." || strings.HasPrefix(j, "../") {
		return "", false
	}
	if j == "." {
		j = ""
	}
	return strings.TrimPrefix(j, "/"), true
}

// maxHops bounds how often one specifier may lead to another.
const maxHops = 4

// resolve returns the file behind a specifier, or "".
func (r *resolver) resolve(spec string, hops int) string {
	switch {
	case spec == "" || hops > maxHops:
		return ""
	case isRelative(spec):
		target, ok := join(r.dir, spec)
		if !ok {
			return ""
		}
		onlyDir := strings.HasSuffix(spec, "/") || spec == "." || spec == ".." || strings.HasSuffix(spec, "/..")
		if file := r.load(target, onlyDir); file != "" {
			return file
		}
		if file := r.amongRoots(target, onlyDir); file != "" {
			return file
		}
		return r.unbuilt(target)
	case strings.HasPrefix(spec, "/"):
		return r.load(strings.TrimLeft(spec, "/"), false)
	}
	if file := r.mapped(spec); file != "" {
		return file
	}
	if strings.HasPrefix(spec, "#") {
		return r.packageImport(spec, hops)
	}
	if file := r.workspacePackage(spec); file != "" {
		return file
	}
	return r.customary(spec)
}

func isRelative(spec string) bool {
	return spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../")
}

// written maps an extension in a specifier to what the source may have instead.
var written = []struct {
	ext  string
	from []string
}{
	{".js", []string{".ts", ".tsx"}},
	{".jsx", []string{".tsx", ".ts"}},
	{".mjs", []string{".mts"}},
	{".cjs", []string{".cts"}},
}

var declared = map[string]string{".js": ".d.ts", ".jsx": ".d.ts", ".mjs": ".d.mts", ".cjs": ".d.cts"}

// Extensions tried behind a path without one, by who imports.
var (
	typedOrder  = []string{".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts", ".json", ".vue", ".svelte", ".astro"}
	scriptOrder = []string{".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".d.ts", ".d.mts", ".d.cts", ".vue", ".svelte", ".astro"}
	platforms   = []string{".native", ".ios", ".android", ".web"}
)

// load finds the file that a path stands for: itself, the source it is built
// from, the path with an extension, or the entry of a directory.
func (r *resolver) load(target string, onlyDir bool) string {
	if !onlyDir && target != "" {
		if file := r.file(target); file != "" {
			return file
		}
	}
	return r.directory(target)
}

func (r *resolver) file(target string) string {
	ext := path.Ext(target)
	base := strings.TrimSuffix(target, ext)
	for _, w := range written {
		if w.ext != ext {
			continue
		}
		for _, e := range w.from {
			if r.p.File(base + e) {
				return base + e
			}
		}
		if d := base + declared[ext]; !r.script && r.p.File(d) {
			return d
		}
	}
	if r.p.File(target) {
		return target
	}
	if d, ok := declared[ext]; ok && r.p.File(base+d) {
		return base + d
	}
	order := typedOrder
	if r.script {
		order = scriptOrder
	}
	for _, e := range order {
		if r.p.File(target + e) {
			return target + e
		}
	}
	for _, platform := range platforms {
		for _, e := range order[:8] {
			if r.p.File(target + platform + e) {
				return target + platform + e
			}
		}
	}
	return ""
}

// directory finds the entry of a directory: what its package.json names, or
// its index file.
func (r *resolver) directory(dir string) string {
	if !r.p.HasDir(dir) {
		return ""
	}
	if m := manifestIn(r.p, dir); m != nil {
		if file := r.entry(m); file != "" {
			return file
		}
	}
	return r.file(path.Join(dir, "index"))
}

// mapped applies tsconfig.json: paths, then baseUrl.
func (r *resolver) mapped(spec string) string {
	for _, c := range configsFor(r.p, r.dir) {
		for _, target := range c.match(spec) {
			if file := r.load(target, false); file != "" {
				return file
			}
		}
		if c.hasBase {
			if target, ok := join(c.base, spec); ok {
				if file := r.load(target, false); file != "" {
					return file
				}
			}
		}
	}
	return ""
}
