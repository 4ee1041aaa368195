package python

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Resolve finds the files behind an import as Python would with the checkout
// on its path: relative imports by directory, absolute ones from the source
// root of the importing file outwards, then from any directory that holds the
// package. What is not found is outside the checkout.
func Resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	names := im.Names
	if im.Form == code.ImportDynamic || len(names) == 1 && names[0].Name == "*" && names[0].Alias != "" {
		names = nil // the module itself is wanted
	}
	if strings.HasPrefix(im.Specifier, ".") {
		base, rest, ok := relative(from, im.Specifier)
		if !ok {
			return outside
		}
		return target(outside, lookIn(p, base, rest, names))
	}
	parts := strings.Split(im.Specifier, ".")
	if slices.Contains(parts, "") || builtinModules[parts[0]] {
		return outside
	}
	return target(outside, absolute(p, from, parts, names))
}

// target makes the files found, without the importing file, a Target.
func target(outside lang.Target, files []string) lang.Target {
	slices.Sort(files)
	files = slices.Compact(files)
	switch len(files) {
	case 0:
		return outside
	case 1:
		return lang.Target{Files: files, Key: files[0]}
	}
	key := path.Dir(files[0])
	for _, f := range files[1:] {
		for key != "." && !strings.HasPrefix(f, key+"/") {
			key = path.Dir(key)
		}
	}
	return lang.Target{Files: files, Key: key, Every: true}
}

// relative turns ".a.b" in a file into the directory to start from and the
// rest of the path. It fails where the dots lead out of the checkout.
func relative(from, specifier string) (dir string, rest []string, ok bool) {
	tail := strings.TrimLeft(specifier, ".")
	dir = lang.Dir(from)
	for range len(specifier) - len(tail) - 1 {
		if dir == "" {
			return "", nil, false
		}
		dir = lang.Dir(dir)
	}
	if tail != "" {
		rest = strings.Split(tail, ".")
		if slices.Contains(rest, "") {
			return "", nil, false
		}
	}
	return dir, rest, true
}

// moduleFile is the file that importing the dotted path below dir runs: the
// package's __init__ before the module of the same name, source before stub.
func moduleFile(p lang.Project, dir string, parts []string) (string, bool) {
	at := path.Join(dir, path.Join(parts...))
	candidates := []string{path.Join(at, "__init__.py"), "", path.Join(at, "__init__.pyi"), "", "", ""}
	if len(parts) > 0 {
		candidates[1], candidates[3] = at+".py", at+".pyi"
		candidates[4], candidates[5] = at+".pyx", at+".pyw"
	}
	for _, c := range candidates {
		if c != "" && p.File(c) {
			return c, true
		}
	}
	return "", false
}

// lookIn finds a module below dir and what is imported from it: the files of
// names that are submodules, and the module's own file for the other names.
func lookIn(p lang.Project, dir string, parts []string, names []code.ImportedName) []string {
	own, found := moduleFile(p, dir, parts)
	isPackage := !found || strings.HasPrefix(path.Base(own), "__init__.")
	var files []string
	wantsOwn := len(names) == 0
	for _, n := range names {
		if n.Name != "*" && isPackage {
			if sub, ok := moduleFile(p, dir, append(slices.Clone(parts), n.Name)); ok {
				files = append(files, sub)
				continue
			}
		}
		wantsOwn = true
	}
	if wantsOwn && found {
		files = append(files, own)
	}
	return files
}

// absolute finds "import a.b" or "from a.b import names". A regular package
// or module anywhere on the way outwards comes before a namespace package, as
// on Python's path.
func absolute(p lang.Project, from string, parts []string, names []code.ImportedName) []string {
	roots, inner := searchRoots(p, from)
	if standardModules[parts[0]] {
		// Only what comes before the library on the path can shadow it.
		return regular(p, from, inner, parts, names)
	}
	for _, root := range roots {
		if l := layouts(p)[root]; l != nil && l.mapped[parts[0]] != "" {
			if files := lookIn(p, l.mapped[parts[0]], parts[1:], names); len(files) > 0 {
				return files
			}
		}
		if files := regular(p, from, root, parts, names); len(files) > 0 {
			return files
		}
	}
	for _, root := range roots {
		if _, first := moduleFile(p, root, parts[:1]); first {
			continue
		}
		if files := lookIn(p, root, parts, names); len(files) > 0 && !slices.Contains(files, from) {
			return files
		}
	}
	if parts[0] == "conftest" { // pytest's, by which tests mean the nearest one
		for dir := lang.Dir(from); ; dir = lang.Dir(dir) {
			if files := regular(p, from, dir, parts, names); len(files) > 0 || dir == "" {
				return files
			}
		}
	}
	return elsewhere(p, from, parts, names)
}

