package csharp

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

const language = "csharp"

// resolve finds the files of the namespace or of the type that a directive
// names. What the checkout does not declare is external under its specifier.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	external := lang.Target{Key: im.Specifier}
	if im.Form == code.ImportRequire { // an assembly
		return external
	}
	name := strings.TrimPrefix(im.Specifier, "global::")
	if strings.Contains(name, "::") {
		return external
	}
	// Only inside a namespace a directive may begin at one that stands around it.
	outer := append(around(f, im.Span.Start), "")
	if t, ok := find(p, from, name, outer, im.Form == code.ImportStatic); ok {
		return t
	}
	return external
}

// find looks for a namespace, then for a type whose file has its name, then
// for a type of a namespace that exists: below each of the outer ones in turn.
func find(p lang.Project, from, name string, outer []string, static bool) (lang.Target, bool) {
	below := func(o string) string {
		if o == "" {
			return name
		}
		return o + "." + name
	}
	for _, o := range outer {
		if t, ok := namespaceFiles(p, from, below(o)); ok && !static {
			return t, true
		}
	}
	for _, named := range [...]bool{true, false} {
		for _, o := range outer {
			if t, ok := typeFiles(p, from, below(o), len(o), named); ok {
				return t, true
			}
		}
	}
	return lang.Target{}, false
}

// around lists the namespaces that stand around a place, inner ones first.
func around(f *code.Facts, at uint32) []string {
	var out []string
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Kind == code.KindNamespace && d.Span.Contains(at) {
			out = enclosing(f.QualifiedName(int32(i))) // the innermost comes last
		}
	}
	return out
}

// enclosing lists a namespace and those around it, inner ones first.
func enclosing(name string) []string {
	var out []string
	for name != "" {
		out = append(out, name)
		name = name[:max(strings.LastIndexByte(name, '.'), 0)]
	}
	return out
}

// namespaceFiles lists the files that declare a namespace: those that the
// file's project can reach if any of them do.
func namespaceFiles(p lang.Project, from, name string) (lang.Target, bool) {
	files := p.Declaring(language, name)
	if len(files) == 0 {
		return lang.Target{}, false
	}
	return lang.Target{Files: reachable(p, from, files), Key: name}, true
}

func reachable(p lang.Project, from string, files []string) []string {
	pr := projectOf(p, from)
	if pr == nil {
		return files
	}
	dirs, known := pr.reach(p)
	if !known {
		return files
	}
	var near []string
	for _, file := range files {
		if home := projectOf(p, file); home != nil && dirs[home.dir] {
			near = append(near, file)
		}
	}
	if len(near) == 0 {
		return files
	}
	return near
}

// typeFiles finds the files of the type A.B.C or of the outermost type around
// it: those of its namespace that are named like it, or all of a namespace
// longer than least bytes.
func typeFiles(p lang.Project, from, name string, least int, named bool) (lang.Target, bool) {
	for cut := strings.LastIndexByte(name, '.'); cut > 0; cut = strings.LastIndexByte(name[:cut], '.') {
		t, ok := namespaceFiles(p, from, name[:cut])
		if !ok {
			continue
		}
		typ, _, _ := strings.Cut(name[cut+1:], ".")
		if !named {
			return t, cut > least
		}
		if t.Files = namedAfter(t.Files, typ); len(t.Files) == 0 {
			continue
		}
		if len(t.Files) == 1 {
			t.Key = t.Files[0]
		}
		return t, true
	}
	return lang.Target{}, false
}

// namedAfter keeps the files named like a type: C.cs, C.Part.cs, C{T}.cs, C`1.cs.
func namedAfter(files []string, typ string) []string {
	var out []string
	for _, file := range files {
		if rest, ok := strings.CutPrefix(path.Base(file), typ); ok && rest != "" && strings.IndexByte(".{`", rest[0]) >= 0 {
			out = append(out, file)
		}
	}
	return out
}

