package rust

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// spot is the place of a module: the file that holds it and the directory in which the
// files of its own modules lie. The directory of a module written inside
// another file is that file's, extended by its name.
type spot struct {
	file, dir string
}

// resolver finds paths as written in one file.
type resolver struct {
	p    lang.Project
	pkg  *cargoPackage
	from string
	f    *code.Facts
}

// maxFollow bounds how many imports of the file itself a path is followed
// through.
const maxFollow = 4

// resolve finds the file behind an import. A path leads to the file that
// holds the item, or to the one whose "pub use" names it: following that
// further is following that file's own import.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	file := ""
	r := &resolver{p, packageOf(p, from), from, f}
	switch {
	case im.Form == code.ImportInclude:
		file = r.existing(lang.Dir(from), im.Specifier)
	case im.Form == code.ImportStatic && len(im.Names) == 1:
		file = r.module(im)
	case im.Form == code.ImportRequire:
		if to := r.pkg.find(p, im.Specifier); to != nil {
			file = to.library
		}
	default:
		if at, ok := r.path(strings.Split(im.Specifier, "::"), im.Span.Start, im, 0); ok {
			file = at.file
		}
	}
	if file == "" {
		return outside
	}
	return lang.Target{Files: []string{file}, Key: file}
}

// existing is a file named relative to a directory, "" if it is not there.
func (r *resolver) existing(dir, name string) string {
	if path.IsAbs(name) {
		return ""
	}
	file := path.Join(dir, name)
	if strings.HasPrefix(file, "../") || !r.p.File(file) {
		return ""
	}
	return file
}

// module finds the file of "mod name;".
func (r *resolver) module(im *code.Import) string {
	at, nested := r.here(im.Span.Start)
	if im.Specifier != im.Names[0].Name { // #[path = "..."]
		if nested {
			if file := r.existing(at.dir, im.Specifier); file != "" {
				return file
			}
		}
		return r.existing(lang.Dir(r.from), im.Specifier)
	}
	if file := r.child(at.dir, im.Specifier); file != "" {
		return file
	}
	// A file that #[path] leads to has its modules beside it.
	if !nested {
		return r.child(lang.Dir(r.from), im.Specifier)
	}
	return ""
}

// child is the file of a module below a directory; "" if there is none.
func (r *resolver) child(dir, name string) string {
	if file := path.Join(dir, name+".rs"); r.p.File(file) && file != r.from {
		return file
	}
	if file := path.Join(dir, name, "mod.rs"); r.p.File(file) {
		return file
	}
	return ""
}

// isRoot reports whether a file is the root of a crate.
func (r *resolver) isRoot(file string) bool {
	return slices.Contains(r.pkg.roots, file)
}

// spotOf is the module that a file is.
func (r *resolver) spotOf(file string) spot {
	if path.Base(file) == "mod.rs" || r.isRoot(file) {
		return spot{file, lang.Dir(file)}
	}
	return spot{file, strings.TrimSuffix(file, ".rs")}
}

// here is the module around a position of the file; nested tells whether that
// is written inside another one.
func (r *resolver) here(offset uint32) (at spot, nested bool) {
	at = r.spotOf(r.from)
	for i := range r.f.Definitions {
		d := &r.f.Definitions[i]
		if d.Span.Start > offset {
			break
		}
		if d.Kind == code.KindModule && d.Modifiers&code.ModDeclaration == 0 && d.Span.Contains(offset) {
			at.dir = path.Join(at.dir, d.Name)
			nested = true
		}
	}
	return at, nested
}

// root is the crate's root file for the module at a spot.
func (r *resolver) root(at spot) (spot, bool) {
	if r.isRoot(at.file) {
		return spot{at.file, lang.Dir(at.file)}, true
	}
	best, many := "", 0
	for _, file := range r.pkg.roots {
		dir := lang.Dir(file)
		if dir != "" && !strings.HasPrefix(at.file, dir+"/") || path.Base(file) == "build.rs" {
			continue
		}
		switch {
		case best == "" || len(dir) > len(lang.Dir(best)):
			best, many = file, 1
		case len(dir) == len(lang.Dir(best)):
			many++
			if many == 2 && r.declares(file, at, best) {
				best = file
			}
		}
	}
	return spot{best, lang.Dir(best)}, best != ""
}

