package graph

import "math"

// Damping and the bounds of the iteration, as in Page, Brin, Motwani and
// Winograd (The PageRank Citation Ranking, 1999): a reader follows an arc with
// this probability and else begins anew anywhere.
const (
	damping    = 0.85
	iterations = 50
	settled    = 1e-9 // of the total, between two rounds
)

// Centrality gives each node the share of attention it gets from those who
// depend on it (PageRank over dependencies). The shares of all nodes add up to
// 1; the same graph always gives the same numbers.
func (g *Graph) Centrality() []float64 {
	n := g.Len()
	if n == 0 {
		return nil
	}
	degree := make([]int, n)
	for i := range n {
		for _, a := range g.Out(int32(i)) {
			if a.Kind.IsDependency() {
				degree[i]++
			}
		}
	}
	rank, next := make([]float64, n), make([]float64, n)
	for i := range rank {
		rank[i] = 1 / float64(n)
	}
	for range iterations {
		idle := 0.0 // what nodes without dependencies would pass on goes to all
		for i := range n {
			if degree[i] == 0 {
				idle += rank[i]
			}
		}
		base := (1-damping)/float64(n) + damping*idle/float64(n)
		moved := 0.0
		for i := range n {
			sum := 0.0
			for _, a := range g.In(int32(i)) {
				if a.Kind.IsDependency() {
					sum += rank[a.Node] / float64(degree[a.Node])
				}
			}
			next[i] = base + damping*sum
			moved += math.Abs(next[i] - rank[i])
		}
		rank, next = next, rank
		if moved < settled {
			break
		}
	}
	return rank
}
