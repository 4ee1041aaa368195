package lang

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"

	"sextant/internal/code"
)

// MaxSignature and MaxDoc bound what is stored of a signature and of a doc
// sentence, in characters.
const (
	MaxSignature = 240
	MaxDoc       = 200
)

// ScopeKind orders local scopes: a binding may ask for the nearest scope of
// at least some kind (JavaScript's var binds in the function).
type ScopeKind uint8

// Kinds of local scopes.
const (
	ScopeBlock ScopeKind = iota
	ScopeFunction
	// ScopeType is a class body: names bound outside it stay visible, and
	// bindings inside functions of it never leak into it.
	ScopeType
)

const noScope = int32(-1)

type scope struct {
	parent int32
	kind   ScopeKind
	// kinds are those of the scope and all around it, as bits.
	kinds uint8
	// last is the last scope inside this one: scopes are numbered as they
	// open, so those inside follow at once. Known in Finish.
	last int32
	span code.Span // empty where it is not known
}

type pendingReference struct {
	code.Reference
	scope   int32
	settled bool // whether it is local is known
}

// Builder collects the facts of one file. Extractors add in any order;
// Finish sorts, resolves local names and hands the facts over.
type Builder struct {
	facts     code.Facts
	comments  Comments
	refs      []pendingReference
	scopes    []scope
	bound     map[string][]int32 // by name: the scopes that bind it
	intern    map[string]string
	container int32
	scope     int32
	peer      func(name string) *Definition
	embeds    []Embed
	bindings  []code.Binding
}

// NewBuilder starts the facts of a file in the given language.
func NewBuilder(d *Definition, src []byte) *Builder {
	b := &Builder{refs: takeReferences(), comments: d.Comments, container: code.NoDefinition, scope: noScope, peer: d.Peer,
		bound: make(map[string][]int32), intern: make(map[string]string)}
	b.facts.Language = d.ID
	b.facts.Lines = code.CountLines(src)
	b.facts.Chars = code.CountChars(src)
	return b
}

// scratch keeps the lists in which references are collected, so that they do
// not grow anew in every file.
var scratch sync.Pool

// keptReferences bounds the list that is kept (72 bytes each).
const keptReferences = 1 << 17

func takeReferences() []pendingReference {
	if p, ok := scratch.Get().(*[]pendingReference); ok {
		return (*p)[:0]
	}
	return nil
}

func keepReferences(refs []pendingReference) {
	if cap(refs) <= keptReferences {
		clear(refs) // it must not keep the file's strings alive
		scratch.Put(&refs)
	}
}

// Intern returns b's text as a string that is shared within the file.
func (b *Builder) Intern(text []byte) string {
	if s, ok := b.intern[string(text)]; ok {
		return s
	}
	s := strings.ToValidUTF8(string(text), "\uFFFD")
	b.intern[string(text)] = s
	return s
}

// Container is the index of the definition being walked, or NoDefinition.
func (b *Builder) Container() int32 { return b.container }

// InScope reports whether the walk is inside any local scope of the kind.
func (b *Builder) InScope(kind ScopeKind) bool {
	return b.scope != noScope && b.scopes[b.scope].kinds&(1<<kind) != 0
}

// Definition returns the i-th definition for reading and completing.
func (b *Builder) Definition(i int32) *code.Definition { return &b.facts.Definitions[i] }

// Add appends a definition as it is and returns its index, which stays valid
// until Finish.
func (b *Builder) Add(d code.Definition) int32 {
	// In a broken file a name may stand outside what was taken for its definition.
	d.Span.Start, d.Span.End = min(d.Span.Start, d.NameSpan.Start), max(d.Span.End, d.NameSpan.End)
	d.Lines.First, d.Lines.Last = min(d.Lines.First, d.Line), max(d.Lines.Last, d.Line)
	d.Signature = code.Clip(oneLine(d.Signature), MaxSignature)
	d.Doc = code.Clip(oneLine(d.Doc), MaxDoc)
	if d.Value == "" {
		d.ValueAt = 0
	}
	b.facts.Definitions = append(b.facts.Definitions, d)
	return int32(len(b.facts.Definitions) - 1)
}

