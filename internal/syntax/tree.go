// Package syntax holds a parsed file as a flat array of nodes in the order a
// reader meets them. Package parse fills it with one call into tree-sitter;
// the language folders read it. It is plain memory: no C, no files, safe to
// share between goroutines once built.
//
// The main type is Tree. A Node is an index into it, so walking costs an
// array access where a tree-sitter node costs a call across the C border
// (docs/decisions/0002).
package syntax

import (
	"slices"
	"sort"
)

// Node is the index of a node in its tree; None stands for "no node".
type Node int32

// None is the absent node.
const None Node = -1

// Record is one node as the C side writes it. Its layout is shared with
// parse/flatten.h.
type Record struct {
	Start, End uint32 // bytes, half-open
	Parent     int32
	Next       int32 // index of the first node after this one's subtree
	Kind       uint16
	Field      uint16
	Flags      uint16
	_          uint16
}

// Flags of a record.
const (
	FlagNamed   = 1 << iota // not a literal token of the grammar
	FlagError               // an ERROR node: the text was not understood
	FlagMissing             // inserted by error recovery, empty
	FlagExtra               // may appear anywhere: comments
)

// Language is the names of a grammar's node kinds and fields.
type Language struct {
	Name   string
	Kinds  []string // by kind id
	Fields []string // by field id; 0 is "no field"
	named  map[string][]uint16
	field  map[string]uint16
}

// NewLanguage indexes a grammar's names. isNamed tells named kinds from
// literal tokens.
func NewLanguage(name string, kinds, fields []string, isNamed func(id int) bool) *Language {
	l := &Language{Name: name, Kinds: kinds, Fields: fields,
		named: make(map[string][]uint16), field: make(map[string]uint16)}
	for id, k := range kinds {
		if isNamed(id) {
			l.named[k] = append(l.named[k], uint16(id))
		}
	}
	for id, f := range fields {
		if f != "" {
			l.field[f] = uint16(id)
		}
	}
	return l
}

// KindIDs lists the ids of the named kind; a grammar may have several.
func (l *Language) KindIDs(kind string) []uint16 { return l.named[kind] }

// HasField reports whether the grammar knows the field.
func (l *Language) HasField(field string) bool { _, ok := l.field[field]; return ok }

// errorKind is the id tree-sitter gives to ERROR nodes.
const errorKind = ^uint16(0)

// Tree is a parsed file.
type Tree struct {
	Source   []byte
	Language *Language
	Records  []Record
	lines    []uint32 // byte offset of each line's start
}

// NewTree wraps records that describe src.
func NewTree(src []byte, l *Language, records []Record) *Tree {
	return &Tree{Source: src, Language: l, Records: records, lines: LineStarts(src)}
}

// Clone returns a tree of the same text whose records are its own.
func (t *Tree) Clone() *Tree {
	c := *t
	c.Records = slices.Clone(t.Records)
	return &c
}

// LineStarts lists the byte offset at which each line begins.
func LineStarts(src []byte) []uint32 {
	starts := make([]uint32, 1, 64+len(src)/32)
	for i, b := range src {
		if b == '\n' {
			starts = append(starts, uint32(i+1))
		}
	}
	return starts
}

// LineAt returns the 1-based line that holds the byte at offset, given the
// starts that LineStarts returned.
func LineAt(starts []uint32, offset uint32) uint32 {
	return uint32(sort.Search(len(starts), func(i int) bool { return starts[i] > offset }))
}

// Len is the number of nodes.
func (t *Tree) Len() int { return len(t.Records) }

// Root is the node of the whole file, or None for an empty tree.
func (t *Tree) Root() Node {
	if len(t.Records) == 0 {
		return None
	}
	return 0
}

// Line returns the 1-based line of a byte offset.
func (t *Tree) Line(offset uint32) uint32 { return LineAt(t.lines, offset) }

// Lines is how many lines the file has; what follows the last line break counts.
func (t *Tree) Lines() int { return len(t.lines) }

// LineStart returns the byte offset at which a 1-based line begins.
func (t *Tree) LineStart(line uint32) uint32 { return t.lines[line-1] }

