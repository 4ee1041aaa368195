package typescript

import (
	"encoding/json"
	"path"
	"slices"
	"sort"
	"strings"

	"sextant/internal/lang"
)

// manifest is what module resolution needs of a package.json.
type manifest struct {
	dir        string
	Name       string
	Source     any
	Main       any
	Module     any
	Types      any
	Typings    any
	Exports    any
	Imports    any
	Workspaces any
	Bin        any
	Scripts    any
}

// manifestIn returns the package.json of dir, nil when there is none.
func manifestIn(p lang.Project, dir string) *manifest {
	file := path.Join(dir, "package.json")
	if !p.File(file) {
		return nil
	}
	m, _ := p.Memo("typescript.manifest:"+dir, func() any {
		src, ok := p.Read(file)
		if !ok {
			return (*manifest)(nil)
		}
		m := &manifest{}
		var broken *json.SyntaxError
		if err := json.Unmarshal(plainJSON(src), m); err != nil && isSyntax(err, &broken) {
			return (*manifest)(nil)
		}
		m.dir = dir
		return m
	}).(*manifest)
	return m
}

// nearest returns the closest package.json at or above dir.
func nearest(p lang.Project, dir string) *manifest {
	for {
		if m := manifestIn(p, dir); m != nil {
			return m
		}
		if dir == "" {
			return nil
		}
		dir = lang.Dir(dir)
	}
}

// splitPackage cuts a bare specifier into the package's name and the path inside it.
func splitPackage(spec string) (name, rest string) {
	parts := strings.SplitN(spec, "/", 3)
	if strings.HasPrefix(spec, "@") && len(parts) > 1 {
		name = parts[0] + "/" + parts[1]
		if len(parts) > 2 {
			rest = parts[2]
		}
		return name, rest
	}
	name, rest, _ = strings.Cut(spec, "/")
	return name, rest
}

// workspacePackage leads a bare specifier into a package of this checkout:
// the importing file's own, or a member of the workspace.
func (r *resolver) workspacePackage(spec string) string {
	name, rest := splitPackage(spec)
	if own := nearest(r.p, r.dir); own != nil && own.Name == name {
		if file := r.inPackage(own, rest); file != "" {
			return file
		}
	}
	if m := workspaces(r.p)[name]; m != nil {
		return r.inPackage(m, rest)
	}
	return ""
}

// inPackage finds a path inside a package: by its exports, else as a file.
func (r *resolver) inPackage(m *manifest, rest string) string {
	if rest == "" {
		if file := r.entry(m); file != "" {
			return file
		}
		return r.directory(m.dir)
	}
	given := exported(m.Exports, "./"+rest)
	for _, target := range given.targets {
		if file := r.built(m.dir, target); file != "" {
			return file
		}
	}
	if given.named && len(given.targets) == 0 {
		return ""
	}
	if m.Exports != nil && onlySubpaths(m.Exports) {
		// The package closes itself to other paths, but its source may be
		// laid out the way its paths are.
		return r.load(path.Join(m.dir, "src", rest), false)
	}
	for _, target := range []string{path.Join(m.dir, rest), path.Join(m.dir, "src", rest)} {
		if file := r.load(target, false); file != "" {
			return file
		}
	}
	return r.built(m.dir, rest)
}

func onlySubpaths(exports any) bool {
	m, ok := exports.(map[string]any)
	if !ok {
		return false
	}
	for key := range m {
		if !strings.HasPrefix(key, ".") {
			return false
		}
	}
	return true
}

// entry finds the main file of a package, or the source it is built from.
func (r *resolver) entry(m *manifest) string {
	candidates := exported(m.Exports, ".").targets
	for _, field := range []any{m.Source, m.Module, m.Main, m.Types, m.Typings} {
		if s, ok := field.(string); ok && s != "" {
			candidates = append(candidates, s)
		}
	}
	for _, target := range candidates {
		if file := r.built(m.dir, target); file != "" {
			return file
		}
	}
	if src := path.Join(m.dir, "src"); r.p.HasDir(src) {
		if file := r.file(path.Join(src, "index")); file != "" {
			return file
		}
	}
	return ""
}

// Directories that hold what a package builds, and those below them that
// only tell formats apart.
var (
	builtDirs  = []string{"dist", "lib", "build", "out", "es", "esm", "cjs", "umd", "module", "types", "compiled", "output"}
	formatDirs = []string{"esm", "cjs", "es", "umd", "types", "module", "node", "browser", "commonjs", "es2015", "es6", "src", "dts"}
)

