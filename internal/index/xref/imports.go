package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
)

// imported is one name that an import brings into a file.
type imported struct {
	name  string // as the files that declare it call it
	files []string
	// whole is set where the name stands for all of the files: import * as x.
	whole bool
	// fulls are what the import may name, dotted, where the language imports by
	// such names; the last of them may be left out.
	fulls []string
	// required is set where it stands for what they make of themselves, if they
	// do: x = require("x").
	required bool
	// specifier is the import's: a file may declare the module that it names.
	specifier string
}

// module is a name by which a file knows a whole module, dotted where it takes
// several names to say it.
type module struct {
	name  string
	files []string
	rank  int
}

// link reads a file's imports, once.
func (l *Linker) link(f *file) {
	if f.linked {
		return
	}
	f.linked = true
	f.imports = make(map[string][]imported)
	for i := range f.outline.Imports {
		im := &f.outline.Imports[i]
		files := l.targets(f, im)
		if f.linking.ModuleNames != nil {
			pkg := ""
			if len(files) > 0 {
				if t := l.file(files[0]); t != nil {
					pkg = t.outline.Package
				}
			}
			if names := f.linking.ModuleNames(im, pkg); len(names) > 0 {
				for rank, n := range names {
					f.modules = append(f.modules, module{n, files, rank})
					if n == im.Specifier {
						l.outerModules(f, n, rank)
					}
				}
				continue
			}
		}
		if im.Form == code.ImportInclude {
			f.stars = append(f.stars, star{files: files})
			continue
		}
		fulls := l.fullsOf(f, im)
		for _, n := range im.Names {
			switch {
			case im.Form == code.ImportReExport && n.Name != "*" && n.Alias == "":
				// Passed on, not bound: but it has that name for those who ask the module.
			case n.Name == "*" && n.Alias == "":
				if im.Form != code.ImportReExport {
					f.stars = append(f.stars, star{l.declaring(f, files, fulls), fulls})
				}
			case im.Form != code.ImportReExport:
				x := l.importedName(f, im, n, files)
				x.fulls = fulls
				f.imports[n.Local()] = append(f.imports[n.Local()], x)
			}
		}
	}
	slices.SortStableFunc(f.modules, func(a, b module) int { return a.rank - b.rank })
}

// outerModules adds the modules around a dotted one, which an import of it
// gives as well: a beside a.b.
func (l *Linker) outerModules(f *file, name string, rank int) {
	for k := range len(name) {
		if name[k] == '.' && f.moduleNamed(name[:k]) == nil {
			outer := code.Import{Specifier: name[:k], Names: []code.ImportedName{{Name: "*", Alias: name[:k]}}}
			f.modules = append(f.modules, module{name[:k], l.targets(f, &outer), rank})
		}
	}
}

// importedName is one name of an import, files being those of all of them.
// Where modules have modules inside, the name is looked for in the module's own
// file first; a namespace without a file has modules only.
func (l *Linker) importedName(f *file, im *code.Import, n code.ImportedName, files []string) imported {
	if n.Name == "*" || f.linking.Submodule == nil {
		return imported{name: n.Name, files: files, whole: n.Name == "*", required: im.Form == code.ImportRequire, specifier: im.Specifier}
	}
	one := *im
	one.Names = nil
	if own := l.targets(f, &one); len(own) > 0 {
		return imported{name: n.Name, files: own}
	}
	one.Names = []code.ImportedName{n}
	return imported{name: n.Name, files: l.targets(f, &one), whole: true}
}

// targets are the files behind an import.
func (l *Linker) targets(f *file, im *code.Import) []string {
	if f.language.Resolve == nil {
		return nil
	}
	return f.language.Resolve(l.src.Project(), f.path, f.outline, im).Files
}

// moduleNamed is the module that a file knows by the name.
func (f *file) moduleNamed(name string) *module {
	for i := range f.modules {
		if f.modules[i].name == name {
			return &f.modules[i]
		}
	}
	return nil
}

// moduleBegins reports whether a dotted module name begins with the name.
func (f *file) moduleBegins(name string) bool {
	return slices.ContainsFunc(f.modules, func(m module) bool { return strings.HasPrefix(m.name, name+".") })
}

