package graph

import "slices"

// Cycles lists the sets of nodes that all depend on one another, of two nodes
// or more, the largest first and then by their first node; nodes are sorted.
//
// The method is Tarjan's (Depth-first search and linear graph algorithms,
// 1972), with a stack of its own so that a long chain of files costs no
// recursion.
func (g *Graph) Cycles() [][]int32 {
	n := int32(g.Len())
	const unseen = int32(-1)
	index, low := make([]int32, n), make([]int32, n)
	for i := range index {
		index[i] = unseen
	}
	onStack := make([]bool, n)
	var stack []int32
	type frame struct {
		node int32
		arc  int
	}
	var frames []frame
	var cycles [][]int32
	count := int32(0)
	enter := func(node int32) {
		index[node], low[node] = count, count
		count++
		stack = append(stack, node)
		onStack[node] = true
		frames = append(frames, frame{node: node})
	}
	for root := int32(0); root < n; root++ {
		if index[root] != unseen {
			continue
		}
		enter(root)
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			node, arcs := f.node, g.Out(f.node)
			descended := false
			for f.arc < len(arcs) {
				a := arcs[f.arc]
				f.arc++
				if !a.Kind.IsDependency() {
					continue
				}
				if index[a.Node] == unseen {
					enter(a.Node)
					descended = true
					break
				}
				if onStack[a.Node] {
					low[node] = min(low[node], index[a.Node])
				}
			}
			if descended {
				continue
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				above := frames[len(frames)-1].node
				low[above] = min(low[above], low[node])
			}
			if low[node] != index[node] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != node {
				at--
			}
			members := slices.Clone(stack[at:])
			for _, m := range members {
				onStack[m] = false
			}
			stack = stack[:at]
			if len(members) > 1 {
				slices.Sort(members)
				cycles = append(cycles, members)
			}
		}
	}
	slices.SortFunc(cycles, func(a, b []int32) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return int(a[0]) - int(b[0])
	})
	return cycles
}
