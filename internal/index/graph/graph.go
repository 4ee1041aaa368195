// Package graph holds which files depend on which and what follows from it:
// who is reached from where, which files form cycles, which are central. In
// go numbered nodes and arcs; out come a Graph and its answers. It is pure
// and knows nothing of paths; package index numbers the files of a view.
//
// The main type is Graph.
package graph

import "slices"

// Kind is why one file depends on another.
type Kind uint8

// Kinds of arcs, the strongest first: where two files are joined in several
// ways the first one stands. The order is part of the stored form.
const (
	Import  Kind = iota // an import, include or require that leads to the file
	Use                 // names used without an import: the same package, an autoloaded class
	Mention             // a path in prose, a comment or a string
	kindCount
)

// IsDependency reports whether an arc of this kind makes its source depend on
// its target; a mention does not.
func (k Kind) IsDependency() bool { return k < Mention }

// Valid reports whether k is one of the kinds.
func (k Kind) Valid() bool { return k < kindCount }

// Arc leads from or to a node.
type Arc struct {
	Node int32
	Kind Kind
}

// Graph is a directed graph over the nodes 0 to Len()-1. It never changes.
type Graph struct {
	out, in rows
	arcs    int
}

// rows are the arcs of each node, one after another.
type rows struct {
	at   []int32 // where a node's arcs begin; one more than there are nodes
	arcs []Arc
}

func (r *rows) of(node int32) []Arc { return r.arcs[r.at[node]:r.at[node+1]] }

// New makes a graph of lists of arcs, one a node. Lists need not be sorted;
// arcs to the node itself and to nodes that are not there are left out, and of
// several to one node the strongest stays. The lists are sorted in place.
func New(lists [][]Arc) *Graph {
	n := int32(len(lists))
	g := &Graph{out: rows{at: make([]int32, n+1)}, in: rows{at: make([]int32, n+1)}}
	for from, list := range lists {
		slices.SortFunc(list, func(a, b Arc) int {
			if a.Node != b.Node {
				return int(a.Node) - int(b.Node)
			}
			return int(a.Kind) - int(b.Kind)
		})
		last := int32(-1)
		for _, a := range list {
			if a.Node == last || a.Node == int32(from) || a.Node < 0 || a.Node >= n {
				continue
			}
			last = a.Node
			g.out.arcs = append(g.out.arcs, a)
			g.in.at[a.Node+1]++
			if a.Kind.IsDependency() {
				g.arcs++
			}
		}
		g.out.at[from+1] = int32(len(g.out.arcs))
	}
	for i := int32(0); i < n; i++ {
		g.in.at[i+1] += g.in.at[i]
	}
	g.in.arcs = make([]Arc, len(g.out.arcs))
	next := slices.Clone(g.in.at)
	for from := int32(0); from < n; from++ {
		for _, a := range g.out.of(from) {
			g.in.arcs[next[a.Node]] = Arc{from, a.Kind}
			next[a.Node]++
		}
	}
	return g
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.out.at) - 1 }

// Dependencies is the number of arcs that are dependencies.
func (g *Graph) Dependencies() int { return g.arcs }

// Out lists the arcs that leave a node, by target. It must not be changed.
func (g *Graph) Out(node int32) []Arc { return g.out.of(node) }

// In lists the arcs that reach a node; their Node is where they come from. It
// must not be changed.
func (g *Graph) In(node int32) []Arc { return g.in.of(node) }

// Reach visits what depends on start, or what start depends on, nearest
// first: visit gets each node once with its distance, 1 or more, and says
// whether to go on. depth bounds the distance; 0 is no bound.
func (g *Graph) Reach(start int32, backward bool, depth int, visit func(node int32, distance int) bool) {
	next := &g.out
	if backward {
		next = &g.in
	}
	seen := make([]bool, g.Len())
	seen[start] = true
	for layer, distance := []int32{start}, 1; len(layer) > 0 && (depth <= 0 || distance <= depth); distance++ {
		var after []int32
		for _, node := range layer {
			for _, a := range next.of(node) {
				if !a.Kind.IsDependency() || seen[a.Node] {
					continue
				}
				seen[a.Node] = true
				if !visit(a.Node, distance) {
					return
				}
				after = append(after, a.Node)
			}
		}
		layer = after
	}
}
