package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// arcs makes lists of import arcs: "0>1" pairs of nodes below n.
func arcs(n int, pairs ...[2]int32) [][]Arc {
	lists := make([][]Arc, n)
	for _, p := range pairs {
		lists[p[0]] = append(lists[p[0]], Arc{Node: p[1]})
	}
	return lists
}

func nodes(list []Arc) []int32 {
	var out []int32
	for _, a := range list {
		out = append(out, a.Node)
	}
	return out
}

func TestNewKeepsTheStrongestArc(t *testing.T) {
	g := New([][]Arc{{{2, Mention}, {1, Use}, {1, Import}, {0, Import}, {9, Import}, {-1, Use}}, nil, {{1, Mention}}})
	if got := g.Out(0); !reflect.DeepEqual(got, []Arc{{1, Import}, {2, Mention}}) {
		t.Errorf("out of 0: %v", got)
	}
	if got := g.In(1); !reflect.DeepEqual(got, []Arc{{0, Import}, {2, Mention}}) {
		t.Errorf("into 1: %v", got)
	}
	if g.Len() != 3 || g.Dependencies() != 1 {
		t.Errorf("len %d, dependencies %d", g.Len(), g.Dependencies())
	}
}

func TestReach(t *testing.T) {
	g := New(arcs(6, [2]int32{0, 1}, [2]int32{1, 2}, [2]int32{2, 0}, [2]int32{2, 3}, [2]int32{4, 0}))
	for _, c := range []struct {
		backward bool
		depth    int
		want     string
	}{
		{false, 0, "1@1 2@2 3@3 "}, {false, 1, "1@1 "}, {true, 0, "2@1 4@1 1@2 "}, {true, 1, "2@1 4@1 "},
	} {
		got := ""
		g.Reach(0, c.backward, c.depth, func(n int32, d int) bool { got += fmt.Sprintf("%d@%d ", n, d); return true })
		if got != c.want {
			t.Errorf("backward %v depth %d: %q, want %q", c.backward, c.depth, got, c.want)
		}
	}
	n := 0
	g.Reach(0, false, 0, func(int32, int) bool { n++; return false })
	if n != 1 {
		t.Errorf("visited %d after it said stop", n)
	}
}

func TestCycles(t *testing.T) {
	lists := arcs(9, [2]int32{0, 1}, [2]int32{1, 0}, [2]int32{2, 3}, [2]int32{3, 4}, [2]int32{4, 2}, [2]int32{4, 5}, [2]int32{6, 7})
	lists[7] = append(lists[7], Arc{6, Mention})
	if got, want := New(lists).Cycles(), [][]int32{{2, 3, 4}, {0, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := New(nil).Cycles(); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

func TestCyclesOfALongChain(t *testing.T) {
	const n = 200000
	lists := make([][]Arc, n)
	for i := range lists {
		lists[i] = []Arc{{Node: int32((i + 1) % n)}}
	}
	if got := New(lists).Cycles(); len(got) != 1 || len(got[0]) != n {
		t.Errorf("%d cycles", len(got))
	}
}

// Two nodes are in one cycle exactly if each reaches the other.
func TestCyclesAgreeWithReach(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + random.IntN(12)
		lists := make([][]Arc, n)
		for range random.IntN(3 * n) {
			from := random.IntN(n)
			lists[from] = append(lists[from], Arc{int32(random.IntN(n)), Kind(random.IntN(3))})
		}
		g := New(lists)
		reaches := func(a, b int32) (found bool) {
			g.Reach(a, false, 0, func(x int32, _ int) bool { found = found || x == b; return true })
			return found
		}
		in := make(map[int32]int)
		for k, c := range g.Cycles() {
			for _, m := range c {
				in[m] = k + 1
			}
		}
		for a := range int32(n) {
			for b := range int32(n) {
				if a == b {
					continue
				}
				same := in[a] > 0 && in[a] == in[b]
				if mutual := reaches(a, b) && reaches(b, a); mutual != same {
					t.Fatalf("%d and %d: in one cycle %v, reach each other %v; %v", a, b, same, mutual, lists)
				}
			}
		}
	}
}

func TestCentrality(t *testing.T) {
	if got := New(nil).Centrality(); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	// Everybody needs 3; nobody needs 0.
	g := New(arcs(4, [2]int32{0, 3}, [2]int32{1, 3}, [2]int32{2, 3}, [2]int32{0, 1}))
	rank := g.Centrality()
	sum := 0.0
	for _, r := range rank {
		sum += r
	}
	if math.Abs(sum-1) > 1e-6 {
		t.Errorf("the shares add up to %v", sum)
	}
	order := []int32{0, 1, 2, 3}
	slices.SortStableFunc(order, func(a, b int32) int {
		switch {
		case rank[a] > rank[b]:
			return -1
		case rank[a] < rank[b]:
			return 1
		}
		return 0
	})
	if order[0] != 3 || order[1] != 1 {
		t.Errorf("order %v of %v", order, rank)
	}
	// Two nodes that only need each other share equally.
	for _, r := range New(arcs(2, [2]int32{0, 1}, [2]int32{1, 0})).Centrality() {
		if math.Abs(r-0.5) > 1e-9 {
			t.Errorf("share %v of two equals", r)
		}
	}
	if a, b := nodes(g.In(3)), []int32{0, 1, 2}; !reflect.DeepEqual(a, b) {
		t.Errorf("into 3: %v", a)
	}
}