// Kind returns the grammar's name for the node's kind: "ERROR" where the
// parser gave up, "" for None.
func (t *Tree) Kind(n Node) string {
	if n == None {
		return ""
	}
	id := t.Records[n].Kind
	if id == errorKind {
		return "ERROR"
	}
	return t.Language.Kinds[id]
}

// Field returns the name of the field under which the node hangs, or "".
func (t *Tree) Field(n Node) string {
	if n == None {
		return ""
	}
	return t.Language.Fields[t.Records[n].Field]
}

// Start and End are the node's byte range.
func (t *Tree) Start(n Node) uint32 { return t.Records[n].Start }

// End is the offset just past the node's last byte.
func (t *Tree) End(n Node) uint32 { return t.Records[n].End }

// Text returns the node's bytes; the slice must not be changed.
func (t *Tree) Text(n Node) []byte {
	if n == None {
		return nil
	}
	r := &t.Records[n]
	return t.Source[r.Start:r.End]
}

// IsNamed reports whether the node is more than a literal token.
func (t *Tree) IsNamed(n Node) bool { return n != None && t.Records[n].Flags&FlagNamed != 0 }

// IsMissing reports whether error recovery made the node up.
func (t *Tree) IsMissing(n Node) bool { return n != None && t.Records[n].Flags&FlagMissing != 0 }

// IsError reports whether the node is text the parser could not place.
func (t *Tree) IsError(n Node) bool { return n != None && t.Records[n].Flags&FlagError != 0 }

// HasErrors reports whether the parser skipped or made up anything in the file.
// It costs a pass over the nodes.
func (t *Tree) HasErrors() bool {
	for i := range t.Records {
		if t.Records[i].Flags&(FlagError|FlagMissing) != 0 {
			return true
		}
	}
	return false
}

// Parent returns the enclosing node, or None.
func (t *Tree) Parent(n Node) Node {
	if n == None {
		return None
	}
	return Node(t.Records[n].Parent)
}

// FirstChild returns the node's first child, tokens included, or None.
func (t *Tree) FirstChild(n Node) Node {
	if n != None && t.Records[n].Next > int32(n)+1 {
		return n + 1
	}
	return None
}

// Next returns the node's next sibling, tokens included, or None.
func (t *Tree) Next(n Node) Node {
	if n == None {
		return None
	}
	r := &t.Records[n]
	if r.Parent < 0 || r.Next >= t.Records[r.Parent].Next {
		return None
	}
	return Node(r.Next)
}

// After is the first node past n's subtree in reading order; it may be Len.
func (t *Tree) After(n Node) Node { return Node(t.Records[n].Next) }

// Previous returns the sibling before n, or None. It costs a pass over the
// siblings before it.
func (t *Tree) Previous(n Node) Node {
	before := None
	for c := t.FirstChild(t.Parent(n)); c != None && c != n; c = t.Next(c) {
		before = c
	}
	return before
}

// Child returns the node's first child under the field, or None.
func (t *Tree) Child(n Node, field string) Node {
	id, ok := t.Language.field[field]
	if !ok || n == None {
		return None
	}
	for c := t.FirstChild(n); c != None; c = t.Next(c) {
		if t.Records[c].Field == id {
			return c
		}
	}
	return None
}

// ChildOfKind returns the node's first child of one of the kinds, or None.
// Literal tokens count: ChildOfKind(n, "async").
func (t *Tree) ChildOfKind(n Node, kinds ...string) Node {
	for c := t.FirstChild(n); c != None; c = t.Next(c) {
		k := t.Kind(c)
		for _, want := range kinds {
			if k == want {
				return c
			}
		}
	}
	return None
}

// NamedChild returns the i-th named child that is not an extra, or None.
func (t *Tree) NamedChild(n Node, i int) Node {
	for c := t.FirstChild(n); c != None; c = t.Next(c) {
		if t.Records[c].Flags&(FlagNamed|FlagExtra) == FlagNamed {
			if i == 0 {
				return c
			}
			i--
		}
	}
	return None
}

// Ancestor returns the nearest node above n of one of the kinds, or None.
func (t *Tree) Ancestor(n Node, kinds ...string) Node {
	for p := t.Parent(n); p != None; p = t.Parent(p) {
		k := t.Kind(p)
		for _, want := range kinds {
			if k == want {
				return p
			}
		}
	}
	return None
}