// declares reports whether a crate root beside the library, and not the
// library, declares the module that the file at a spot belongs to.
func (r *resolver) declares(file string, at spot, library string) bool {
	if library != r.pkg.library {
		return false
	}
	top, _, _ := strings.Cut(strings.TrimPrefix(at.file, lang.Dir(file)+"/"), "/")
	top = strings.TrimSuffix(top, ".rs")
	return slices.Contains(modulesOf(r.p, file), top) && !slices.Contains(modulesOf(r.p, library), top)
}

// modulesOf lists the modules that a crate root declares. It is asked only
// where a library and a program share a directory.
func modulesOf(p lang.Project, file string) []string {
	return p.Memo("rust modules "+file, func() any {
		text, _ := p.Read(file)
		var names []string
		for _, line := range strings.Split(string(text), "\n") {
			words := strings.Fields(line)
			for i := 0; i+1 < len(words) && i < 3; i++ {
				if words[i] == "mod" {
					names = append(names, strings.TrimRight(words[i+1], ";{"))
				}
			}
		}
		return names
	}).([]string)
}

// parent is the module around the one at a spot.
func (r *resolver) parent(at spot) (spot, bool) {
	own := r.spotOf(at.file)
	if at.dir != own.dir {
		return spot{at.file, lang.Dir(at.dir)}, true
	}
	if r.isRoot(at.file) {
		return at, false
	}
	dir := lang.Dir(at.file)
	if path.Base(at.file) == "mod.rs" {
		dir = lang.Dir(dir)
	}
	for holder := dir; ; holder = lang.Dir(holder) {
		if root, ok := r.root(at); ok && root.dir == holder {
			return spot{root.file, dir}, true
		}
		for _, file := range []string{holder + ".rs", path.Join(holder, "mod.rs")} {
			if r.p.File(file) && file != at.file {
				return spot{file, dir}, true
			}
		}
		if holder == "" {
			return at, false
		}
	}
}

// path finds the module or the file that a path of names leads to. im is the
// import it stands in, nil for a path in the code.
func (r *resolver) path(names []string, offset uint32, im *code.Import, depth int) (spot, bool) {
	at, _ := r.here(offset)
	ok := true
	switch first := names[0]; first {
	case "crate", "$crate":
		at, ok = r.root(at)
	case "self":
	case "super":
		at, ok = r.parent(at)
	case "":
		return r.external(names[1:])
	default:
		return r.named(names, at, offset, im, depth)
	}
	if !ok {
		return at, false
	}
	return r.walk(at, names[1:])
}

// walk follows names from a module as far as they are modules.
func (r *resolver) walk(at spot, names []string) (spot, bool) {
	for i, name := range names {
		switch name {
		case "self":
			continue
		case "super":
			up, ok := r.parent(at)
			if !ok {
				return at, false
			}
			at = up
			continue
		}
		file := path.Join(at.dir, name+".rs")
		if !r.p.File(file) {
			file = path.Join(at.dir, name, "mod.rs")
		}
		switch {
		case r.p.File(file) && !r.isRoot(file):
			at = r.spotOf(file)
		case r.p.HasDir(path.Join(at.dir, name)):
			at.dir = path.Join(at.dir, name) // a module written in the file
		default:
			if i == len(names)-1 && r.isRoot(at.file) {
				if file := exportedMacros(r.p, r.pkg.dir)[name]; file != "" {
					at.file = file
				}
			}
			return at, true
		}
	}
	return at, true
}

// external finds a path that begins with a crate's name.
func (r *resolver) external(names []string) (spot, bool) {
	if len(names) == 0 {
		return spot{}, false
	}
	to := r.pkg.find(r.p, names[0])
	if to == nil {
		return spot{}, false
	}
	there := &resolver{r.p, to, r.from, &code.Facts{}}
	return there.walk(spot{to.library, lang.Dir(to.library)}, names[1:])
}

