package set

import "cmp"

type Set[T comparable] struct{ m map[T]struct{} }

func Of[T comparable](items ...T) *Set[T] {
	s := &Set[T]{m: make(map[T]struct{}, len(items))}
	for _, it := range items {
		s.Add(it)
	}
	return s
}

func (s *Set[T]) Add(v T) { s.m[v] = struct{}{} }

func (s *Set[E]) Each(yield func(E) bool) {
	for k := range s.m {
		if !yield(k) {
			return
		}
	}
}

type Map[K cmp.Ordered, V any] struct {
	root *node[K, V]
}

type node[K cmp.Ordered, V any] struct {
	key         K
	value       V
	left, right *node[K, V]
}

func (m *Map[K, _]) Len() int { return m.root.len() }

func (n *node[_, _]) len() int { return 0 }

func Convert[S ~[]E, E, R any](s S, f func(E) R) []R {
	out := make([]R, 0, len(s))
	for i := range s {
		out = append(out, f(s[i]))
	}
	return out
}

type List[T any] interface {
	*T | []T
	Len() int
}

type Chain[T List[T]] func(T) Chain[T]

type Vec[T any] = []T

var ints = Convert[[]int, int, string](nil, nil)
var names = Of[string]("a", "b")
var pairs Map[string, []Set[int]]
