package typescript

import (
	"path"
	"slices"
	"sort"

	"sextant/internal/lang"
)

// configNames are the customary names of configurations that compile something.
var configNames = []string{"tsconfig.json", "tsconfig.build.json", "tsconfig.lib.json", "tsconfig.app.json", "tsconfig.src.json",
	"tsconfig.prod.json", "tsconfig.esm.json", "tsconfig.cjs.json", "tsconfig.types.json"}

// outputs lists what the configurations of the checkout build, the innermost
// directories first.
func outputs(p lang.Project) []output {
	return p.Memo("typescript.outputs", func() any {
		var out []output
		for _, name := range configNames {
			for _, file := range p.Named(name) {
				out = append(out, effective(p, file).outputs...)
			}
		}
		sort.SliceStable(out, func(i, j int) bool { return len(out[i].built) > len(out[j].built) })
		return out
	}).([]output)
}

// unbuilt finds the source of a file that a compiler would write: below the
// directory of the sources it lies where it lies below that of the output.
// Without rootDir the sources begin where the common part of their paths ends,
// so that src may be left out.
func (r *resolver) unbuilt(file string) string {
	var seen []output
	for _, o := range outputs(r.p) {
		rest, ok := below(o.built, file)
		if !ok || rest == "" || o.built == "" || slices.Contains(seen, o) {
			continue
		}
		seen = append(seen, o)
		for _, source := range []string{o.source, path.Join(o.source, "src")} {
			if found := r.file(path.Join(source, withoutBuiltExtension(rest))); found != "" && found != file {
				return found
			}
			if dir := path.Join(source, rest); r.p.HasDir(dir) {
				if found := r.file(path.Join(dir, "index")); found != "" {
					return found
				}
			}
		}
	}
	return ""
}

// amongRoots finds what a relative import means where several directories
// stand for one: the path from the root it leads into, in each of the others.
func (r *resolver) amongRoots(target string, onlyDir bool) string {
	for _, c := range configsFor(r.p, r.dir) {
		best, rest := "", ""
		for _, root := range c.rootDirs {
			if in, ok := below(root, target); ok && len(root) >= len(best) {
				best, rest = root, in
			}
		}
		if rest == "" {
			continue
		}
		for _, root := range c.rootDirs {
			if root == best {
				continue
			}
			if full, ok := join(root, rest); ok {
				if file := r.load(full, onlyDir); file != "" {
					return file
				}
			}
		}
	}
	return ""
}