// named finds a path that begins with a name in scope: a module or type of
// the file, what another import brings in, a crate, or, in the first edition,
// a module of the crate.
func (r *resolver) named(names []string, at spot, offset uint32, im *code.Import, depth int) (spot, bool) {
	first := names[0]
	around := r.container(offset)
	for i := range r.f.Definitions {
		d := &r.f.Definitions[i]
		if d.Name != first || d.Container != around || d.ContainerName != "" {
			continue
		}
		switch {
		case d.Kind == code.KindModule:
			return r.declared(d, at, names)
		case d.Kind.IsType() && (im == nil || len(names) > 1):
			return at, true
		}
	}
	for i := range r.f.Imports {
		other := &r.f.Imports[i]
		if other == im || depth >= maxFollow || len(other.Names) != 1 || other.Names[0].Local() != first || other.Form == code.ImportStatic ||
			r.container(other.Span.Start) != around || other.Specifier == first {
			continue
		}
		if to, ok := r.path(strings.Split(other.Specifier, "::"), other.Span.Start, other, depth+1); ok {
			return r.walk(to, names[1:])
		}
		return spot{}, false
	}
	if to, ok := r.external(names); ok {
		return to, true
	}
	if _, ok := r.pkg.depends[first]; ok {
		return spot{}, false
	}
	if im == nil {
		return spot{}, false
	}
	if r.pkg.old {
		if root, ok := r.root(at); ok && r.child(root.dir, first) != "" {
			return r.walk(root, names)
		}
	}
	if to, ok := r.throughGlob(names, around, im, depth); ok {
		return to, true
	}
	if r.pkg.roots != nil && r.child(at.dir, first) != "" && !sysroot(first) {
		return r.walk(at, names) // declared by a macro
	}
	return spot{}, false
}

// throughGlob finds a path whose first name is a module that a "use x::*" of
// the same module brings in.
func (r *resolver) throughGlob(names []string, around int32, im *code.Import, depth int) (spot, bool) {
	for i := range r.f.Imports {
		glob := &r.f.Imports[i]
		if glob == im || depth >= maxFollow || len(glob.Names) != 1 || glob.Names[0].Name != "*" || r.container(glob.Span.Start) != around {
			continue
		}
		to, ok := r.path(strings.Split(glob.Specifier, "::"), glob.Span.Start, glob, depth+1)
		if ok && to.file != r.from && r.child(to.dir, names[0]) != "" {
			return r.walk(to, names)
		}
	}
	return spot{}, false
}

// sysroot reports whether a name is a crate that comes with the compiler.
func sysroot(name string) bool {
	switch name {
	case "std", "core", "alloc", "proc_macro", "test":
		return true
	}
	return false
}

// declared follows a path into a module that the file declares.
func (r *resolver) declared(d *code.Definition, at spot, names []string) (spot, bool) {
	if d.Modifiers&code.ModDeclaration == 0 {
		at.dir = path.Join(at.dir, d.Name)
		return r.walk(at, names[1:])
	}
	for i := range r.f.Imports {
		im := &r.f.Imports[i]
		if im.Form == code.ImportStatic && im.Names[0].Name == d.Name && d.Span.Start <= im.Span.Start && im.Span.End <= d.Span.End {
			if file := r.module(im); file != "" {
				return r.walk(r.spotOf(file), names[1:])
			}
		}
	}
	return spot{}, false
}

// container is the innermost module written around a position.
func (r *resolver) container(offset uint32) int32 {
	found := code.NoDefinition
	for i := range r.f.Definitions {
		d := &r.f.Definitions[i]
		if d.Span.Start > offset {
			break
		}
		if d.Kind == code.KindModule && d.Modifiers&code.ModDeclaration == 0 && d.Span.Contains(offset) {
			found = int32(i)
		}
	}
	return found
}