// visible lists what a file sees without a directive of its own: its
// namespaces and those around them, what the project imports everywhere, and
// types outside any namespace.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	var out []lang.Target
	seen := make(map[string]bool)
	add := func(t lang.Target, ok bool) {
		if !ok || seen[t.Key] {
			return
		}
		seen[t.Key] = true
		out = append(out, t)
	}
	for _, own := range f.Packages() {
		for _, name := range enclosing(own) {
			t, ok := namespaceFiles(p, from, name)
			add(t, ok)
		}
	}
	if pr := projectOf(p, from); pr != nil {
		for _, u := range pr.everywhere(p) {
			t, ok := find(p, from, strings.TrimPrefix(u.name, "global::"), []string{""}, u.static)
			add(t, ok)
		}
	}
	t := unnamed(p, from, f)
	add(t, len(t.Files) > 0)
	return out
}

// everywhere lists what the project imports in every file, by its project
// file or by global usings in the files where people put them.
func (pr *project) everywhere(p lang.Project) []using {
	return p.Memo("csharp usings "+pr.file, func() any {
		out := slices.Clone(pr.usings)
		for _, file := range pr.globals(p) {
			if src, ok := p.Read(file); ok {
				out = append(out, globalUsings(src)...)
			}
		}
		return out
	}).([]using)
}

// globals lists the files of a project that are named like the place of
// global usings. Looking into every source would tie the links of the whole
// project to every edit.
func (pr *project) globals(p lang.Project) []string {
	var out []string
	for _, dir := range [...]string{pr.dir, path.Join(pr.dir, "Properties")} {
		for _, base := range p.Entries(dir) {
			if path.Ext(base) == ".cs" && (strings.Contains(base, "Using") || strings.Contains(base, "Import") || strings.Contains(base, "Global")) {
				out = append(out, path.Join(dir, base))
			}
		}
	}
	for _, base := range [...]string{"GlobalUsings.cs", "GlobalUsing.cs", "Usings.cs", "Global.cs", "Globals.cs", "Imports.cs", "AssemblyInfo.cs"} {
		for _, file := range p.Named(base) {
			if home := projectOf(p, file); home != nil && home.dir == pr.dir && !slices.Contains(out, file) {
				out = append(out, file)
			}
		}
	}
	return out
}

// globalUsings reads the global using directives of a source, which stand
// before everything else.
func globalUsings(src []byte) []using {
	var out []using
	for len(src) > 0 {
		var line []byte
		line, src, _ = bytes.Cut(src, []byte{'\n'})
		words := strings.Fields(strings.TrimPrefix(string(line), "\ufeff"))
		if len(words) > 0 && (words[0] == "namespace" || words[0] == "class" || words[0] == "public") {
			break
		}
		if len(words) < 3 || words[0] != "global" || words[1] != "using" {
			continue
		}
		rest, _, ok := strings.Cut(strings.Join(words[2:], " "), ";")
		rest, static := strings.CutPrefix(rest, "static ")
		if _, target, alias := strings.Cut(rest, "="); alias {
			rest, static = target, true // an alias names a type more often than a namespace
		}
		rest, _, _ = strings.Cut(rest, "<")
		if rest = strings.TrimSpace(rest); ok && rest != "" {
			out = append(out, using{rest, static})
		}
	}
	return out
}

// maxUnnamed bounds the type names of a file that are looked for as files.
const maxUnnamed = 500

// unnamed finds the files of types that stand in no namespace for a file that
// stands in none itself, by the rule that a file is named like its type.
func unnamed(p lang.Project, from string, f *code.Facts) lang.Target {
	t := lang.Target{Key: "global::"}
	if f.Package != "" {
		return t
	}
	tried := make(map[string]bool)
	home := projectOf(p, from)
	for i := range f.References {
		r := &f.References[i]
		if r.Local || r.Qualifier != code.QualifierNone || tried[r.Name] || r.Role == code.RoleWrite || r.Role == code.RoleCall || r.Role == code.RoleImport {
			continue
		}
		if tried[r.Name] = true; len(tried) > maxUnnamed {
			break
		}
		for _, file := range p.Named(r.Name + ".cs") {
			if file != from && projectOf(p, file) == home {
				t.Files = append(t.Files, file)
			}
		}
	}
	slices.Sort(t.Files)
	return t
}