// oneLine is code.OneLine for text that mostly is one already.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r") {
		return code.OneLine(s)
	}
	return s
}

// AddImport records an import. Imports without a specifier are dropped.
func (b *Builder) AddImport(im code.Import) {
	if im.Specifier != "" {
		b.facts.Imports = append(b.facts.Imports, im)
	}
}

// AddReference records a use. Its enclosing definition and scope are the
// ones being walked; whether it is local is decided in Finish, so that a name
// bound later in its scope still counts.
func (b *Builder) AddReference(r code.Reference) {
	r.Enclosing = b.container
	b.refs = append(b.refs, pendingReference{Reference: r, scope: b.scope})
}

// AddReferenceIn is AddReference with the enclosing definition given.
func (b *Builder) AddReferenceIn(r code.Reference, enclosing int32) {
	r.Enclosing = enclosing
	b.refs = append(b.refs, pendingReference{Reference: r, scope: b.scope})
}

// AddMention records a path named in passing.
func (b *Builder) AddMention(m code.Mention) { b.facts.Mentions = append(b.facts.Mentions, m) }

// Region records a comment or a string. One that begins inside a recorded
// region is part of that and is left out. Regions arrive in order but for the
// pieces of an interpolated string, which are known before what stands between them.
func (b *Builder) Region(kind code.RegionKind, s code.Span) {
	if s.Start >= s.End {
		return
	}
	regions := b.facts.Regions
	k := len(regions)
	if k > 0 && s.Start < regions[k-1].Span.End {
		k = sort.Search(k, func(i int) bool { return regions[i].Span.Start > s.Start })
		if k > 0 && s.Start < regions[k-1].Span.End || k < len(regions) && s.End > regions[k].Span.Start {
			return
		}
	}
	b.facts.Regions = slices.Insert(regions, k, code.Region{Span: s, Kind: kind})
}

// SetDoc sets the file's own documentation; the first non-empty one stays.
func (b *Builder) SetDoc(text string) {
	if b.facts.Doc == "" {
		b.facts.Doc = code.FirstSentence(text, MaxDoc)
	}
}

// SetPackage sets the declared package; the first one stays.
func (b *Builder) SetPackage(name string) {
	if b.facts.Package == "" {
		b.facts.Package = name
	}
}

// Package is what SetPackage set.
func (b *Builder) Package() string { return b.facts.Package }

// SetStatus marks how complete the facts are; a worse mark stays.
func (b *Builder) SetStatus(s code.Status) {
	if s > b.facts.Status {
		b.facts.Status = s
	}
}

func (b *Builder) addScope(kind ScopeKind) int32 {
	kinds := uint8(1) << kind
	if b.scope != noScope {
		kinds |= b.scopes[b.scope].kinds
	}
	b.scopes = append(b.scopes, scope{parent: b.scope, kind: kind, kinds: kinds})
	return int32(len(b.scopes) - 1)
}

// Bind makes name local to the innermost open scope of at least kind. At the
// top level it does nothing: top-level names are not local.
func (b *Builder) Bind(name string, kind ScopeKind) {
	for s := b.scope; s != noScope; s = b.scopes[s].parent {
		if b.scopes[s].kind >= kind {
			if b.scopes[s].kind != ScopeType && name != "" {
				if list := b.bound[name]; len(list) == 0 || list[len(list)-1] != s {
					b.bound[name] = append(list, s)
				}
			}
			return
		}
	}
}

// PushScope opens a scope for native extractors and returns the function
// that closes it.
func (b *Builder) PushScope(kind ScopeKind) (pop func()) {
	before := b.scope
	b.scope = b.addScope(kind)
	return func() { b.scope = before }
}

// PushContainer makes definition i the container for native extractors and
// returns the function that restores the one before.
func (b *Builder) PushContainer(i int32) (pop func()) {
	before := b.container
	b.container = i
	return func() { b.container = before }
}

