package golang

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Resolve finds the package directory behind an import and gives its Go files
// but for tests. The order is the go command's: the importing module, its
// replacements, the workspace, its vendor directory; then any other module of
// the checkout whose path fits, the standard library if this is its tree, and
// GOPATH's src for files that no module holds. A package found nowhere is
// external, named by its import path.
func Resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	external := lang.Target{Key: im.Specifier}
	if im.Specifier == "C" {
		return external
	}
	dir := lang.Dir(from)
	var candidates []string
	if strings.HasPrefix(im.Specifier, "./") || strings.HasPrefix(im.Specifier, "../") {
		candidates = append(candidates, join(dir, im.Specifier))
	} else {
		l := layoutOf(p)
		if m := l.holding(dir); m != nil {
			candidates = l.inModule(m, im.Specifier)
		} else {
			candidates = gopath(dir, im.Specifier)
		}
		candidates = append(candidates, l.anywhere(im.Specifier)...)
	}
	for _, c := range candidates {
		if files := packageFiles(p, c); len(files) > 0 {
			if c == "" {
				c = "."
			}
			return lang.Target{Files: files, Key: c}
		}
	}
	return external
}

// packageFiles lists the Go files of a directory that others can import. A
// program beside a package, kept out of the build, is none of them.
func packageFiles(p lang.Project, dir string) []string {
	if dir == ".." || strings.HasPrefix(dir, "../") {
		return nil
	}
	return p.Memo("golang.files "+dir, func() any { return listPackage(p, dir) }).([]string)
}

func listPackage(p lang.Project, dir string) []string {
	var out, programs []string
	main := declaring(p, "main")
	for _, name := range p.Entries(dir) {
		if !isSource(name) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if file := path.Join(dir, name); main[file] {
			programs = append(programs, file)
		} else {
			out = append(out, file)
		}
	}
	if len(out) == 0 {
		return programs
	}
	return out
}

// isSource reports whether the go command looks at a file of this name.
func isSource(name string) bool {
	return strings.HasSuffix(name, ".go") && name[0] != '_' && name[0] != '.'
}

// declaring is the set of files with a package clause.
func declaring(p lang.Project, name string) map[string]bool {
	return p.Memo("golang.package "+name, func() any {
		in := make(map[string]bool)
		for _, file := range p.Declaring("go", name) {
			in[file] = true
		}
		return in
	}).(map[string]bool)
}

// Visible lists the files of the file's package, itself among them: those of its
// directory with the same package clause, tests only for a test.
func Visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	dir := lang.Dir(from)
	entries := p.Entries(dir)
	if f.Package == "" || len(entries) < 2 {
		return nil
	}
	same := declaring(p, f.Package)
	test := strings.HasSuffix(from, "_test.go")
	t := lang.Target{Key: dir}
	for _, name := range entries {
		file := path.Join(dir, name)
		if isSource(name) && (test || !strings.HasSuffix(name, "_test.go")) && same[file] {
			t.Files = append(t.Files, file)
		}
	}
	if t.Key == "" {
		t.Key = "."
	}
	return []lang.Target{t}
}

// module is one go.mod of the checkout.
type module struct {
	dir, path string
	used      bool              // a go.work names it
	work      string            // the directory of that go.work
	replaced  map[string]string // module path -> directory in the checkout
}

// layout is what the go.mod and go.work files of a checkout say.
type layout struct {
	modules []*module
	byDir   map[string]*module
	byPath  map[string][]*module
}

func layoutOf(p lang.Project) *layout {
	return p.Memo("golang.layout", func() any { return readLayout(p) }).(*layout)
}

