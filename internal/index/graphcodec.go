package index

import (
	"encoding/binary"
	"errors"
	"slices"

	"sextant/internal/code"
	"sextant/internal/index/graph"
	"sextant/internal/index/store"
	"sextant/internal/parse"
)

// linkVersion numbers how imports are linked for the same facts. Raise it with
// every change of a language's Resolve or Visible, and of the stored form.
const linkVersion = 1

// linkedKind is the name under which the store keeps a checkout's graph.
const linkedKind = "graph"

// The stored form of a graph, all integers varint: linkVersion,
// parse.Version, the limits that decide what is parsed, the number of files;
// a file's path as the length shared with the one before and the rest, its
// hash (32 bytes) and language; the configuration files as numbers; each
// file's arcs as distances from the one before, with the kind.

func (ix *Indexer) linkedLimits() []uint64 {
	return []uint64{linkVersion, parse.Version, uint64(ix.opt.Limits.Bytes), uint64(ix.opt.MaxTextBytes), uint64(ix.opt.MaxLineBytes)}
}

func (ix *Indexer) encodeLinked(l *linked) []byte {
	b := make([]byte, 0, 64*len(l.paths))
	for _, n := range ix.linkedLimits() {
		b = binary.AppendUvarint(b, n)
	}
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = binary.AppendUvarint(b, uint64(len(l.paths)))
	before := ""
	for i, p := range l.paths {
		shared := 0
		for shared < len(p) && shared < len(before) && p[shared] == before[shared] {
			shared++
		}
		b = binary.AppendUvarint(b, uint64(shared))
		text(p[shared:])
		before = p
		b = append(b, l.keys[i].Hash[:]...)
		text(string(l.keys[i].Language))
	}
	for i, p := range l.paths {
		if l.configs[p] {
			b = binary.AppendUvarint(b, uint64(i)+1)
		}
	}
	b = binary.AppendUvarint(b, 0)
	for _, arcs := range l.arcs {
		b = binary.AppendUvarint(b, uint64(len(arcs)))
		at := int32(0)
		for _, a := range arcs {
			b = binary.AppendVarint(b, int64(a.Node-at))
			b = append(b, byte(a.Kind))
			at = a.Node
		}
	}
	return b
}

var errLinkedForm = errors.New("a stored graph is of another version or damaged")

func (ix *Indexer) decodeLinked(b []byte) (*linked, error) {
	bad := false
	number := func() uint64 {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			bad, b = true, nil
			return 0
		}
		b = b[size:]
		return n
	}
	bytes := func(n uint64) []byte {
		if n > uint64(len(b)) {
			bad, b = true, nil
			return nil
		}
		out := b[:n]
		b = b[n:]
		return out
	}
	for _, want := range ix.linkedLimits() {
		if number() != want {
			return nil, errLinkedForm
		}
	}
	n := number()
	if bad || n > uint64(len(b)) {
		return nil, errLinkedForm
	}
	l := &linked{paths: make([]string, n), keys: make([]store.FactsKey, n), arcs: make([][]graph.Arc, n), configs: make(map[string]bool)}
	languages := make(map[string]code.LanguageID)
	before := ""
	for i := range l.paths {
		shared := number()
		if shared > uint64(len(before)) {
			return nil, errLinkedForm
		}
		l.paths[i] = before[:shared] + string(bytes(number()))
		before = l.paths[i]
		copy(l.keys[i].Hash[:], bytes(uint64(len(code.Hash{}))))
		id := bytes(number())
		if _, ok := languages[string(id)]; !ok {
			languages[string(id)] = code.LanguageID(id)
		}
		l.keys[i].Language = languages[string(id)]
	}
	for {
		i := number()
		if i == 0 {
			break
		}
		if i > n {
			return nil, errLinkedForm
		}
		l.configs[l.paths[i-1]] = true
	}
	for i := range l.arcs {
		count := number()
		if bad || count > uint64(len(b)) {
			return nil, errLinkedForm
		}
		arcs := make([]graph.Arc, count)
		at := int64(0)
		for k := range arcs {
			delta, size := binary.Varint(b)
			if size <= 0 || len(b) == size {
				return nil, errLinkedForm
			}
			at += delta
			arcs[k] = graph.Arc{Node: int32(at), Kind: graph.Kind(b[size])}
			b = b[size+1:]
			if at < 0 || at >= int64(n) || !arcs[k].Kind.Valid() {
				return nil, errLinkedForm
			}
		}
		l.arcs[i] = arcs
	}
	if bad || len(b) > 0 || !slices.IsSorted(l.paths) {
		return nil, errLinkedForm
	}
	return l, nil
}

// loadLinked reads the graph that was stored last; nil when there is none that
// this version can use.
func (ix *Indexer) loadLinked() *linked {
	body := ix.loadDerived(linkedKind, "the dependency graph")
	if body == nil {
		return nil
	}
	l, err := ix.decodeLinked(body)
	if err != nil {
		return nil // of another version: it is made anew
	}
	return l
}

// flushLinked stores the last graph when it is complete and the store does not
// have it.
func (ix *Indexer) flushLinked() {
	s := &ix.linkedState
	s.mu.Lock()
	l, stored := s.last, s.stored
	s.mu.Unlock()
	if l == nil || l == stored || l.pending > 0 ||
		!ix.storeDerived(linkedKind, "the dependency graph", func() []byte { return ix.encodeLinked(l) }) {
		return
	}
	s.mu.Lock()
	s.stored = l
	s.mu.Unlock()
}
