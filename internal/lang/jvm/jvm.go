// Package jvm holds what the languages of the Java virtual machine share:
// finding the files behind a package or a type (Origin), telling tests by
// their path, and reading declarations out of text that a parser gave up
// (Salvage). In go paths, package names and a lang.Project; out come
// lang.Targets. The languages java, kotlin and scala use it.
//
// The main type is Origin.
package jvm

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// sources are the extensions that may define a type of a package, in order of
// preference.
var sources = [...]string{".java", ".kt", ".scala", ".groovy"}

// loose are the languages whose files may lie outside their package's
// directory and hold names other than the file's.
var loose = [...]struct {
	id  code.LanguageID
	ext string
}{{"kotlin", ".kt"}, {"scala", ".scala"}}

// Origin is the place that an import is looked at from.
type Origin struct {
	file, pkg string
	// root is the directory below which the file's packages lie: its own
	// directory less its package path. known is false where the two disagree.
	root  string
	known bool
	// top is the first name of the file's package.
	top  string
	test bool
}

// From returns the place of a file of package pkg ("a.b", "" for none).
func From(file, pkg string) Origin {
	o := Origin{file: file, pkg: pkg, root: lang.Dir(file), known: true, test: IsTest(file)}
	if pkg == "" {
		return o
	}
	o.top, _, _ = strings.Cut(pkg, ".")
	below := strings.ReplaceAll(pkg, ".", "/")
	if o.root == below {
		o.root = ""
	} else {
		o.root, o.known = strings.CutSuffix(o.root, "/"+below)
	}
	return o
}

// Import finds what "import name" leads to: the file of the type, or of the
// outermost type around it; else the files of the package whose member it may
// be, of which those count that define the name. False means that the
// checkout does not hold it.
func (o *Origin) Import(p lang.Project, name string) (lang.Target, bool) {
	if file := o.typeFile(p, name); file != "" {
		return lang.Target{Files: []string{file}, Key: file}, true
	}
	// Java knows the functions of Dates.kt as static methods of DatesKt.
	if facade, ok := strings.CutSuffix(name, "Kt"); ok && facade != "" {
		if file := o.best(p, strings.ReplaceAll(facade, ".", "/")+".kt"); file != "" {
			return lang.Target{Files: []string{file}, Key: file}, true
		}
	}
	if path.Ext(o.file) == ".kt" && !strings.Contains(name, ".") {
		return o.unnamed(p, name)
	}
	for cut := strings.LastIndexByte(name, '.'); cut >= 0; cut = strings.LastIndexByte(name, '.') {
		name = name[:cut]
		if target, ok := o.packageFiles(p, name); ok {
			return target, slices.ContainsFunc(target.Files, isLoose)
		}
		if !Capital(LastName(name)) {
			break
		}
	}
	return lang.Target{}, false
}

// unnamed finds what Kotlin's "import name" leads to: the files of the module
// that are in no package.
func (o *Origin) unnamed(p lang.Project, name string) (lang.Target, bool) {
	found := o.moduleFiles(p, "")
	for _, file := range p.Named(name + ".kt") {
		at := From(file, "")
		if m := o.module(); o.sees(file) && (at.module() == m || m == "" || strings.HasPrefix(file, m+"/src/")) {
			return lang.Target{Files: []string{file}, Key: file}, true
		}
	}
	return found.finish("", "")
}

// Everything finds what "import name.*" leads to: the files of the package,
// else of the type or object of that name.
func (o *Origin) Everything(p lang.Project, name string) (lang.Target, bool) {
	if target, ok := o.packageFiles(p, name); ok {
		return target, true
	}
	file := o.typeFile(p, name)
	if file == "" || path.Ext(o.file) == ".java" && !Capital(LastName(name)) {
		return lang.Target{}, false
	}
	return lang.Target{Files: []string{file}, Key: file}, true
}

// LastName is what stands after a dotted name's last dot.
func LastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// Capital reports whether a name is spelt like a type's.
func Capital(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

func isLoose(file string) bool {
	for _, l := range loose {
		if path.Ext(file) == l.ext {
			return true
		}
	}
	return false
}

// typeFile finds the file that defines the type a.b.C, or the outermost type
// around a.b.C.D; "" if there is none.
func (o *Origin) typeFile(p lang.Project, name string) string {
	own := path.Ext(o.file)
	for {
		below := strings.ReplaceAll(name, ".", "/")
		if slices.Contains(sources[1:], own) {
			if file := o.best(p, below+own); file != "" {
				return file
			}
		}
		for _, ext := range sources {
			if file := o.best(p, below+ext); file != "" {
				return file
			}
		}
		// The name before the last is a type too only if it is spelt like one.
		cut := strings.LastIndexByte(name, '.')
		if cut < 0 {
			return ""
		}
		name = name[:cut]
		if !Capital(LastName(name)) {
			return ""
		}
	}
}

// best chooses among the files that end in suffix: the one in the importing
// file's source root, else the one with the longest directory in common with
// it, else the first.
func (o *Origin) best(p lang.Project, suffix string) string {
	if file := path.Join(o.root, suffix); p.File(file) {
		return file
	}
	if !strings.Contains(suffix, "/") {
		return "" // the unnamed package does not reach across roots
	}
	found, most := "", -1
	for _, file := range p.WithSuffix(suffix) {
		if !o.plausible(strings.TrimSuffix(strings.TrimSuffix(file, suffix), "/")) || !together(platformOf(o.file), platformOf(file)) {
			continue
		}
		if n := lang.SharedDirs(file, o.file); n > most {
			found, most = file, n
		}
	}
	return found
}

// plausible reports whether dir can be a source root in this checkout: not
// below a place that is one already (there it is a package that happens to
// end alike).
func (o *Origin) plausible(dir string) bool {
	if o.known {
		below, inside := strings.CutPrefix(dir+"/", o.root+"/")
		if o.root == "" {
			below, inside = dir, o.top != "" && (dir == o.top || strings.HasPrefix(dir, o.top+"/"))
		}
		if inside && below != "" && !strings.Contains("/"+below, "/src/") {
			return false
		}
	}
	parts := strings.Split(dir, "/")
	for i := 0; i+3 < len(parts); i++ {
		if parts[i] == "src" && slices.Contains(languages[:], parts[i+2]) {
			return false
		}
	}
	return true
}

// languages name the directories that end a conventional source root: src/main/java.
var languages = [...]string{"java", "kotlin", "scala", "groovy"}