// mostPassed bounds how far a name is followed from module to module.
const mostPassed = 12

// memberKey is a name of the module that has these files.
type memberKey struct {
	first, last string
	files       int
	name        string
}

// moduleMember finds what a module gives under a name. The result is not the
// caller's to change.
func (l *Linker) moduleMember(files []string, name string) found {
	if len(files) == 0 {
		return found{}
	}
	key := memberKey{files[0], files[len(files)-1], len(files), name}
	out, ok := l.members[key]
	if !ok {
		out = l.findModuleMember(files, name)
		out.syms = slices.Clip(out.syms)
		l.members[key] = out
	}
	return out
}

func (l *Linker) findModuleMember(files []string, name string) (out found) {
	if d := l.src.Language(files[0]); d == nil || d.Linking == nil || !d.Linking.OwnImports {
		return l.passedOn(files, name, make(map[string]bool), mostPassed)
	}
	defining, ok := l.defining[name]
	if !ok {
		defining = make(map[string]bool)
		for _, path := range l.src.Defining(name) {
			defining[path] = true
		}
		l.defining[name] = defining
	}
	for _, path := range files {
		if !defining[path] {
			continue // and its outline need not be read
		}
		if f := l.file(path); f != nil {
			out.add(found{syms: f.exported(name)})
		}
	}
	return out
}

func (l *Linker) passedOn(files []string, name string, seen map[string]bool, left int) found {
	var out found
	if left == 0 {
		return out
	}
	var next []*file
	for _, path := range files {
		f := l.file(path)
		if f == nil || seen[path+"\x00"+name] {
			continue
		}
		seen[path+"\x00"+name] = true
		if syms := f.exported(name); len(syms) > 0 {
			out.add(found{syms: syms})
			continue
		}
		next = append(next, f)
	}
	if !out.empty() {
		return out
	}
	for _, f := range next {
		l.link(f)
		for i := range f.outline.Imports {
			im := &f.outline.Imports[i]
			if im.Form != code.ImportReExport {
				continue
			}
			for _, n := range im.Names {
				switch {
				case n.Name == "*" && n.Alias == "" && name != "default":
					if files := l.targets(f, im); len(files) > 0 {
						out.add(l.passedOn(files, name, seen, left-1))
					} else {
						out.mayBeOutside = true
					}
				case n.Local() == name:
					out.add(l.taken(l.importedName(f, im, n, l.targets(f, im)), seen, left-1))
				}
			}
		}
		if !out.empty() {
			continue
		}
		for _, im := range f.imports[name] {
			out.add(l.taken(im, seen, left-1))
		}
		if !out.empty() {
			continue
		}
		for _, s := range f.stars {
			if len(s.files) == 0 {
				out.mayBeOutside = true
				continue
			}
			out.add(l.passedOn(s.files, name, seen, left-1))
		}
		if sub := f.linking.Submodule; out.empty() && sub != nil {
			if files := sub(l.src.Project(), f.path, name); len(files) > 0 {
				out.add(found{module: files})
			}
		}
	}
	return out
}

// taken is what an imported name stands for.
func (l *Linker) taken(im imported, seen map[string]bool, left int) found {
	switch {
	case len(im.files) == 0:
		if spaces := l.declaredModule(im.specifier); len(spaces) > 0 {
			if im.whole {
				return found{syms: spaces}
			}
			if out := l.spaceMember(typ{kind: tModule, syms: spaces}, im.name); !out.empty() {
				return out
			}
		}
		return found{outside: true}
	case im.whole:
		if im.required {
			if out := l.passedOn(im.files, "default", seen, left); len(out.syms) > 0 {
				out.module = im.files
				return out
			}
		}
		return found{module: im.files}
	}
	out := l.passedOn(im.files, im.name, seen, left)
	if out.empty() && im.name != "default" {
		// What the module makes of itself may have it as a member.
		if whole := l.passedOn(im.files, "default", seen, left); len(whole.syms) > 0 {
			if got := l.member(l.meaning(whole.syms, nil), im.name); len(got.syms) > 0 {
				return got
			}
		}
	}
	if out.empty() && im.name == "default" {
		return found{module: im.files} // a module of another kind is its own default
	}
	return out
}