// regular looks below root if the first part is a module with a file there.
// The importing file itself is never what it means: it shares a library's name.
func regular(p lang.Project, from, root string, parts []string, names []code.ImportedName) []string {
	first, ok := moduleFile(p, root, parts[:1])
	if !ok || first == from && len(parts) == 1 && path.Dir(from) == path.Clean(root) {
		return nil
	}
	return lookIn(p, root, parts, names)
}

// searchRoots lists the directories to import from, nearest first. inner is
// the one that Python itself has on its path: where the outermost package
// around the file stands.
func searchRoots(p lang.Project, from string) (roots []string, inner string) {
	inner = lang.Dir(from)
	for inner != "" && isPackage(p, inner) {
		inner = lang.Dir(inner)
	}
	return p.Memo("python roots "+inner, func() any {
		var list []string
		for dir := inner; ; dir = lang.Dir(dir) {
			list = append(list, dir)
			if l := layouts(p)[dir]; l != nil {
				list = append(list, l.roots...)
			}
			for _, sub := range []string{"src", "lib", "python"} {
				if s := path.Join(dir, sub); s != inner && !isPackage(p, s) && p.HasDir(s) && !slices.Contains(list, s) {
					list = append(list, s)
				}
			}
			if dir == "" {
				return list
			}
		}
	}).([]string), inner
}

func isPackage(p lang.Project, dir string) bool {
	return p.File(path.Join(dir, "__init__.py")) || p.File(path.Join(dir, "__init__.pyi"))
}

// topPackages maps the name of each outermost package of the checkout to the
// directories that hold one of that name.
func topPackages(p lang.Project) map[string][]string {
	return p.Memo("python packages", func() any {
		packages := make(map[string][]string)
		for _, base := range []string{"__init__.py", "__init__.pyi"} {
			for _, file := range p.Named(base) {
				dir := lang.Dir(file)
				holder := lang.Dir(dir)
				if dir == "" || holder != "" && isPackage(p, holder) || base == "__init__.pyi" && p.File(path.Join(dir, "__init__.py")) {
					continue
				}
				packages[path.Base(dir)] = append(packages[path.Base(dir)], holder)
			}
		}
		return packages
	}).(map[string][]string)
}

// elsewhere looks in every directory that holds a package of the name, the
// nearest to the importing file first. Two equally near ones are no answer.
// Where the first parts are a namespace without files of its own, it is the
// package inside it that is looked for.
func elsewhere(p lang.Project, from string, parts []string, names []code.ImportedName) []string {
	full := parts
	if len(names) > 0 {
		full = append(slices.Clone(parts), names[0].Name)
	}
	for i, name := range full {
		var best []string
		near, tied := -1, false
		for _, holder := range topPackages(p)[name] {
			root, ok := above(holder, full[:i])
			n := sharedDirectories(from, root)
			if !ok || testData(root, n) {
				continue
			}
			files := lookIn(p, root, parts, names)
			if len(files) == 0 {
				continue
			}
			switch {
			case n > near:
				best, near, tied = files, n, false
			case n == near:
				tied = true
			}
		}
		if near >= 0 {
			if tied {
				return nil
			}
			return best
		}
	}
	return nil
}

// above is the directory from which the dotted path leads to dir.
func above(dir string, parts []string) (string, bool) {
	for i := len(parts) - 1; i >= 0; i-- {
		if dir == "" || path.Base(dir) != parts[i] {
			return "", false
		}
		dir = lang.Dir(dir)
	}
	return dir, true
}

// testData reports whether a directory lies in somebody else's tests: one of
// its path elements past the first shared ones says so. The packages there are
// named like libraries without being them.
func testData(dir string, shared int) bool {
	for _, part := range strings.Split(dir, "/")[shared:] {
		switch part {
		case "test", "tests", "testdata", "fixtures":
			return true
		}
		if strings.HasPrefix(part, "test_") {
			return true
		}
	}
	return false
}

// sharedDirectories counts the leading path elements two paths have in common.
func sharedDirectories(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