// closeScopes makes the lists of bound scopes ready for isLocal.
func (b *Builder) closeScopes() {
	for i := len(b.scopes) - 1; i >= 0; i-- {
		s := &b.scopes[i]
		s.last = max(s.last, int32(i))
		if s.parent != noScope {
			b.scopes[s.parent].last = max(b.scopes[s.parent].last, s.last)
		}
	}
	for name, list := range b.bound {
		if !slices.IsSorted(list) {
			slices.Sort(list)
			b.bound[name] = slices.Compact(list)
		}
	}
}

// isLocal reports whether a scope around the reference binds its name. Of the
// scopes that bind it, the last that opened before the reference's is inside
// any other that holds it, so most names are decided by the first look.
func (b *Builder) isLocal(r *pendingReference) bool {
	if r.Qualifier != code.QualifierNone || r.scope == noScope {
		return false
	}
	list := b.bound[r.Name]
	i, found := slices.BinarySearch(list, r.scope)
	if found {
		return true
	}
	for i--; i >= 0; i-- {
		if b.scopes[list[i]].last >= r.scope {
			return true
		}
	}
	return false
}

// Finish returns the facts. The builder must not be used afterwards.
func (b *Builder) Finish() *code.Facts {
	b.sortDefinitions()
	b.dropNameless()
	f := &b.facts
	b.closeScopes()
	f.References = make([]code.Reference, len(b.refs))
	for i := range b.refs {
		if !b.refs[i].settled {
			b.refs[i].Local = b.isLocal(&b.refs[i])
		}
		f.References[i] = b.refs[i].Reference
	}
	keepReferences(b.refs)
	b.refs = nil
	f.Bindings = b.usedBindings()
	sort.SliceStable(f.References, func(i, j int) bool { return f.References[i].Span.Start < f.References[j].Span.Start })
	sort.SliceStable(f.Imports, func(i, j int) bool { return f.Imports[i].Span.Start < f.Imports[j].Span.Start })
	sort.SliceStable(f.Embedded, func(i, j int) bool { return f.Embedded[i].Span.Start < f.Embedded[j].Span.Start })
	sort.SliceStable(f.Mentions, func(i, j int) bool { return f.Mentions[i].Span.Start < f.Mentions[j].Span.Start })
	return f
}

// dropNameless takes out definitions whose name a parser's error recovery has
// made up out of nothing; what stands in them moves to what stands around them.
func (b *Builder) dropNameless() {
	defs := b.facts.Definitions
	if !slices.ContainsFunc(defs, func(d code.Definition) bool { return d.Name == "" }) {
		return
	}
	place := make([]int32, len(defs)) // where each went, or what is around it
	kept := defs[:0:0]
	for i := range defs {
		d := defs[i]
		if d.Container != code.NoDefinition {
			d.Container = place[d.Container] // a container stands before its parts
		}
		if d.Name == "" {
			place[i] = d.Container
			continue
		}
		place[i] = int32(len(kept))
		kept = append(kept, d)
	}
	for i := range b.refs {
		if e := b.refs[i].Enclosing; e != code.NoDefinition {
			b.refs[i].Enclosing = place[e]
		}
	}
	b.facts.Definitions = kept
}

// sortDefinitions orders by start (an enclosing one first) and renumbers
// containers and enclosing definitions to match.
func (b *Builder) sortDefinitions() {
	defs := b.facts.Definitions
	less := func(x, y *code.Definition) bool {
		if x.Span.Start != y.Span.Start {
			return x.Span.Start < y.Span.Start
		}
		return x.Span.End > y.Span.End
	}
	if sort.SliceIsSorted(defs, func(i, j int) bool { return less(&defs[i], &defs[j]) }) {
		return
	}
	order := make([]int, len(defs))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return less(&defs[order[i]], &defs[order[j]]) })
	place := make([]int32, len(defs))
	sorted := make([]code.Definition, len(defs))
	for to, from := range order {
		place[from] = int32(to)
		sorted[to] = defs[from]
	}
	for i := range sorted {
		if c := sorted[i].Container; c != code.NoDefinition {
			sorted[i].Container = place[c]
		}
	}
	for i := range b.refs {
		if e := b.refs[i].Enclosing; e != code.NoDefinition {
			b.refs[i].Enclosing = place[e]
		}
	}
	b.facts.Definitions = sorted
}

