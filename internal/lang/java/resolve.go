package java

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// sources are the extensions that may define a type of a package, in order of
// preference: other languages of the same virtual machine are imported alike.
var sources = [...]string{".java", ".kt", ".scala", ".groovy"}

// resolve finds the file of the type that an import names, or the files of a
// package. What the checkout does not hold is external under its specifier.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	external := lang.Target{Key: im.Specifier}
	if im.Form == code.ImportRequire {
		if file := modules(p)[im.Specifier]; file != "" {
			return lang.Target{Files: []string{file}, Key: file}
		}
		return external
	}
	at := newOrigin(from, f.Package)
	if len(im.Names) != 1 || im.Names[0].Name != "*" {
		if file := at.typeFile(p, im.Specifier); file != "" {
			return lang.Target{Files: []string{file}, Key: file}
		}
		return external
	}
	if target, ok := at.packageFiles(p, im.Specifier); ok {
		return target
	}
	if file := at.typeFile(p, im.Specifier); file != "" && capital([]byte(lastName(im.Specifier))) {
		return lang.Target{Files: []string{file}, Key: file}
	}
	return external
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// origin is the place that an import is looked at from.
type origin struct {
	file string
	// root is the directory below which the file's packages lie: its own
	// directory less its package path. known is false where the two disagree.
	root  string
	known bool
	// top is the first name of the file's package.
	top string
}

func newOrigin(file, pkg string) origin {
	o := origin{file: file, root: directory(file), known: true}
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

// directory is path.Dir with "" for the root.
func directory(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// typeFile finds the file that defines the type a.b.C, or the outermost type
// around a.b.C.D; "" if there is none.
func (o *origin) typeFile(p lang.Project, name string) string {
	for {
		for _, ext := range sources {
			if file := o.best(p, strings.ReplaceAll(name, ".", "/")+ext); file != "" {
				return file
			}
		}
		// The name before the last is a type too only if it is spelt like one.
		cut := strings.LastIndexByte(name, '.')
		if cut < 0 {
			return ""
		}
		name = name[:cut]
		if !capital([]byte(lastName(name))) {
			return ""
		}
	}
}

// best chooses among the files that end in suffix: the one in the importing
// file's source root, else the one with the longest directory in common with
// it, else the first.
func (o *origin) best(p lang.Project, suffix string) string {
	if file := path.Join(o.root, suffix); p.File(file) {
		return file
	}
	if !strings.Contains(suffix, "/") {
		return "" // the unnamed package does not reach across roots
	}
	found, most := "", -1
	for _, file := range p.WithSuffix(suffix) {
		if !o.plausible(strings.TrimSuffix(strings.TrimSuffix(file, suffix), "/")) {
			continue
		}
		if n := common(file, o.file); n > most {
			found, most = file, n
		}
	}
	return found
}

// plausible reports whether dir can be a source root in this checkout: not
// below a place that is one already (there it is a package that happens to
// end alike).
func (o *origin) plausible(dir string) bool {
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

// common counts the leading directories that two paths share.
func common(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// packageFiles lists the source files of a package: in the importing file's
// root and the other roots of its module, else in the nearest root that has it.
// What is no test does not see a test's directories.
func (o *origin) packageFiles(p lang.Project, pkg string) (lang.Target, bool) {
	below := strings.ReplaceAll(pkg, ".", "/")
	module := moduleOf(o.root)
	var near []string
	for _, set := range sets {
		near = append(near, path.Join(module, set))
	}
	target := lang.Target{}
	add := func(dir string) {
		for _, base := range p.Entries(dir) {
			if isSource(base) {
				target.Files = append(target.Files, path.Join(dir, base))
				if target.Key == "" {
					target.Key = dir
				}
			}
		}
	}
	add(path.Join(o.root, below))
	test := isTest(o.file)
	for _, root := range near {
		if root != o.root && (test || !isTest(root+"/x")) {
			add(path.Join(root, below))
		}
	}
	if target.Key == "" {
		nearest, most := "", -1
		for _, dir := range packageDirs(p, below) {
			if n := common(dir+"/", o.file); n > most && (test || !isTest(dir+"/x")) {
				nearest, most = dir, n
			}
		}
		if most >= 0 {
			add(nearest)
		}
	}
	slices.Sort(target.Files)
	return target, target.Key != ""
}

func isSource(base string) bool {
	return slices.Contains(sources[:], path.Ext(base)) && base != "module-info.java"
}

// packageDirs lists the directories that hold sources of a package.
func packageDirs(p lang.Project, below string) []string {
	return p.Memo("java package "+below, func() any {
		var out []string
		for _, root := range roots(p) {
			if dir := path.Join(root, below); slices.ContainsFunc(p.Entries(dir), isSource) {
				out = append(out, dir)
			}
		}
		return out
	}).([]string)
}

// moduleOf is the directory of the module that a source root belongs to: what
// stands before its last "src", else the root itself.
func moduleOf(root string) string {
	if at := strings.LastIndex("/"+root+"/", "/src/"); at >= 0 {
		return strings.TrimSuffix(root[:at], "/")
	}
	return root
}

// builds name the files that mark a module's directory.
var builds = [...]string{"pom.xml", "build.gradle", "build.gradle.kts", "build.xml", "build.sbt", "module-info.java"}

// sets are the usual source roots of a module, "" for the directory itself.
var sets = [...]string{"src/main/java", "src/main/kotlin", "src/main/scala", "src/main/groovy", "src/test/java",
	"src/test/kotlin", "src/test/scala", "src/test/groovy", "src/testFixtures/java", "src/integrationTest/java",
	"src", "test", "java", ""}

// roots lists the source roots that the checkout's build files point to.
func roots(p lang.Project) []string {
	return p.Memo("java roots", func() any {
		seen := make(map[string]bool)
		var out []string
		for _, build := range builds {
			for _, file := range p.Named(build) {
				module := moduleOf(directory(file))
				for _, set := range sets {
					if root := path.Join(module, set); !seen[root] && p.HasDir(root) {
						seen[root] = true
						out = append(out, root)
					}
				}
			}
		}
		slices.Sort(out)
		return out
	}).([]string)
}

// modules maps the names of the checkout's modules to their declarations.
func modules(p lang.Project) map[string]string {
	return p.Memo("java modules", func() any {
		out := make(map[string]string)
		for _, file := range p.Named("module-info.java") {
			src, ok := p.Read(file)
			if name := moduleName(src); ok && name != "" && out[name] == "" {
				out[name] = file
			}
		}
		return out
	}).(map[string]string)
}
