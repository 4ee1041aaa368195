package rust

import (
	"path"
	"slices"
	"sort"
	"strings"

	"sextant/internal/lang"
)

// cargoPackage is one package of the checkout: a Cargo.toml, or a directory
// with a crate root where there is none.
type cargoPackage struct {
	dir     string
	name    string // as written in the manifest
	crate   string // by which the library is used
	library string // the library's root file, ""
	roots   []string
	bins    []string // those of the roots that are programs
	depends map[string]dependency
	// shared are the dependencies that a workspace declares for its members.
	shared map[string]dependency
	isRoot bool // it has a [package]
	old    bool // edition 2015: paths in use begin at the crate's root
}

// dependency is one entry of a dependencies table.
type dependency struct {
	pkg    string // the package's name where it is renamed
	dir    string // of a path dependency, in the checkout; hasDir tells it from the root
	hasDir bool
	shared bool // declared by the workspace
}

// crates are the packages of the checkout.
type crates struct {
	byDir  map[string]*cargoPackage
	byName map[string][]*cargoPackage // by package name
}

func cratesOf(p lang.Project) *crates {
	return p.Memo("rust crates", func() any {
		c := &crates{make(map[string]*cargoPackage), make(map[string][]*cargoPackage)}
		for _, manifest := range p.Named("Cargo.toml") {
			text, ok := p.Read(manifest)
			if !ok {
				continue
			}
			pkg := readPackage(p, lang.Dir(manifest), text)
			c.byDir[pkg.dir] = pkg
			if pkg.isRoot {
				c.byName[pkg.name] = append(c.byName[pkg.name], pkg)
			}
		}
		return c
	}).(*crates)
}

func readPackage(p lang.Project, dir string, text []byte) *cargoPackage {
	k := &cargoPackage{dir: dir, depends: make(map[string]dependency), shared: make(map[string]dependency), old: true}
	library, build := "", "build.rs"
	var explicit, bins []string
	for _, s := range readManifest(text) {
		last := s.keys[len(s.keys)-1]
		switch s.keys[0] {
		case "package", "project":
			k.isRoot = true
			switch {
			case len(s.keys) == 2 && last == "name":
				k.name = s.value
			case len(s.keys) == 2 && last == "build":
				build = s.value
			case len(s.keys) >= 2 && s.keys[1] == "edition":
				k.old = s.value == "2015"
			}
			continue
		case "lib":
			switch last {
			case "name":
				k.crate = s.value
			case "path":
				library = s.value
			}
			continue
		case "bin":
			if last == "path" {
				bins = append(bins, path.Join(dir, s.value))
			}
			continue
		case "example", "test", "bench":
			if last == "path" {
				explicit = append(explicit, path.Join(dir, s.value))
			}
			continue
		}
		for i, key := range s.keys[:len(s.keys)-1] {
			switch key {
			case "dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies":
				to := k.depends
				if s.keys[0] == "workspace" {
					to = k.shared
				}
				addDependency(to, dir, s.keys[i+1:], s.value)
			}
		}
	}
	if k.crate == "" {
		k.crate = crateName(k.name)
	}
	k.findRoots(p, library, build, append(explicit, bins...), bins)
	return k
}

func addDependency(to map[string]dependency, dir string, keys []string, value string) {
	name := crateName(keys[0])
	d := to[name]
	if d.pkg == "" {
		d.pkg = keys[0]
	}
	if len(keys) == 2 {
		switch keys[1] {
		case "path":
			d.dir, d.hasDir = path.Join(dir, value), true
			if d.dir == "." {
				d.dir = ""
			}
		case "package":
			d.pkg = value
		case "workspace":
			d.shared = value == "true"
		}
	}
	to[name] = d
}

func crateName(pkg string) string { return strings.ReplaceAll(pkg, "-", "_") }

// findRoots lists the root files of the package's crates, the library first.
func (k *cargoPackage) findRoots(p lang.Project, library, build string, explicit, bins []string) {
	add := func(file string) bool {
		if !p.File(file) || slices.Contains(k.roots, file) {
			return false
		}
		k.roots = append(k.roots, file)
		return true
	}
	if library == "" {
		library = "src/lib.rs"
	}
	if library = path.Join(k.dir, library); add(library) {
		k.library = library
	}
	for _, file := range bins {
		if add(file) {
			k.bins = append(k.bins, file)
		}
	}
	if main := path.Join(k.dir, "src/main.rs"); add(main) {
		k.bins = append(k.bins, main)
	}
	for _, sub := range []string{"src/bin", "examples", "tests", "benches"} {
		dir := path.Join(k.dir, sub)
		for _, base := range p.Entries(dir) {
			if file := path.Join(dir, base); strings.HasSuffix(base, ".rs") && add(file) && sub == "src/bin" {
				k.bins = append(k.bins, file)
			}
		}
	}
	for _, file := range p.Named("main.rs") {
		d := path.Dir(path.Dir(file))
		for _, sub := range []string{"src/bin", "examples", "tests", "benches"} {
			if d == path.Join(k.dir, sub) && add(file) && sub == "src/bin" {
				k.bins = append(k.bins, file)
			}
		}
	}
	for _, file := range explicit {
		add(file)
	}
	add(path.Join(k.dir, build))
}

// packageOf is the package that a file belongs to, one made up for files
// that no manifest claims.
func packageOf(p lang.Project, from string) *cargoPackage {
	c := cratesOf(p)
	for dir := lang.Dir(from); ; dir = lang.Dir(dir) {
		if k := c.byDir[dir]; k != nil && k.isRoot {
			return k
		}
		if dir == "" {
			break
		}
	}
	return p.Memo("rust bare "+lang.Dir(from), func() any {
		for dir := lang.Dir(from); ; dir = lang.Dir(dir) {
			k := &cargoPackage{dir: dir}
			for _, base := range []string{"lib.rs", "main.rs"} {
				if file := path.Join(dir, base); p.File(file) {
					k.roots = append(k.roots, file)
				}
			}
			if len(k.roots) > 0 || dir == "" {
				return k
			}
		}
	}).(*cargoPackage)
}

// find is the library that a package knows by a name: a dependency in the
// checkout or, for its other crates, its own.
func (k *cargoPackage) find(p lang.Project, name string) *cargoPackage {
	c := cratesOf(p)
	d, ok := k.depends[name]
	if !ok {
		if name == k.crate && k.library != "" {
			return k
		}
		return nil
	}
	for dir := k.dir; d.shared; dir = lang.Dir(dir) {
		if w := c.byDir[dir]; w != nil {
			if shared, ok := w.shared[name]; ok {
				if d.pkg != name && shared.pkg == "" {
					shared.pkg = d.pkg
				}
				d = shared
				break
			}
		}
		if dir == "" {
			break
		}
	}
	if d.hasDir {
		if to := c.byDir[d.dir]; to != nil && to.library != "" {
			return to
		}
		return nil
	}
	// A version only: the checkout's own package of that name is meant, as
	// the members of a workspace are patched to be.
	for _, to := range c.byName[d.pkg] {
		if to != k && to.library != "" {
			return to
		}
	}
	return nil
}

// programs lists the binaries of every package.
func programs(p lang.Project) []string {
	var out []string
	for _, k := range cratesOf(p).byDir {
		out = append(out, k.bins...)
	}
	sort.Strings(out)
	return slices.Compact(out)
}