// signature collapses src[start:end] to one line, comments left out.
func (b *Builder) signature(src []byte, start, end uint32) string {
	if end > uint32(len(src)) {
		end = uint32(len(src))
	}
	if start >= end {
		return ""
	}
	// A parameter list may be very long; what is stored is not.
	const enough = 8 * MaxSignature
	var out []byte
	at := start
	first := sort.Search(len(b.facts.Regions), func(i int) bool { return b.facts.Regions[i].Span.End > start })
	for _, r := range b.facts.Regions[first:] {
		if r.Span.Start >= end || len(out) > enough {
			break
		}
		if r.Kind != code.RegionComment || r.Span.Start < at {
			continue
		}
		out = append(out, src[at:r.Span.Start]...)
		out = append(out, ' ')
		at = r.Span.End
	}
	if at < end && len(out) <= enough {
		rest := src[at:end]
		if len(rest) > enough {
			rest = rest[:enough]
		}
		out = append(out, rest...)
	}
	s := code.OneLine(strings.ToValidUTF8(string(out), "\uFFFD"))
	return code.Clip(joined.Replace(s), MaxSignature)
}

// joined mends what a list broken over lines leaves on one line: spaces inside
// its brackets and a comma before the last. "int[,]" and "(1,)" stay.
var joined = strings.NewReplacer("( ", "(", ", )", ")", " )", ")", "[ ", "[", ", ]", "]", " ]", "]")

// docBefore finds the comment run that ends just before offset.
func (b *Builder) docBefore(src []byte, offset uint32) string {
	regions := b.facts.Regions
	last := sort.Search(len(regions), func(i int) bool { return regions[i].Span.Start >= offset }) - 1
	first, below := last+1, offset
	for i := last; i >= 0 && regions[i].Kind == code.RegionComment; i-- {
		end := regions[i].Span.End
		if end > below {
			break
		}
		gap := src[end:below]
		if len(bytes.TrimSpace(gap)) > 0 || bytes.Count(gap, []byte{'\n'}) > 1 {
			break
		}
		if i < last && bytes.HasPrefix(src[regions[i].Span.Start:], []byte("/*")) {
			break // a block comment above line comments is another comment
		}
		if trailing(src, regions[i].Span.Start) {
			break // a comment behind code belongs to that code
		}
		first, below = i, regions[i].Span.Start
	}
	var text strings.Builder
	for _, r := range regions[first : last+1] {
		text.WriteString(CommentText(src[r.Span.Start:r.Span.End]))
		text.WriteByte('\n')
	}
	return code.FirstSentence(text.String(), MaxDoc)
}

// trailing reports whether anything but white space stands before offset on its line.
func trailing(src []byte, offset uint32) bool {
	line := src[bytes.LastIndexByte(src[:offset], '\n')+1 : offset]
	return len(bytes.TrimSpace(line)) > 0
}

// CommentText strips a comment's markers and the stars, slashes, hashes or
// dashes that decorate its lines.
func CommentText(comment []byte) string {
	s := strings.ToValidUTF8(string(comment), "\uFFFD")
	for _, m := range [][2]string{{"/**", "*/"}, {"/*", "*/"}, {"<!--", "-->"}, {"{-", "-}"}, {"--[[", "]]"}} {
		if strings.HasPrefix(s, m[0]) && strings.HasSuffix(s, m[1]) && len(s) >= len(m[0])+len(m[1]) {
			s = s[len(m[0]) : len(s)-len(m[1])]
			break
		}
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		l = strings.TrimSpace(l)
		l = strings.TrimLeft(l, "*/#;!")
		if strings.HasPrefix(l, "--") {
			l = strings.TrimLeft(l, "-")
		}
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
