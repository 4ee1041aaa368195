package jvm

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"sextant/internal/lang"
)

// packageFiles lists the source files of a package: by path in the importing
// file's root and the other roots of its module, else in the nearest root that
// has it; and wherever files of Kotlin and Scala declare it. What is no test
// does not see a test's files.
func (o *Origin) packageFiles(p lang.Project, pkg string) (lang.Target, bool) {
	below := strings.ReplaceAll(pkg, ".", "/")
	target := o.moduleFiles(p, below)
	if len(target.Files) == 0 {
		nearest, most := "", -1
		for _, dir := range packageDirs(p, below) {
			if n := lang.SharedDirs(dir+"/", o.file); n > most && o.sees(dir+"/x"+path.Ext(o.file)) {
				nearest, most = dir, n
			}
		}
		if most >= 0 {
			target.addDirectory(p, nearest)
		}
	}
	for _, l := range loose {
		declared := o.nearestCopies(p.Declaring(l.id, pkg), pkg)
		target.declared(l.ext, declared)
	}
	return target.finish(pkg, below)
}

// Visible lists what a file sees without an import: the files of its package
// in all roots of its module, itself among them, and for Scala those in the
// main sources of other modules. Files that see the same get the same list.
func (o *Origin) Visible(p lang.Project) []lang.Target {
	own := path.Ext(o.file)
	key := strings.Join([]string{"jvm visible", own, o.root, o.pkg, strconv.FormatBool(o.test)}, "\x00")
	out := p.Memo(key, func() any { return o.visible(p, own) }).([]lang.Target)
	if len(out) == 1 && len(out[0].Files) == 1 && out[0].Files[0] == o.file {
		return nil
	}
	return out
}

func (o *Origin) visible(p lang.Project, own string) []lang.Target {
	below := strings.ReplaceAll(o.pkg, ".", "/")
	var found collected
	if o.pkg == "" {
		found.addDirectory(p, o.root)
	} else {
		found = o.moduleFiles(p, below)
		for _, l := range loose {
			var declared []string
			for _, file := range p.Declaring(l.id, o.pkg) {
				other := From(file, o.pkg)
				inside := other.module() == o.module()
				if o.sees(file) && (inside || l.ext == ".scala" && own == l.ext && !other.test) {
					declared = append(declared, file)
				}
			}
			found.declared(l.ext, o.nearestCopies(declared, o.pkg))
		}
	}
	if target, ok := found.finish(o.pkg, below); ok {
		return []lang.Target{target}
	}
	return nil
}

// sees reports whether the file may use what a file at the path holds, as far
// as tests and platforms go.
func (o *Origin) sees(file string) bool {
	return (o.test || !inTests(file)) && together(platformOf(o.file), platformOf(file))
}

// collected is a target in the making.
type collected struct{ lang.Target }

// addDirectory adds the sources directly in dir.
func (c *collected) addDirectory(p lang.Project, dir string) {
	for _, base := range p.Entries(dir) {
		if isSource(base) {
			c.Files = append(c.Files, path.Join(dir, base))
			if c.Key == "" {
				c.Key = dir
			}
		}
	}
}

// declared replaces what paths say about a language by what its files declare.
func (c *collected) declared(ext string, files []string) {
	if len(files) == 0 {
		return
	}
	c.Files = slices.DeleteFunc(c.Files, func(f string) bool { return path.Ext(f) == ext })
	c.Files = append(c.Files, files...)
}

// finish sorts the files and names the target: by the package's directory, or
// by its name where its files lie elsewhere.
func (c *collected) finish(pkg, below string) (lang.Target, bool) {
	slices.Sort(c.Files)
	c.Files = slices.Compact(c.Files)
	if len(c.Files) == 0 {
		return lang.Target{}, false
	}
	if c.Key == "" {
		c.Key = lang.Dir(c.Files[0])
	}
	if below != "" && c.Key != below && !strings.HasSuffix(c.Key, "/"+below) {
		c.Key = pkg
	}
	if c.Key == "" {
		c.Key = "."
	}
	return c.Target, true
}

