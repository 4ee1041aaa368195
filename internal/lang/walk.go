package lang

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/syntax"
)

// Handler is called when the walk enters a node.
type Handler func(w *Walk, n syntax.Node)

// Handlers is a grammar's rules indexed by kind id.
type Handlers struct {
	byKind []Handler
	region []uint8 // by kind id: 0 none, else RegionKind+1
	end    func(w *Walk)
}

// Compile indexes the rules for a loaded grammar. The error names every kind
// that the grammar does not have.
func (g *Grammar) Compile(l *syntax.Language) (*Handlers, error) {
	h := &Handlers{byKind: make([]Handler, len(l.Kinds)), region: make([]uint8, len(l.Kinds)), end: g.End}
	var unknown []string
	each := func(kind string, set func(id uint16)) {
		ids := l.KindIDs(kind)
		if len(ids) == 0 {
			unknown = append(unknown, kind)
		}
		for _, id := range ids {
			set(id)
		}
	}
	for kind, handler := range g.Rules {
		each(kind, func(id uint16) { h.byKind[id] = handler })
	}
	for _, kind := range g.Comments {
		each(kind, func(id uint16) { h.region[id] = uint8(code.RegionComment) + 1 })
	}
	for _, kind := range g.Strings {
		each(kind, func(id uint16) { h.region[id] = uint8(code.RegionString) + 1 })
	}
	if len(unknown) > 0 {
		sort.Strings(unknown)
		return nil, fmt.Errorf("unknown node kinds: %s", strings.Join(unknown, ", "))
	}
	return h, nil
}

// Walk is the extractor's way through one tree: the embedded Tree reads
// nodes, the embedded Builder collects facts. A handler sees the node being
// entered; definitions and scopes it opens close by themselves where the node ends.
type Walk struct {
	*syntax.Tree
	*Builder
	State any // whatever a language needs to remember across nodes
	at    syntax.Node
	skip  bool
	open  []opened
}

// opened remembers what to restore when the walk leaves a node.
type opened struct {
	end       syntax.Node
	container int32
	scope     int32
}

// Run walks the whole tree.
func (h *Handlers) Run(t *syntax.Tree, b *Builder) {
	w := &Walk{Tree: t, Builder: b}
	n := syntax.Node(0)
	total := syntax.Node(t.Len())
	for n < total {
		for len(w.open) > 0 && w.open[len(w.open)-1].end <= n {
			o := w.open[len(w.open)-1]
			w.open = w.open[:len(w.open)-1]
			b.container, b.scope = o.container, o.scope
		}
		r := &t.Records[n]
		w.at, w.skip = n, false
		if int(r.Kind) < len(h.byKind) {
			if k := h.region[r.Kind]; k != 0 && r.End > r.Start {
				b.Region(code.RegionKind(k-1), code.Span{Start: r.Start, End: r.End})
			}
			if handler := h.byKind[r.Kind]; handler != nil {
				handler(w, n)
			}
		}
		if w.skip {
			n = syntax.Node(r.Next)
		} else {
			n++
		}
	}
	if h.end != nil {
		h.end(w)
	}
}

// Skip leaves the current node's children out of the walk.
func (w *Walk) Skip() { w.skip = true }

// Name returns the node's text as an interned string.
func (w *Walk) Name(n syntax.Node) string { return w.Intern(w.Text(n)) }

// Span returns the node's byte range.
func (w *Walk) Span(n syntax.Node) code.Span {
	if n == syntax.None {
		return code.Span{}
	}
	return code.Span{Start: w.Start(n), End: w.End(n)}
}

// remember pushes what must be restored at the end of the current node.
func (w *Walk) remember() {
	end := w.After(w.at)
	if k := len(w.open); k > 0 && w.open[k-1].end == end {
		return // the node already saved the older state
	}
	w.open = append(w.open, opened{end, w.container, w.scope})
}

// Define records a definition of the current node and makes it the container
// of what follows inside the node. name is the node that holds the name.
// Name, NameSpan, Line, Lines and Span are filled in where they are zero;
// Doc is taken from the comment before the node unless set.
func (w *Walk) Define(name syntax.Node, d code.Definition) int32 {
	w.fill(name, &d)
	i := w.Add(d)
	w.remember()
	w.container = i
	return i
}

// DefineLeaf is Define for something that contains nothing (a field, a
// constant): what follows keeps its container.
func (w *Walk) DefineLeaf(name syntax.Node, d code.Definition) int32 {
	w.fill(name, &d)
	return w.Add(d)
}

func (w *Walk) fill(name syntax.Node, d *code.Definition) {
	if d.Name == "" {
		d.Name = w.Name(name)
	}
	if d.NameSpan == (code.Span{}) {
		d.NameSpan = w.Span(name)
	}
	if d.Span == (code.Span{}) {
		d.Span = w.Span(w.at)
	}
	if d.Doc == "" {
		d.Doc = w.DocBefore(d.Span.Start)
	}
	d.Line = w.Line(d.NameSpan.Start)
	last := d.Span.End
	if last > d.Span.Start {
		last--
	}
	d.Lines = code.Lines{First: w.Line(d.Span.Start), Last: w.Line(last)}
	d.Container = w.container
}

// OpenScope opens a local scope that ends with the current node.
func (w *Walk) OpenScope(kind ScopeKind) {
	w.remember()
	w.scope = w.addScope(kind)
	w.scopes[w.scope].span = w.Span(w.at)
}

// Refer records a use of the name at node n.
func (w *Walk) Refer(n syntax.Node, role code.Role, q code.Qualifier, qualifier string) {
	w.ReferWith(n, role, q, qualifier, -1)
}

// ReferWith is Refer for a call that passes so many arguments; negative where
// it is not known how many.
func (w *Walk) ReferWith(n syntax.Node, role code.Role, q code.Qualifier, qualifier string, args int) {
	if name := w.Name(n); name != "" {
		w.AddReference(code.Reference{Name: name, Span: w.Span(n), Line: w.Line(w.Start(n)), Role: role,
			Qualifier: q, QualifierText: qualifier, Args: Arguments(args)})
	}
}

// Arguments is a number of arguments as references keep it.
func Arguments(n int) uint8 {
	if n < 0 || n > 250 {
		return 0
	}
	return uint8(n + 1)
}

// BindNode binds the name at node n in the innermost scope of at least kind.
func (w *Walk) BindNode(n syntax.Node, kind ScopeKind) { w.Bind(w.Name(n), kind) }

// Signature returns the source between two offsets as one line with comments
// left out, at most MaxSignature characters.
func (w *Walk) Signature(start, end uint32) string { return w.signature(w.Source, start, end) }

// DocBefore returns the first sentence of the comment that ends on the line
// before offset (or on its own line), with no blank line between.
func (w *Walk) DocBefore(offset uint32) string { return w.docBefore(w.Source, offset) }

// StringParts records string regions for node n, leaving out its children of
// the given kinds: the expressions inside an interpolated string are code.
func (w *Walk) StringParts(n syntax.Node, interpolations ...string) {
	at := w.Start(n)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if slices.Contains(interpolations, w.Kind(c)) {
			w.Region(code.RegionString, code.Span{Start: at, End: w.Start(c)})
			at = w.End(c)
		}
	}
	w.Region(code.RegionString, code.Span{Start: at, End: w.End(n)})
}