// takenAs is what an imported name stands for where it is looked up as something.
func (l *Linker) takenAs(im imported, want wanted) (out found) {
	if len(im.fulls) == 0 || len(im.files) == 0 && len(im.fulls) == 1 {
		return l.taken(im, make(map[string]bool), mostPassed)
	}
	if out = l.takenFrom(im.files, im, want); out.empty() && len(im.fulls) > 1 {
		out = l.takenFrom(nil, im, want)
		out.outside = out.empty() && len(im.files) == 0
	}
	return out
}

// takenFrom finds what an imported name stands for in some files, without files
// in all of them.
func (l *Linker) takenFrom(files []string, im imported, want wanted) (out found) {
	for _, full := range im.fulls {
		if code.LastPart(full) == im.name {
			owner := strings.TrimSuffix(full[:len(full)-len(im.name)], ".")
			if out = l.fromFull(files, owner, im.name, want); !out.empty() {
				return out
			}
		}
		if out = l.fromFull(files, full, im.name, want); !out.empty() {
			return out
		}
	}
	return out
}

// fullsOf are the full names that an import may mean, where the language imports
// by such names.
func (l *Linker) fullsOf(f *file, im *code.Import) []string {
	switch {
	case !f.linking.FullNames:
		return nil
	case f.linking.Means != nil:
		return f.linking.Means(f.outline, im.Span.Start, im.Specifier)
	}
	return []string{im.Specifier}
}

// declaring are the files from which an import takes every name: those behind
// it, else the ones that define what it may mean.
func (l *Linker) declaring(f *file, files, fulls []string) []string {
	if len(files) > 0 || len(fulls) < 2 {
		return files
	}
	for _, full := range fulls {
		for _, s := range l.qualified(f, full) {
			if !slices.Contains(files, s.File) {
				files = append(files, s.File)
			}
		}
		if len(files) > 0 {
			break
		}
	}
	return files
}

// fromFull finds a name in a package, or in a type with what it inherits, by
// the dotted name of either; without files wherever they are.
func (l *Linker) fromFull(files []string, full, name string, want wanted) (out found) {
	in := func(s Symbol) bool { return len(files) == 0 || slices.Contains(files, s.File) }
	for _, s := range l.Named(name) {
		if in(s) && want.fits(l.definition(s)) && l.fullName(l.file(s.File), s.Index) == full+"."+name {
			out.syms = append(out.syms, s)
		}
	}
	if len(out.syms) > 0 || full == "" {
		return out
	}
	owners := slices.DeleteFunc(slices.Clone(l.Named(code.LastPart(full))), func(s Symbol) bool {
		return !in(s) || l.fullName(l.file(s.File), s.Index) != full
	})
	for _, s := range l.half(typ{kind: tStatic, syms: owners}).syms {
		owner := l.meaning([]Symbol{s}, nil)
		if owner.kind != tStatic && (!l.file(s.File).linking.Halves || owner.kind != tInstance) {
			continue
		}
		got := l.memberAs(owner, name, want)
		got.outside = false
		out.add(got)
	}
	return out
}

// declaredModule lists the blocks that declare a module of that name, of which
// there is no file.
func (l *Linker) declaredModule(specifier string) []Symbol {
	if specifier == "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.Named(specifier)), func(s Symbol) bool {
		f := l.file(s.File)
		return !f.linking.Merges || f.outline.Definitions[s.Index].Kind != code.KindModule
	})
}

// exported lists the top-level definitions of a file by that name; "default" is
// the default export.
func (f *file) exported(name string) (out []Symbol) {
	for i := range f.outline.Definitions {
		d := &f.outline.Definitions[i]
		if d.Name != name && !(name == "default" && d.Modifiers&code.ModDefault != 0) {
			continue
		}
		if f.outward(int32(i)) {
			out = append(out, Symbol{f.path, int32(i)})
		}
	}
	return out
}