// moduleFiles lists by path the files of a package in the roots of the
// importing file's module.
func (o *Origin) moduleFiles(p lang.Project, below string) collected {
	var found collected
	found.addDirectory(p, path.Join(o.root, below))
	module := o.module()
	seen := map[string]bool{o.root: true}
	for _, set := range sets {
		root := path.Join(module, set)
		if !seen[root] && o.sees(root+"/x"+path.Ext(o.file)) {
			seen[root] = true
			found.addDirectory(p, path.Join(root, below))
		}
	}
	return found
}

// nearestCopies leaves out the files that the importing file does not see,
// and of files with the same name in several modules those further away:
// builds hold samples that resemble each other.
func (o *Origin) nearestCopies(files []string, pkg string) []string {
	type copies struct {
		most   int
		module string
	}
	best := make(map[string]copies, len(files))
	near := func(file string) copies {
		at := From(file, pkg)
		module := at.module()
		if module == o.module() {
			return copies{1 << 30, module}
		}
		return copies{lang.SharedDirs(file, o.file), module}
	}
	for _, file := range files {
		if base := path.Base(file); o.sees(file) {
			if c, ok := best[base]; !ok || near(file).most > c.most {
				best[base] = near(file)
			}
		}
	}
	var out []string
	for _, file := range files {
		if o.sees(file) && near(file) == best[path.Base(file)] {
			out = append(out, file)
		}
	}
	return out
}

func isSource(base string) bool {
	return slices.Contains(sources[:], path.Ext(base)) && base != "module-info.java"
}

// packageDirs lists the directories that hold sources of a package.
func packageDirs(p lang.Project, below string) []string {
	return p.Memo("jvm package "+below, func() any {
		var out []string
		for _, root := range roots(p) {
			if dir := path.Join(root, below); slices.ContainsFunc(p.Entries(dir), isSource) {
				out = append(out, dir)
			}
		}
		return out
	}).([]string)
}

// module is the directory of the module that the file belongs to.
func (o *Origin) module() string {
	module := moduleOf(o.root)
	if slices.Contains(platforms[:], path.Base(module)) {
		return lang.Dir(module)
	}
	return module
}

// moduleOf is the directory of the module that a source root belongs to: what
// stands before its last "src", or before a final "test" or "app", else the
// root itself.
func moduleOf(root string) string {
	if at := strings.LastIndex("/"+root+"/", "/src/"); at >= 0 {
		return strings.TrimSuffix(root[:at], "/")
	}
	switch path.Base(root) {
	case "test", "tests", "app":
		return lang.Dir(root)
	}
	return root
}

// builds name the files that mark a module's directory.
var builds = [...]string{"pom.xml", "build.gradle", "build.gradle.kts", "build.xml", "build.sbt", "build.sc", "build.mill",
	"module-info.java"}

// sets are the usual source roots of a module, "" for the directory itself.
var sets = sourceSets()

func sourceSets() []string {
	var out []string
	for _, set := range [...]string{"main", "test", "commonMain", "commonTest", "jvmMain", "jvmTest", "androidMain",
		"nativeMain", "jsMain"} {
		for _, language := range languages {
			if language == "kotlin" || set == "main" || set == "test" {
				out = append(out, "src/"+set+"/"+language)
			}
		}
	}
	out = append(out, "src/testFixtures/java", "src/integrationTest/java", "src/it/scala", "src/main/scala-2", "src/main/scala-3",
		"src", "test", "tests", "java", "app", "test/src", "")
	for _, platform := range platforms[:5] {
		out = append(out, platform+"/src", platform+"/test", platform+"/src/main/scala", platform+"/src/test/scala")
	}
	return out
}

// roots lists the source roots that the checkout's build files point to.
func roots(p lang.Project) []string {
	return p.Memo("jvm roots", func() any {
		seen := make(map[string]bool)
		var out []string
		for _, build := range builds {
			for _, file := range p.Named(build) {
				module := moduleOf(lang.Dir(file))
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
