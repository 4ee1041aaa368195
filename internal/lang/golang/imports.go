package golang

import (
	"go/ast"
	"slices"
	"sort"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// imports collects a file's imports and the names it uses of each.
type imports struct {
	list []imported
	// byName finds the import behind a package name used in the file. Without
	// an alias that name is a guess from the path; a wrong guess is harmless
	// because the file uses no such name.
	byName map[string]int
	seen   map[usedName]int // index in the import's used
}

type imported struct {
	code.Import
	alias string // as written; "" for none
	used  []use
}

type usedName struct {
	of   int
	name string
}

type use struct {
	name string
	at   uint32
}

func (x *extractor) addImport(s *ast.ImportSpec) {
	if s.Path == nil {
		return
	}
	specifier, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return
	}
	span := x.span(s.Path)
	im := imported{Import: code.Import{Specifier: strings.ToValidUTF8(specifier, "\uFFFD"), Form: code.ImportStatic,
		Span: code.Span{Start: span.Start + 1, End: max(span.Start+1, span.End-1)}, Line: x.lineAt(span.Start)}}
	if s.Name != nil {
		im.alias = s.Name.Name
	}
	switch im.alias {
	case "":
	case "_":
		im.Form = code.ImportSideEffect
	case ".":
		im.Names = []code.ImportedName{{Name: "*"}}
	default:
		im.Names = []code.ImportedName{{Name: "*", Alias: im.alias}}
	}
	x.imports.list = append(x.imports.list, im)
}

// guess gives every import its package name: aliases first, then the last
// part of the path, then less likely forms of it.
func (m *imports) guess() {
	m.byName, m.seen = make(map[string]int, len(m.list)), make(map[usedName]int)
	offer := func(name string, i int) {
		if _, taken := m.byName[name]; !taken && name != "" {
			m.byName[name] = i
		}
	}
	for i, im := range m.list {
		if im.alias != "" && im.alias != "_" && im.alias != "." {
			offer(im.alias, i)
		}
	}
	for rank := range 2 {
		for i, im := range m.list {
			if im.alias != "" {
				continue
			}
			names := packageNames(im.Specifier)
			if rank == 0 {
				names = names[:1]
			}
			for _, n := range names {
				offer(n, i)
			}
		}
	}
}

// packageNames lists what the package at a path may be called, likeliest
// first: "github.com/a/go-b/v2" gives b, go-b, go_b, gob, v2.
func packageNames(path string) []string {
	base := path[strings.LastIndexByte(path, '/')+1:]
	var last []string
	if isMajor(base) && base != path {
		last = []string{base}
		dir := path[:len(path)-len(base)-1]
		base = dir[strings.LastIndexByte(dir, '/')+1:]
	}
	if k := strings.LastIndex(base, ".v"); k > 0 && isMajor(base[k+1:]) {
		base = base[:k] // gopkg.in/yaml.v3
	}
	plain := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(base, "go-"), "go."), "-go"), ".go")
	names := []string{plain}
	if strings.ContainsAny(base, "-.") {
		for _, s := range []string{base, plain} {
			names = append(names, strings.NewReplacer("-", "_", ".", "_").Replace(s), strings.NewReplacer("-", "", ".", "").Replace(s))
		}
		names = append(names, strings.FieldsFunc(plain, func(r rune) bool { return r == '-' || r == '.' })...)
	}
	return append(names, last...)
}

// isMajor reports whether a path element is a major version: v2, v15.
func isMajor(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	for _, b := range []byte(s[1:]) {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}

// hide drops a guessed package name that the file itself declares.
func (m *imports) hide(name string) {
	if i, ok := m.byName[name]; ok && m.list[i].alias == "" {
		delete(m.byName, name)
	}
}

// use notes that name was taken from the package known as base.
func (m *imports) use(base, name string, at uint32) {
	i, ok := m.byName[base]
	if !ok {
		return
	}
	key := usedName{i, name}
	used := &m.list[i].used
	if k, ok := m.seen[key]; ok {
		(*used)[k].at = min((*used)[k].at, at)
		return
	}
	m.seen[key] = len(*used)
	*used = append(*used, use{name, at})
}

// flush hands the imports to the builder.
func (m *imports) flush(b *lang.Builder) {
	for i := range m.list {
		im := &m.list[i]
		sort.Slice(im.used, func(a, b int) bool { return im.used[a].at < im.used[b].at })
		im.Names = slices.Grow(im.Names, len(im.used))
		for _, u := range im.used {
			im.Names = append(im.Names, code.ImportedName{Name: u.name})
		}
		b.AddImport(im.Import)
	}
}