func readLayout(p lang.Project) *layout {
	l := &layout{byDir: make(map[string]*module), byPath: make(map[string][]*module)}
	for _, file := range p.Named("go.mod") {
		text, ok := p.Read(file)
		if !ok {
			continue
		}
		d := parseModFile(text)
		dir := lang.Dir(file)
		m := &module{dir: dir, path: d.module, replaced: make(map[string]string)}
		for from, to := range d.replaced {
			m.replaced[from] = path.Join(dir, to)
		}
		l.modules = append(l.modules, m)
		l.byDir[dir] = m
		if m.path != "" {
			l.byPath[m.path] = append(l.byPath[m.path], m)
		}
	}
	for _, file := range p.Named("go.work") {
		text, ok := p.Read(file)
		if !ok {
			continue
		}
		d := parseModFile(text)
		dir := lang.Dir(file)
		for _, use := range d.used {
			m := l.byDir[rooted(path.Join(dir, use))]
			if m == nil {
				continue
			}
			m.used, m.work = true, dir
			for from, to := range d.replaced {
				m.replaced[from] = path.Join(dir, to) // go.work overrides go.mod
			}
		}
	}
	return l
}

// holding is the module of the nearest go.mod at or above dir, or nil.
func (l *layout) holding(dir string) *module {
	for {
		if m := l.byDir[dir]; m != nil {
			return m
		}
		if dir == "" {
			return nil
		}
		dir = lang.Dir(dir)
	}
}

// inModule lists the directories where code of module m finds a package.
func (l *layout) inModule(m *module, importPath string) []string {
	var out []string
	if rest, ok := below(importPath, m.path); ok {
		// What lies in a module inside this one is none of its packages.
		if dir := join(m.dir, rest); l.holding(dir) == m {
			out = append(out, dir)
		}
	}
	for prefix := importPath; prefix != ""; prefix = lang.Dir(prefix) {
		if to, ok := m.replaced[prefix]; ok {
			out = append(out, join(to, importPath[len(prefix):]))
			break
		}
	}
	if m.used {
		out = append(out, l.byModulePath(importPath, true)...)
	}
	if m.path == "std" {
		out = append(out, join(m.dir, importPath))
	}
	out = append(out, join(m.dir, "vendor/"+importPath))
	if m.used {
		out = append(out, join(m.work, "vendor/"+importPath))
	}
	return out
}

// anywhere lists the directories of the checkout that the import path alone
// names, whoever asks.
func (l *layout) anywhere(importPath string) []string {
	out := l.byModulePath(importPath, false)
	first, _, _ := strings.Cut(importPath, "/")
	if std := l.byPath["std"]; len(std) == 1 && !strings.Contains(first, ".") {
		out = append(out, join(std[0].dir, importPath))
	}
	return out
}

// byModulePath finds the package in the module with the longest fitting path.
// Several modules of one path (copies, test data) answer nothing, unless one
// of them alone is no test data.
func (l *layout) byModulePath(importPath string, used bool) []string {
	for prefix := importPath; prefix != ""; prefix = lang.Dir(prefix) {
		var found []*module
		for _, m := range l.byPath[prefix] {
			if (m.used || !used) && !aside(m.dir) {
				found = append(found, m)
			}
		}
		if len(found) == 1 {
			if dir := join(found[0].dir, importPath[len(prefix):]); l.holding(dir) == found[0] {
				return []string{dir}
			}
		}
	}
	return nil
}

// aside reports whether the go command leaves the directory out of "./...".
func aside(dir string) bool {
	for _, part := range strings.Split(dir, "/") {
		if part == "testdata" || part == "vendor" || strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") {
			return true
		}
	}
	return false
}

// gopath lists where a file without a module finds a package: the vendor
// directories above it and the src directories it lies in.
func gopath(dir, importPath string) []string {
	var vendors, sources []string
	for {
		vendors = append(vendors, join(dir, "vendor/"+importPath))
		if path.Base(dir) == "src" {
			sources = append(sources, join(dir, importPath))
		}
		if dir == "" {
			break
		}
		dir = lang.Dir(dir)
	}
	sources = append(sources, "src/"+importPath)
	return append(vendors, sources...)
}

// below is the rest of the path after the prefix and its slash.
func below(p, prefix string) (rest string, ok bool) {
	if prefix == "" || !strings.HasPrefix(p, prefix) {
		return "", false
	}
	rest = p[len(prefix):]
	return rest, rest == "" || rest[0] == '/'
}

// join is path.Join with "" for the root of the checkout.
func join(dir, rest string) string {
	return rooted(path.Join(dir, strings.TrimPrefix(rest, "/")))
}

func rooted(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}
