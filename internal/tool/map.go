package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
)

type mapIn struct {
	Depth       int    `json:"depth,omitempty" jsonschema:"levels of directories"`
	ProjectRoot string `json:"project_root,omitempty" jsonschema:"a directory to map instead of the root"`
	MaxTokens   int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var mapTool = define(Tool{
	Name: "get_project_map", Title: "Project map", Group: Navigation, ReadOnly: true,
	Description: "What is here: directories with file counts, what each file is, entry points, languages and coverage, as compact JSON. For a first look at a repository; then query.",
}, map[string]rule{"depth": between(1, 20).or(2), "max_tokens": between(50, 100000)}, projectMap)

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
// directory, and directories listed a directory.
var mapSizes = []struct{ files, dirs int }{{60, 400}, {24, 200}, {10, 120}, {5, 80}, {2, 60}, {0, 60}, {0, 30}, {0, 15}, {0, 6}}

func projectMap(ctx context.Context, c *Call, in mapIn) (*Reply, error) {
	dir, err := c.directory("project_root", in.ProjectRoot)
	if err != nil {
		return nil, err
	}
	files := c.View.Under(dir)
	d := mapData{EntryPoints: []string{}, Languages: make(map[string]int), Coverage: make(map[string]int)}
	for _, f := range files {
		if path.Base(f.Path) == ".gitkeep" {
			continue
		}
		d.Total++
		d.Coverage[f.Class.String()]++
		if ext := strings.ToLower(path.Ext(f.Path)); ext != "" && f.Class != code.ClassBinary {
			d.Languages[ext]++
		}
	}
	for reason, n := range c.View.Coverage().Skipped {
		d.Coverage["skipped: "+reason] = n
	}
	d.Languages = largest(d.Languages, 20)
	entries, pending, err := search.EntryPoints(ctx, c.View, dir, c.Budget)
	if err != nil {
		return nil, err
	}
	const mostEntries = 40
	d.EntryPoints = append(d.EntryPoints, entries[:min(mostEntries, len(entries))]...)
	tree := buildTree(c.View, dir)
	if dir == "" {
		tree.Name = path.Base(c.View.Root())
	}
	entry := make(map[string]bool)
	for _, e := range entries {
		entry[e] = true
	}
	w := c.newWriter(in.MaxTokens)
	var text string
	var left []string
	for depth := in.Depth; depth >= 1; depth-- {
		fitted := false
		for _, size := range mapSizes {
			m := &mapper{ctx: ctx, c: c, entry: entry, files: size.files, dirs: size.dirs}
			d.Tree = m.node(tree, dir, 0, depth)
			left = left[:0]
			if m.cut || depth < in.Depth {
				left = append(left, "parts of the tree: project_root=DIRECTORY maps one directory, directory_tree lists it")
			}
			if pending > 0 {
				left = append(left, count(pending, "file")+" not yet looked at for entry points")
			}
			d.Omitted = strings.Join(left, "; ")
			if text = compactJSON(d); len([]rune(text)) <= w.max {
				fitted = true
				break
			}
		}
		if fitted {
			break
		}
	}
	r := &Reply{Text: text + "\n", Data: d}
	return r, nil
}

// mapper draws the tree in one size.
type mapper struct {
	ctx         context.Context
	c           *Call
	entry       map[string]bool
	files, dirs int
	cut         bool
}

func (m *mapper) node(n *treeNode, dir string, level, depth int) *mapNode {
	out := &mapNode{Name: n.Name, Count: n.Count}
	if level >= depth {
		return out
	}
	order := append([]*index.File(nil), n.entries...)
	sort.SliceStable(order, func(i, j int) bool { return m.weight(order[i]) > m.weight(order[j]) })
	for _, f := range order {
		base := path.Base(f.Path)
		if base == ".gitkeep" {
			continue
		}
		if len(out.Files) == m.files {
			out.More++
			m.cut = true
			continue
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

// purpose is what a file is for in a few words: "entry point", its own doc
// sentence when that costs no parse, or its role.
func (m *mapper) purpose(f *index.File) string {
	if m.entry[f.Path] {
		return "entry point"
	}
	if f.Class == code.ClassSource && m.c.View.HasOutline(f) {
		if facts, err := m.c.View.Outline(m.ctx, f); err == nil && facts != nil && facts.Doc != "" {
			return clip(facts.Doc, 60)
		}
	}
	if f.Class != code.ClassSource {
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
