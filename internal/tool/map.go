package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
)

type mapIn struct {
	Depth       int    `json:"depth,omitempty" jsonschema:"levels of directories"`
	ProjectRoot string `json:"project_root,omitempty" jsonschema:"map only this directory"`
	MaxTokens   int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var mapTool = define(Tool{
	Name: "get_project_map", Title: "Project map", Group: Navigation, ReadOnly: true,
	Description: "What is here, as compact JSON: directories, what each file is, entry points, languages, coverage. For a first look; then query.",
}, map[string]rule{"depth": between(1, 20).or(2), "project_root": {unlisted: true}, "max_tokens": between(50, 100000)}, projectMap)

// mapNode is a directory of the map, in repo-memory's form.
type mapNode struct {
	Name     string     `json:"name"`
	Files    []mapFile  `json:"files,omitempty"`
	More     int        `json:"moreFiles,omitempty"`
	Children []*mapNode `json:"children,omitempty"`
	Hidden   int        `json:"moreChildren,omitempty"`
	Count    int        `json:"fileCount"`
}

type mapFile struct {
	Name    string `json:"name"`
	Purpose string `json:"purpose,omitempty"`
}

// mapData is the whole map.
type mapData struct {
	Tree        *mapNode       `json:"tree"`
	EntryPoints []string       `json:"entryPoints"`
	Total       int            `json:"totalFiles"`
	Languages   map[string]int `json:"languageBreakdown"`
	Coverage    map[string]int `json:"coverage"`
	Omitted     string         `json:"omitted,omitempty"`
}

// mapSizes are the shapes a map is tried in until one fits: files listed a
// directory, directories listed a directory, entry points and languages.
var mapSizes = []struct{ files, dirs, entries, languages int }{{60, 400, 40, 20}, {24, 200, 40, 20}, {10, 120, 20, 12}, {5, 80, 20, 12},
	{2, 60, 12, 12}, {0, 60, 12, 8}, {0, 30, 8, 8}, {0, 15, 5, 5}, {0, 6, 2, 3}}

func projectMap(ctx context.Context, c *Call, in mapIn) (*Reply, error) {
	dir, err := c.directory("project_root", in.ProjectRoot)
	if err != nil {
		return nil, err
	}
	d := mapData{Coverage: make(map[string]int)}
	languages := make(map[string]int)
	files := slices.Clone(c.View.Under(dir))
	files = slices.DeleteFunc(files, func(f *index.File) bool { return path.Base(f.Path) == ".gitkeep" })
	for _, f := range files {
		d.Total++
		d.Coverage[f.Class.String()]++
		if ext := strings.ToLower(path.Ext(f.Path)); ext != "" && ext != strings.ToLower(path.Base(f.Path)) && f.Class != code.ClassBinary && f.Class != code.ClassSymlink {
			languages[ext]++
		}
	}
	if dir == "" {
		for reason, n := range c.View.Coverage().Skipped {
			d.Coverage["skipped: "+reason] = n
		}
	}
	entries, pending, err := search.EntryPoints(ctx, c.View, dir, c.Budget)
	if err != nil {
		return nil, err
	}
	unread := len(c.View.Unindexed())
	root := buildTree(files, dir)
	if dir == "" {
		root.Name = path.Base(c.View.Root())
	}
	m := &mapper{ctx: ctx, c: c, entry: make(map[string]bool), purposes: make(map[*index.File]string)}
	for _, e := range entries {
		m.entry[e] = true
	}
	_, allowed := c.limits(0)
	wanted, _ := c.limits(in.MaxTokens)
	for depth := in.Depth; depth >= 0; depth-- {
		for _, size := range mapSizes {
			m.files, m.dirs, m.cut, m.room = size.files, size.dirs, false, wanted
			d.Tree = m.node(root, dir, 0, depth)
			d.EntryPoints = append([]string{}, entries[:min(size.entries, len(entries))]...)
			d.Languages = largest(languages, size.languages)
			d.Omitted = omitted(m.cut || depth < in.Depth && deeper(root, depth), len(entries)-len(d.EntryPoints), pending, unread)
			text := compactJSON(d) + "\n"
			if m.room > 0 && utf8.RuneCountInString(text) <= wanted {
				return &Reply{Text: text, Data: d}, nil
			}
		}
	}
	// Not even the frame fits: what a map is asked for first.
	d = mapData{Tree: &mapNode{Name: root.Name, Count: root.Count}, EntryPoints: []string{}, Total: d.Total,
		Languages: largest(languages, 1), Coverage: map[string]int{}, Omitted: "nearly all; raise max_tokens"}
	return &Reply{Text: clip(compactJSON(d), allowed-1) + "\n", Data: d}, nil
}

// omitted says what a map lacks and how to get it.
func omitted(tree bool, entries, pending, unread int) string {
	var left []string
	if unread > 0 {
		left = append(left, count(unread, "file")+" not yet read: what they are is told by their names alone")
	}
	if tree {
		left = append(left, "parts of the tree: project_root=DIRECTORY maps one directory, directory_tree lists it")
	}
	if entries > 0 {
		left = append(left, count(entries, "entry point"))
	}
	if pending > 0 {
		left = append(left, count(pending, "file")+" not yet looked at for entry points")
	}
	return strings.Join(left, "; ")
}

// fewFiles is how many files of a directory are listed whatever they are.
const fewFiles = 8

// mapper draws the tree in one size.
type mapper struct {
	ctx         context.Context
	c           *Call
	entry       map[string]bool
	purposes    map[*index.File]string
	files, dirs int
	cut         bool
	room        int // characters left, roughly; a tree that passes it is given up
}

func (m *mapper) node(n *treeNode, dir string, level, depth int) *mapNode {
	out := &mapNode{Name: n.Name, Count: n.Count}
	m.room -= len(n.Name) + len(`{"name":"","fileCount":1},`)
	if level >= depth || m.room <= 0 {
		return out
	}
	order := append([]*index.File(nil), n.entries...)
	sort.SliceStable(order, func(i, j int) bool { return m.weight(order[i]) > m.weight(order[j]) })
	for _, f := range order {
		base := path.Base(f.Path)
		if len(order) > fewFiles && m.weight(f) == 0 {
			out.More++ // tests, data: their number says enough
			continue
		}
		if len(out.Files) == m.files {
			out.More++
			m.cut = true
			continue
		}
		if m.room -= len(base) + len(`{"name":""},`); m.room <= 0 {
			return out
		}
		out.Files = append(out.Files, mapFile{base, m.purpose(f)})
	}
	dirs := append([]*treeNode(nil), n.Dirs...)
	if len(dirs) > m.dirs {
		sort.SliceStable(dirs, func(i, j int) bool { return dirs[i].Count > dirs[j].Count })
		out.Hidden = len(dirs) - m.dirs
		dirs = dirs[:m.dirs]
		sort.Slice(dirs, func(i, j int) bool { return dirs[i].Name < dirs[j].Name })
		m.cut = true
	}
	for _, d := range dirs {
		out.Children = append(out.Children, m.node(d, path.Join(dir, d.Name), level+1, depth))
	}
	return out
}

// weight puts the files that explain a directory first.
func (m *mapper) weight(f *index.File) int {
	base := strings.ToUpper(path.Base(f.Path))
	switch {
	case m.entry[f.Path]:
		return 5
	case strings.HasPrefix(base, "README"):
		return 4
	case f.Class == code.ClassSource:
		return 3
	case f.Class == code.ClassConfiguration:
		return 2
	case f.Class == code.ClassDocumentation:
		return 1
	}
	return 0
}

// purpose is what a file is for in a few words: "entry point", or its own doc
// sentence when that costs no parse. What the name tells is not said again.
func (m *mapper) purpose(f *index.File) string {
	p, known := m.purposes[f]
	if !known {
		p = m.findPurpose(f)
		m.purposes[f] = p
	}
	return p
}

func (m *mapper) findPurpose(f *index.File) string {
	if m.entry[f.Path] {
		return "entry point"
	}
	if f.Class == code.ClassSource && m.c.View.HasOutline(f) {
		if facts, err := m.c.View.Outline(m.ctx, f); err == nil && facts != nil && telling(facts.Doc) {
			return clip(facts.Doc, 60)
		}
	}
	switch f.Class {
	case code.ClassSymlink, code.ClassGenerated, code.ClassMinified, code.ClassVendored, code.ClassTooLarge, code.ClassUnreadable:
		return f.Class.String()
	}
	return ""
}

func largest(m map[string]int, max int) map[string]int {
	if len(m) <= max {
		return m
	}
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if m[names[i]] != m[names[j]] {
			return m[names[i]] > m[names[j]]
		}
		return names[i] < names[j]
	})
	out := make(map[string]int, max)
	for _, n := range names[:max] {
		out[n] = m[n]
	}
	return out
}

// compactJSON encodes without white space and without HTML escapes, which
// cost tokens and read badly.
func compactJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimRight(b.String(), "\n")
}
