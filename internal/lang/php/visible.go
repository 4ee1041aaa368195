package php

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// visible lists the files behind the names that a file uses without importing
// them: classes and functions of its own namespace, fully qualified names, and
// functions that composer.json loads for everybody.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	v := newUnimported(p, from, f)
	for i := range f.References {
		v.use(&f.References[i])
	}
	var out []lang.Target
	slices.Sort(v.files)
	for _, file := range slices.Compact(v.files) {
		out = append(out, lang.Target{Files: []string{file}, Key: file, Every: true})
	}
	slices.Sort(v.open)
	for _, namespace := range slices.Compact(v.open) {
		out = append(out, v.declaring(namespace)...)
	}
	slices.Sort(v.guessed)
	for _, file := range slices.Compact(v.guessed) {
		out = append(out, v.checked(file, []string{file}))
	}
	if !v.called {
		return out
	}
	for _, c := range v.near {
		if loaded := c.globals(p); len(loaded) > 0 && within(from, c.dir) {
			out = append(out, v.checked(path.Join(c.dir, "composer.json"), loaded))
		}
	}
	return out
}

// unimported collects what one file uses without an import.
type unimported struct {
	p        lang.Project
	from     string
	facts    *code.Facts
	near     []*composerPackage
	imported map[string]string // local name -> full name
	own      map[string]bool   // full names that the file defines
	asked    map[string]bool   // full names that have been looked for
	files    []string          // found by name
	open     []string          // namespaces of names that paths did not find
	guessed  []string          // found by a customary name
	called   bool              // a function may be a global one
}

func newUnimported(p lang.Project, from string, f *code.Facts) *unimported {
	v := &unimported{p: p, from: from, facts: f, near: packages(p).around(from), imported: make(map[string]string),
		own: make(map[string]bool), asked: make(map[string]bool)}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Form == code.ImportUse {
			for _, n := range im.Names {
				v.imported[strings.ToLower(n.Local())] = im.Specifier
			}
		}
	}
	for i := range f.Definitions {
		if f.TopLevel(int32(i)) && f.Definitions[i].Kind != code.KindNamespace {
			v.own[inNamespace(v.namespace(f.Definitions[i].Container), f.Definitions[i].Name)] = true
		}
	}
	return v
}

// namespace is the namespace in which the code inside a definition stands.
func (v *unimported) namespace(enclosing int32) string {
	for i := enclosing; i != code.NoDefinition; i = v.facts.Definitions[i].Container {
		if d := &v.facts.Definitions[i]; d.Kind == code.KindNamespace {
			return d.Name
		}
	}
	return v.facts.Package
}

func inNamespace(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + `\` + name
}

// use looks for what one reference names.
func (v *unimported) use(r *code.Reference) {
	if r.Local || r.Role == code.RoleImport || r.Name[0] == '$' {
		return
	}
	namespace := v.namespace(r.Enclosing)
	full := ""
	switch r.Qualifier {
	case code.QualifierNone:
		if _, ok := v.imported[strings.ToLower(r.Name)]; ok {
			return
		}
		full = inNamespace(namespace, r.Name)
	case code.QualifierPath:
		if full = v.qualified(namespace, r.QualifierText, r.Name); full == "" {
			return
		}
	default:
		return
	}
	function := r.Role == code.RoleCall || r.Role == code.RoleRead
	v.called = v.called || function && r.Qualifier == code.QualifierNone
	key := full
	if function {
		key += "()"
	}
	if v.asked[key] || v.own[full] {
		return
	}
	v.asked[key] = true
	k := strings.LastIndexByte(full, '\\')
	switch file := ""; {
	case function && k > 0 && r.Qualifier == code.QualifierPath:
		if files := namespaceFunctions(v.p, v.near, full[:k]); len(files) == 1 {
			v.files = append(v.files, files[0])
		}
	case function && k > 0:
		v.open = append(v.open, full[:k])
	case function:
	default:
		if file = classFile(v.p, v.near, full); file != "" {
			v.files = append(v.files, file)
		} else if k < 0 {
			v.conventional(full)
		} else if r.Qualifier == code.QualifierNone {
			v.open = append(v.open, full[:k])
		}
	}
}

// conventional looks for the file of a class without a namespace by the names
// that such files have where nothing but include finds them.
func (v *unimported) conventional(class string) {
	lower := strings.ToLower(class)
	var found []string
	for _, base := range []string{class, class + ".class", "class." + class, "class-" + strings.ReplaceAll(lower, "_", "-"), lower} {
		for _, file := range v.p.Named(base + ".php") {
			if !packages(v.p).covers(file) {
				found = append(found, file)
			}
		}
	}
	slices.Sort(found)
	if found = slices.Compact(found); len(found) == 1 {
		v.guessed = append(v.guessed, found[0])
	}
}

// checked makes a target of files of which those count that define a name used
// in the file: the file itself is added, as one alone would count unlooked at.
func (v *unimported) checked(key string, files []string) lang.Target {
	files = slices.Clone(files)
	if !slices.Contains(files, v.from) {
		files = append(files, v.from)
	}
	slices.Sort(files)
	return lang.Target{Files: files, Key: key}
}

// declaring lists the files of the file's package that say they are part of
// a namespace, but for those of classes that an import hides.
func (v *unimported) declaring(namespace string) []lang.Target {
	dir := ""
	if len(v.near) > 0 && within(v.from, v.near[0].dir) {
		dir = v.near[0].dir
	}
	var files []string
	for _, file := range v.p.Declaring("php", namespace) {
		if _, hidden := v.imported[strings.ToLower(strings.TrimSuffix(path.Base(file), ".php"))]; !hidden && within(file, dir) {
			files = append(files, file)
		}
	}
	if len(files) == 0 || len(files) == 1 && files[0] == v.from {
		return nil
	}
	return []lang.Target{v.checked(namespace, files)}
}

// qualified is the full name of A\B\name as a file writes it, "" for a path of
// variables and members.
func (v *unimported) qualified(namespace, before, name string) string {
	if strings.ContainsAny(before, "$.()[]<@^|") {
		return ""
	}
	if before[0] == '\\' {
		return strings.TrimLeft(before+`\`+name, `\`)
	}
	first, rest, more := strings.Cut(before, `\`)
	if more {
		rest = `\` + rest
	}
	if strings.EqualFold(first, "namespace") {
		return inNamespace(namespace, strings.TrimPrefix(rest+`\`+name, `\`))
	}
	if full, ok := v.imported[strings.ToLower(first)]; ok {
		return full + rest + `\` + name
	}
	return inNamespace(namespace, before+`\`+name)
}
