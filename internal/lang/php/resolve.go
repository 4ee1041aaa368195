package php

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the files behind a use or an include.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	var files []string
	if im.Form == code.ImportInclude {
		files = included(p, from, im.Specifier)
	} else {
		files = used(p, from, f, im)
	}
	switch len(files) {
	case 0:
		return lang.Target{Key: im.Specifier}
	case 1:
		return lang.Target{Files: files, Key: files[0]}
	}
	slices.Sort(files)
	files = slices.Compact(files)
	return lang.Target{Files: files, Key: im.Specifier}
}

// included finds an include's file: "./x" beside the includer, "*/x" where
// one file ends so, "x" beside the includer, then from the root.
func included(p lang.Project, from, specifier string) []string {
	if tail, ok := strings.CutPrefix(specifier, "*/"); ok {
		if candidates := p.WithSuffix(tail); len(candidates) == 1 {
			return candidates
		}
		return nil
	}
	dir := path.Dir(from)
	for _, base := range []string{dir, ""} {
		if file, ok := inside(base, specifier); ok && p.File(file) {
			return []string{file}
		}
		if strings.HasPrefix(specifier, ".") {
			break
		}
	}
	return nil
}

// used finds the file of a class, or the files of a function or constant.
func used(p lang.Project, from string, f *code.Facts, im *code.Import) []string {
	all := packages(p)
	near := all.around(from)
	if file := classFile(p, near, im.Specifier); file != "" {
		return []string{file}
	}
	if isFunctionImport(f, im) {
		k := strings.LastIndexByte(im.Specifier, '\\')
		if k < 0 {
			return nil
		}
		return namespaceFunctions(p, near, im.Specifier[:k])
	}
	return bySuffix(p, all, im.Specifier)
}

// isFunctionImport tells "use function" and "use const" by how the file uses
// the name: classes are never called bare nor read as constants.
func isFunctionImport(f *code.Facts, im *code.Import) bool {
	for _, n := range im.Names {
		for i := range f.References {
			r := &f.References[i]
			if r.Qualifier == code.QualifierNone && r.Name == n.Local() && (r.Role == code.RoleCall || r.Role == code.RoleRead) {
				return true
			}
		}
	}
	return false
}

// bySuffix finds the one file whose path shares the most trailing segments
// with the class name, two at least. Files whose namespace composer.json
// states are no candidates: they would have been found by it.
func bySuffix(p lang.Project, all composer, name string) []string {
	segments := strings.Split(name, `\`)
	best, shared := "", 1
	tie := false
	for _, file := range p.Named(segments[len(segments)-1] + ".php") {
		parts := strings.Split(strings.TrimSuffix(file, ".php"), "/")
		n := 0
		for n < len(parts) && n < len(segments) && parts[len(parts)-1-n] == segments[len(segments)-1-n] {
			n++
		}
		switch {
		case n < shared || n < 2 || all.covers(file):
		case n > shared:
			best, shared, tie = file, n, false
		default:
			tie = true
		}
	}
	if best == "" || tie {
		return nil
	}
	return []string{best}
}