// built finds a file that a package.json names, or the source it comes from:
// dist/esm/a.js may be src/a.ts.
func (r *resolver) built(dir, target string) string {
	full, ok := join(dir, target)
	if !ok || strings.Contains(target, "*") {
		return ""
	}
	if file := r.file(full); file != "" {
		return file
	}
	if r.p.HasDir(full) && full != dir {
		if file := r.file(path.Join(full, "index")); file != "" {
			return file
		}
	}
	if file := r.unbuilt(full); file != "" {
		return file
	}
	rel := strings.TrimPrefix(path.Clean("/"+target), "/")
	parts := strings.Split(rel, "/")
	if len(parts) < 2 || !slices.Contains(builtDirs, parts[0]) {
		return ""
	}
	parts = parts[1:]
	for range 3 {
		rest := withoutBuiltExtension(strings.Join(parts, "/"))
		for _, source := range []string{"src", "source", "lib", ""} {
			if file := r.file(path.Join(dir, source, rest)); file != "" {
				return file
			}
			if d := path.Join(dir, source, rest); r.p.HasDir(d) {
				if file := r.file(path.Join(d, "index")); file != "" {
					return file
				}
			}
		}
		if len(parts) < 2 || !slices.Contains(formatDirs, parts[0]) {
			break
		}
		parts = parts[1:]
	}
	return ""
}

func withoutBuiltExtension(file string) string {
	for _, e := range []string{".d.ts", ".d.mts", ".d.cts", ".mjs", ".cjs", ".js", ".jsx"} {
		if cut, ok := strings.CutSuffix(file, e); ok {
			for _, format := range []string{".esm", ".cjs", ".es", ".umd", ".min", ".esm-bundler", ".module"} {
				if c, ok := strings.CutSuffix(cut, format); ok {
					return c
				}
			}
			return cut
		}
	}
	return file
}

// conditions are tried in this order: what leads to sources first.
var conditions = []string{"source", "development", "import", "module", "default", "require", "node", "browser", "types"}

// exports is what a package has under a subpath: targets, the most useful
// first. Where named is true and there are none the package keeps it to itself.
type exports struct {
	targets []string
	named   bool
}

// exported finds what an "exports" (or "imports") value gives for a subpath.
func exported(value any, subpath string) exports {
	entries, ok := value.(map[string]any)
	if !ok || !onlySubpaths(value) && !hasHash(entries) {
		if subpath == "." {
			return exports{leaves(value, "", 0), false}
		}
		return exports{}
	}
	if v, ok := entries[subpath]; ok {
		return exports{leaves(v, "", 0), true}
	}
	best, star := "", ""
	for key := range entries {
		prefix, suffix, ok := strings.Cut(key, "*")
		if !ok {
			if !strings.HasSuffix(key, "/") {
				continue
			}
			prefix = key // an old folder mapping
		}
		if len(subpath) < len(prefix)+len(suffix) || !strings.HasPrefix(subpath, prefix) || !strings.HasSuffix(subpath, suffix) {
			continue
		}
		if old, _, _ := strings.Cut(best, "*"); best == "" || len(prefix) > len(old) || len(prefix) == len(old) && len(key) > len(best) {
			best, star = key, subpath[len(prefix):len(subpath)-len(suffix)]
		}
	}
	if best == "" {
		return exports{}
	}
	return exports{leaves(entries[best], star, 0), true}
}

func hasHash(entries map[string]any) bool {
	for key := range entries {
		if strings.HasPrefix(key, "#") {
			return true
		}
	}
	return false
}

// maxConditions bounds how deep conditions may nest.
const maxConditions = 8

// leaves flattens a tree of conditions to its target strings, star put in.
func leaves(v any, star string, depth int) []string {
	if depth > maxConditions {
		return nil
	}
	switch v := v.(type) {
	case string:
		if strings.HasSuffix(v, "/") {
			return []string{v + star}
		}
		return []string{strings.ReplaceAll(v, "*", star)}
	case []any:
		var out []string
		for _, e := range v {
			out = append(out, leaves(e, star, depth+1)...)
		}
		return out
	case map[string]any:
		var out []string
		for _, c := range conditions {
			if e, ok := v[c]; ok {
				out = append(out, leaves(e, star, depth+1)...)
			}
		}
		var others []string
		for key := range v {
			if !slices.Contains(conditions, key) {
				others = append(others, key)
			}
		}
		sort.Strings(others)
		for _, key := range others {
			out = append(out, leaves(v[key], star, depth+1)...)
		}
		return out
	}
	return nil
}

// packageImport applies the "imports" of the nearest package.json to #name.
func (r *resolver) packageImport(spec string, hops int) string {
	m := nearest(r.p, r.dir)
	if m == nil || m.Imports == nil {
		return ""
	}
	for _, target := range exported(m.Imports, spec).targets {
		if isRelative(target) {
			if file := r.built(m.dir, target); file != "" {
				return file
			}
		} else if file := r.resolve(target, hops+1); file != "" {
			return file
		}
	}
	return ""
}
