package tool

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"sextant/internal/index"
	"sextant/internal/search"
)

type graphIn struct {
	Path      string `json:"path,omitempty" jsonschema:"file or directory; without it the most connected files"`
	Direction string `json:"direction,omitempty" jsonschema:"dependencies or dependents only"`
	Depth     int    `json:"depth,omitempty" jsonschema:"steps to follow"`
	Symbol    string `json:"symbol,omitempty" jsonschema:"only edges that take this name"`
	Limit     int    `json:"limit,omitempty" jsonschema:"most files without a path"`
	Cycles    bool   `json:"cycles,omitempty" jsonschema:"add import cycles"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var graphTool = define(Tool{
	Name: "get_dependency_graph", Title: "Dependency graph", Group: Navigation, ReadOnly: true,
	Description: "Which files a file depends on and which depend on it, as JSON adjacency maps of real paths: resolved imports, and names used within a package. Before changing a file's interface; unlike grep for import lines it knows aliases, re-exports and packages.",
}, map[string]rule{"direction": oneOf("both", "dependencies", "dependents", "both"), "depth": between(1, 10).or(1),
	"limit": between(1, 500).or(50), "max_tokens": between(50, 100000)}, dependencyGraph)

// graphData is the reply in repo-memory's form.
type graphData struct {
	// Deps and Dependents are there, if empty, when the direction includes them.
	Deps       map[string][]string `json:"deps,omitzero"`
	Dependents map[string][]string `json:"dependents,omitzero"`
	Cycles     []graphCycle        `json:"cycles,omitempty"`
	Stats      graphStats          `json:"stats"`
	Truncated  bool                `json:"truncated,omitempty"`
	// Where counts dependents by directory when not all of them are listed.
	Where   map[string]int `json:"dependentsIn,omitempty"`
	Omitted string         `json:"omitted,omitempty"`
}

type graphStats struct {
	Files         int         `json:"totalFiles"`
	Edges         int         `json:"totalEdges"`
	MostConnected []connected `json:"mostConnected,omitempty"`
	MostCentral   []string    `json:"mostCentral,omitempty"`
	Cycles        *int        `json:"cycles,omitempty"`
}

type connected struct {
	Path        string `json:"path"`
	Connections int    `json:"connections"`
}

type graphCycle struct {
	Size  int      `json:"size"`
	Loop  []string `json:"loop"`
	Files []string `json:"files,omitempty"`
}

func dependencyGraph(ctx context.Context, c *Call, in graphIn) (*Reply, error) {
	start, err := c.within("path", in.Path)
	if err != nil {
		return nil, err
	}
	var about []*index.File
	if start != "" {
		about = c.View.Under(start)
	}
	if in.Symbol != "" {
		return c.symbolGraph(ctx, in, start)
	}
	g, err := search.Dependencies(ctx, c.View, about, c.Whole)
	if err != nil {
		return nil, err
	}
	m := &adjacency{g: g, rank: g.Centrality()}
	if start == "" {
		m.summary(in.Limit, in.Cycles)
	} else {
		m.around(start, about, in)
	}
	if in.Cycles {
		m.cycles = search.Cycles(g, start)
	}
	return c.fitGraph(in, start, m, pendingNote(g.Pending))
}

// pendingNote says that a graph lacks something, and why.
func pendingNote(pending int) string {
	if pending == 0 {
		return ""
	}
	return count(pending, "file") + " not yet parsed, whose edges are missing: ask again shortly"
}

// adjacency is the part of a graph that a reply is about, before it is cut.
type adjacency struct {
	g                *index.Graph
	rank             []float64
	deps, dependents map[string][]int32
	stats            graphStats
	cut              string // what limit left out
	cycles           []search.Cycle
}

// around collects what is reached from a file, or from the files of a
// directory, which count as one.
func (m *adjacency) around(start string, files []*index.File, in graphIn) {
	own := make(map[int32]bool)
	for _, f := range files {
		if n, ok := m.g.Node(f.Path); ok {
			own[n] = true
		}
	}
	seen := make(map[int32]bool)
	walk := func(backward bool) map[string][]int32 {
		out := make(map[string][]int32)
		layer := make(map[int32]bool)
		for n := range own {
			seen[n] = true
			for _, to := range m.next(n, backward) {
				if !own[to] {
					layer[to] = true
				}
			}
		}
		out[start] = sorted(layer)
		visited := make(map[int32]bool)
		for distance := 1; len(layer) > 0; distance++ {
			for n := range layer {
				seen[n], visited[n] = true, true
			}
			if distance == in.Depth {
				break
			}
			after := make(map[int32]bool)
			for n := range layer {
				list := m.next(n, backward)
				out[m.g.File(n).Path] = list
				for _, to := range list {
					if !visited[to] && !own[to] {
						after[to] = true
					}
				}
			}
			layer = after
		}
		return out
	}
	edges := func(lists map[string][]int32) {
		for _, l := range lists {
			m.stats.Edges += len(l)
		}
	}
	if in.Direction != "dependents" {
		m.deps = walk(false)
		edges(m.deps)
	}
	if in.Direction != "dependencies" {
		m.dependents = walk(true)
		edges(m.dependents)
	}
	m.stats.Files = len(seen)
}

func sorted(set map[int32]bool) []int32 {
	out := make([]int32, 0, len(set))
	for n := range set {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// next lists the nodes one dependency away, in order of their paths.
func (m *adjacency) next(n int32, backward bool) []int32 {
	arcs := m.g.Out(n)
	if backward {
		arcs = m.g.In(n)
	}
	var out []int32
	for _, a := range arcs {
		if a.Kind.IsDependency() {
			out = append(out, a.Node)
		}
	}
	return out
}

// listedConnected is how many files the statistics name.
const listedConnected = 10

// summary collects the files with the most edges; who asks for cycles gets
// those instead of their lists.
func (m *adjacency) summary(limit int, cycles bool) {
	type node struct {
		n           int32
		connections int
	}
	var all []node
	for n := int32(0); int(n) < m.g.Len(); n++ {
		k := len(m.next(n, false)) + len(m.next(n, true))
		if k > 0 || linkable(m.g.File(n)) {
			m.stats.Files++
		}
		if k > 0 {
			all = append(all, node{n, k})
		}
	}
	m.stats.Edges = m.g.Dependencies()
	central := slices.Clone(all)
	sort.SliceStable(all, func(i, j int) bool { return all[i].connections > all[j].connections })
	sort.SliceStable(central, func(i, j int) bool { return m.rank[central[i].n] > m.rank[central[j].n] })
	for _, x := range central[:min(listedConnected, len(central))] {
		m.stats.MostCentral = append(m.stats.MostCentral, m.g.File(x.n).Path)
	}
	for _, x := range all[:min(listedConnected, len(all))] {
		m.stats.MostConnected = append(m.stats.MostConnected, connected{m.g.File(x.n).Path, x.connections})
	}
	if cycles {
		return
	}
	m.deps = make(map[string][]int32)
	for _, x := range all[:min(limit, len(all))] {
		m.deps[m.g.File(x.n).Path] = m.next(x.n, false)
	}
	if len(all) > limit {
		m.cut = fmt.Sprintf("%d of %d files with edges", limit, len(all))
	}
}

// linkable reports whether a file could have edges at all.
func linkable(f *index.File) bool { return f.Parsed() && f.Language.Resolve != nil }

// graphSizes are the shapes a graph is tried in until one fits: neighbours
// listed a file, files that have a list, cycles, members listed a cycle.
var graphSizes = []struct{ neighbours, lists, cycles, members int }{{10000, 10000, 200, 40}, {200, 400, 60, 12}, {80, 200, 30, 8}, {40, 100, 20, 4},
	{20, 60, 12, 0}, {12, 30, 8, 0}, {8, 16, 5, 0}, {5, 8, 3, 0}, {3, 3, 2, 0}, {1, 1, 1, 0}}

func (c *Call) fitGraph(in graphIn, start string, m *adjacency, note string) (*Reply, error) {
	wanted, _ := c.limits(in.MaxTokens)
	var d graphData
	for i, size := range graphSizes {
		d = graphData{Stats: m.stats, Omitted: note}
		lost := 0
		d.Deps = m.lists(m.deps, start, size.neighbours, size.lists, &lost)
		d.Dependents = m.lists(m.dependents, start, size.neighbours, size.lists, &lost)
		if size.neighbours < len(m.dependents[start]) {
			d.Where = m.directories(m.dependents[start])
		}
		if in.Cycles {
			n := len(m.cycles)
			d.Stats.Cycles = &n
			lost += m.listCycles(&d, size.cycles, size.members)
		}
		named := listedConnected
		switch {
		case i == len(graphSizes)-1:
			named, d.Where = 0, nil
		case i > 2:
			named = 3
		}
		d.Stats.MostConnected = m.stats.MostConnected[:min(named, len(m.stats.MostConnected))]
		d.Stats.MostCentral = m.stats.MostCentral[:min(named, len(m.stats.MostCentral))]
		d.Truncated = lost > 0 || m.cut != ""
		if m.cut != "" {
			d.Omitted = joinNotes(m.cut+"; limit lists more, path asks of one", d.Omitted)
		}
		if lost > 0 {
			d.Omitted = joinNotes(fmt.Sprintf("%d mentions of paths to fit, the least central first; direction, depth or max_tokens give more room", lost), d.Omitted)
		}
		if utf8.RuneCountInString(compactJSON(d))+1 <= wanted {
			break
		}
	}
	r := &Reply{Text: compactJSON(d) + "\n", Data: d, Empty: start != "" && m.stats.Edges == 0 && len(m.cycles) == 0}
	if f := c.View.File(start); f != nil {
		r.cited = append(r.cited, f)
	}
	return r, nil
}

// lists prints adjacency lists as paths: of too many neighbours the most
// central stay, of too many files those with the most central list. The file
// asked about always has its list.
func (m *adjacency) lists(from map[string][]int32, start string, neighbours, files int, lost *int) map[string][]string {
	if from == nil {
		return nil
	}
	keys := make([]string, 0, len(from))
	for k := range from {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	if len(keys) > files {
		weight := func(p string) float64 {
			if n, ok := m.g.Node(p); ok && p != start {
				return m.rank[n] + float64(len(m.g.Out(n))+len(m.g.In(n)))/1e9
			}
			return 2 // the start
		}
		sort.SliceStable(keys, func(i, j int) bool { return weight(keys[i]) > weight(keys[j]) })
		for _, k := range keys[files:] {
			*lost += 1 + len(from[k])
		}
		keys = keys[:files]
	}
	out := make(map[string][]string, len(keys))
	for _, k := range keys {
		list := from[k]
		if len(list) > neighbours {
			*lost += len(list) - neighbours
			list = slices.Clone(list)
			slices.SortStableFunc(list, func(a, b int32) int {
				switch {
				case m.rank[a] > m.rank[b]:
					return -1
				case m.rank[a] < m.rank[b]:
					return 1
				}
				return int(a - b)
			})
			list = list[:neighbours]
			slices.Sort(list)
		}
		paths := make([]string, len(list))
		for i, n := range list {
			paths[i] = m.g.File(n).Path
		}
		out[k] = paths
	}
	return out
}

// shortestLoop is how much of a loop is shown at least.
const shortestLoop = 3

// mostDirectories bounds where dependents are said to lie.
const mostDirectories = 12

// directories counts paths by their first two directories, the largest first
// where there are too many.
func (m *adjacency) directories(nodes []int32) map[string]int {
	all := make(map[string]int)
	for _, n := range nodes {
		parts := strings.SplitN(m.g.File(n).Path, "/", 4)
		all[strings.Join(parts[:min(2, len(parts)-1)], "/")+"/"]++
	}
	return largest(all, mostDirectories)
}

// listCycles adds cycles to a reply and returns how many paths did not fit.
func (m *adjacency) listCycles(d *graphData, most, members int) (lost int) {
	for i, cycle := range m.cycles {
		if i == most {
			for _, rest := range m.cycles[most:] {
				lost += len(rest.Files)
			}
			break
		}
		out := graphCycle{Size: len(cycle.Files), Loop: cycle.Loop}
		if long := max(members, shortestLoop); len(out.Loop) > long {
			lost += len(out.Loop) - long
			out.Loop = out.Loop[:long]
		}
		if len(cycle.Files) > len(cycle.Loop) {
			out.Files = cycle.Files[:min(members, len(cycle.Files))]
			lost += len(cycle.Files) - len(out.Files)
		}
		d.Cycles = append(d.Cycles, out)
	}
	return lost
}
