package ruby

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// topModule is the class whose constants are known everywhere: what is called
// ::A inside a module is a constant of it, though it stands in the module.
const topModule = "Object"

// constantName splits the name of a class: the node of its last part and the
// dotted rest, "" without one. A::B stands inside M as M.A.B, ::A::B as A.B.
func (s *state) constantName(w *lang.Walk, n syntax.Node) (name syntax.Node, owner string) {
	if w.Kind(n) != "scope_resolution" {
		return n, ""
	}
	scope := w.Child(n, "scope")
	c := w.Container()
	if scope == syntax.None {
		if c != code.NoDefinition {
			owner = topModule
		}
		return w.Child(n, "name"), owner
	}
	owner = dotted(w, scope)
	if c != code.NoDefinition && owner != "" && !bytes.HasPrefix(w.Text(n), []byte("::")) {
		owner = s.qualified(w, c) + "." + owner
	}
	return w.Child(n, "name"), owner
}

// qualified is the dotted name of definition i.
func (s *state) qualified(w *lang.Walk, i int32) string {
	name := ""
	for range maxChain {
		d := w.Definition(i)
		if name = d.Name + name; d.ContainerName != "" {
			return d.ContainerName + "." + name
		}
		if i = d.Container; i == code.NoDefinition {
			break
		}
		name = "." + name
	}
	return name
}

func moduleDefinition(w *lang.Walk, n syntax.Node) { typeDefinition(w, n, code.KindModule) }

func classDefinition(w *lang.Walk, n syntax.Node) { typeDefinition(w, n, code.KindClass) }

func typeDefinition(w *lang.Walk, n syntax.Node, kind code.Kind) {
	s := stateOf(w)
	f := s.top(n)
	whole := w.Child(n, "name")
	name, owner := s.constantName(w, whole)
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	d := code.Definition{Kind: kind, ContainerName: owner, Exported: !f.inMethod}
	end := w.End(whole)
	super := w.NamedChild(w.Child(n, "superclass"), 0)
	if super != syntax.None {
		end = w.End(super)
		if t := superName(w, super); t != "" {
			d.Supertypes = append(d.Supertypes, code.Supertype{Name: t, Form: code.Extends})
		}
	}
	if w.Kind(super) == "call" || bytes.IndexByte(w.Source[w.Start(n):end], '\n') >= 0 {
		end = min(end, lineEnd(w, w.Start(n)))
	}
	d.Signature = w.Signature(w.Start(n), end)
	i := s.define(w, name, d, w.Start(n))
	if made, args := maker(w, super); made == code.KindStruct || made == code.KindRecord {
		s.members(w, i, args)
	}
	s.push(w, n, frame{kind: frameClass, owner: i, class: i})
}

// superName is the superclass as written, without what a call or an index adds.
func superName(w *lang.Walk, n syntax.Node) string {
	for range maxChain {
		switch w.Kind(n) {
		case "constant", "scope_resolution":
			return w.Name(n)
		case "element_reference":
			n = w.Child(n, "object")
		case "call":
			n = w.Child(n, "receiver")
		default:
			return ""
		}
	}
	return ""
}

func singletonClass(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := *s.top(n)
	inner := frame{kind: frameClass, owner: f.owner, class: f.class, target: f.target, static: true}
	if value := w.Child(n, "value"); w.Kind(value) != "self" {
		inner.target = dotted(w, value)
		s.outside(w, value)
	}
	s.push(w, n, inner)
}

// methodDefinition handles def name and def self.name.
func methodDefinition(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	s := stateOf(w)
	f := s.top(n)
	start := modifierStart(w, n)
	params := w.Child(n, "parameters")
	end := w.End(name)
	if params != syntax.None {
		end = w.End(params)
	}
	d := code.Definition{Kind: code.KindFunction, Span: code.Span{Start: start, End: w.End(n)},
		Signature: w.Signature(start, end), Params: parameters(w, params)}
	if f.owner != code.NoDefinition || f.target != "" {
		d.Kind = code.KindMethod
		if string(w.Text(name)) == "initialize" && !f.static {
			d.Kind = code.KindConstructor
		}
	}
	if w.Kind(name) == "setter" {
		d.Modifiers |= code.ModSetter
	}
	static := f.static
	outer := *f
	if object := w.Child(n, "object"); object != syntax.None {
		s.outside(w, object)
		static = true
		outer.static, outer.visibility, outer.moduleFunction = true, code.VisibilityUnstated, false
		d.Kind = code.KindMethod
		if text := dotted(w, object); text != "" && text != "self" && !s.isNamed(w, f.owner, text) {
			d.ContainerName = text
		}
	}
	outer.settle(&d)
	if start < w.Start(n) {
		decorate(w, w.Parent(w.Parent(n)), &d)
	}
	i := s.define(w, name, d, start)
	s.push(w, n, frame{kind: frameMethod, method: i, node: n, owner: code.NoDefinition, class: outer.class, static: static, inMethod: true})
}

// outside refers to a local variable that stands in the header of a body and
// is seen from outside of it: class << object.
func (s *state) outside(w *lang.Walk, n syntax.Node) {
	if w.Kind(n) == "identifier" && s.isLocal(w.Text(n)) {
		s.local(w, n, code.RoleRead)
		s.done = n
	}
}

// isNamed reports whether definition i is called name.
func (s *state) isNamed(w *lang.Walk, i int32, name string) bool {
	return i != code.NoDefinition && w.Definition(i).Name == name
}

// modifierStart is where the definition at n begins, with a call around it
// that decorates it: private def x.
func modifierStart(w *lang.Walk, n syntax.Node) uint32 {
	start := w.Start(n)
	for range 4 {
		args := w.Parent(n)
		if w.Kind(args) != "argument_list" || w.NamedChild(args, 0) != n {
			break
		}
		c := w.Parent(args)
		if w.Kind(c) != "call" || w.Child(c, "receiver") != syntax.None {
			break
		}
		n, start = c, w.Start(c)
	}
	return start
}

// decorate applies the calls that decorate a definition: private def x.
func decorate(w *lang.Walk, c syntax.Node, d *code.Definition) {
	for range 4 {
		if w.Kind(c) != "call" {
			return
		}
		switch string(w.Text(w.Child(c, "method"))) {
		case "private", "private_class_method":
			d.Visibility, d.Exported = code.VisibilityPrivate, false
		case "protected":
			d.Visibility, d.Exported = code.VisibilityProtected, false
		case "public", "public_class_method":
			d.Visibility, d.Exported = code.VisibilityPublic, true
		case "module_function":
			d.Modifiers |= code.ModStatic
		}
		c = w.Parent(w.Parent(c))
	}
}

// parameters lists what a method takes, marked as it is written: *rest,
// key:, **options, &block.
func parameters(w *lang.Walk, list syntax.Node) []code.Param {
	var out []code.Param
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if !w.IsNamed(c) {
			continue
		}
		name := w.Child(c, "name")
		p := code.Param{Name: w.Name(name)}
		switch w.Kind(c) {
		case "identifier":
			p.Name = w.Name(c)
		case "optional_parameter":
		case "keyword_parameter":
			p.Name += ":"
		case "splat_parameter":
			p.Name = "*" + p.Name
		case "hash_splat_parameter":
			p.Name = "**" + p.Name
		case "block_parameter":
			p.Name = "&" + p.Name
		case "forward_parameter":
			p.Name = "..."
		case "destructured_parameter":
			p.Name = w.Signature(w.Start(c), w.End(c))
		default:
			continue
		}
		if p.Name != "" {
			out = append(out, p)
		}
	}
	return out
}

// aliasStatement handles alias new old: new is another name of a method.
func aliasStatement(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := s.top(n)
	name, old := w.Child(n, "name"), w.Child(n, "alias")
	if name == syntax.None || old == syntax.None {
		return
	}
	if span, ok := methodName(w, old); ok {
		s.use(w, span, code.RoleRead)
	}
	span, ok := methodName(w, name)
	if !ok {
		return
	}
	d := code.Definition{Name: textAt(w, span), NameSpan: span, Kind: code.KindFunction, Signature: w.Signature(w.Start(n), w.End(n))}
	switch {
	case w.Kind(name) == "global_variable":
		d.Kind, d.Exported = code.KindVariable, true
	case f.owner != code.NoDefinition || f.target != "":
		d.Kind = code.KindMethod
		f.settle(&d)
	default:
		f.settle(&d)
	}
	if span, ok := methodName(w, old); ok && d.Kind != code.KindVariable {
		d.Value, d.ValueAt = code.ChainStep(code.ChainSelf, "."+textAt(w, span), code.ChainCall), span.Start
	}
	s.leaf(w, name, d, w.Start(n))
}

// methodName is where a method is named in an alias: a word or a symbol.
func methodName(w *lang.Walk, n syntax.Node) (code.Span, bool) {
	switch w.Kind(n) {
	case "simple_symbol", "delimited_symbol":
		return literalName(w, n)
	}
	return w.Span(n), w.Start(n) < w.End(n)
}

// assignment handles what an assignment defines: constants, and through them
// the classes that Struct.new and its like make.
func assignment(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := s.top(n)
	left, right := w.Child(n, "left"), w.Child(n, "right")
	switch w.Kind(left) {
	case "constant":
	case "scope_resolution":
		if w.Kind(w.Child(left, "name")) != "constant" {
			return
		}
	default:
		return
	}
	name, owner := s.constantName(w, left)
	if name == syntax.None || f.inMethod {
		return
	}
	d := code.Definition{Kind: code.KindConstant, ContainerName: owner, Exported: true,
		Signature: valueSignature(w, n, left, right)}
	kind, args := maker(w, right)
	if kind == code.KindUnknown {
		s.leaf(w, name, d, w.Start(n))
		return
	}
	d.Kind = kind
	d.Signature = w.Signature(w.Start(n), min(w.End(right), lineEnd(w, w.Start(right)), blockStart(w, right)))
	super := w.Child(right, "receiver")
	if kind == code.KindClass {
		super = w.NamedChild(args, 0)
	}
	if t := superName(w, super); t != "" && kind != code.KindModule {
		d.Supertypes = append(d.Supertypes, code.Supertype{Name: t, Form: code.Extends})
	}
	i := s.define(w, name, d, w.Start(n))
	if kind == code.KindStruct || kind == code.KindRecord {
		s.members(w, i, args)
	}
	s.push(w, n, frame{kind: frameBlock, owner: i, class: i})
}

func blockStart(w *lang.Walk, call syntax.Node) uint32 {
	if b := w.Child(call, "block"); b != syntax.None {
		return w.Start(b)
	}
	return w.End(call)
}

// maker tells the calls that make a class: Struct.new, Data.define,
// Class.new, Module.new.
func maker(w *lang.Walk, n syntax.Node) (code.Kind, syntax.Node) {
	if w.Kind(n) != "call" {
		return code.KindUnknown, syntax.None
	}
	method, args := w.Text(w.Child(n, "method")), w.Child(n, "arguments")
	receiver := bytes.TrimPrefix(w.Text(w.Child(n, "receiver")), []byte("::"))
	switch string(method) {
	case "new":
		switch string(receiver) {
		case "Struct":
			return code.KindStruct, args
		case "Class":
			return code.KindClass, args
		case "Module":
			return code.KindModule, args
		}
	case "define":
		if string(receiver) == "Data" {
			return code.KindRecord, args
		}
	}
	return code.KindUnknown, syntax.None
}

// members defines the fields that Struct.new(:a, :b) gives to definition i.
func (s *state) members(w *lang.Walk, i int32, args syntax.Node) {
	pop := w.PushContainer(i)
	defer pop()
	for c := w.FirstChild(args); c != syntax.None; c = w.Next(c) {
		if span, ok := literalName(w, c); ok && w.Kind(c) == "simple_symbol" {
			s.note(w.DefineLeaf(c, code.Definition{Name: textAt(w, span), NameSpan: span, Span: w.Span(c), Kind: code.KindProperty,
				Signature: w.Name(c), Exported: true, Doc: ownDoc}))
			w.Definition(s.count - 1).Doc = ""
		}
	}
}

// valueSignature is an assignment up to its value, or with it if it is a
// short literal.
func valueSignature(w *lang.Walk, n, left, right syntax.Node) string {
	switch w.Kind(right) {
	case "integer", "float", "rational", "complex", "string", "simple_symbol", "true", "false", "nil", "regex", "unary", "range", "constant":
		if w.End(right)-w.Start(right) <= 60 && bytes.IndexByte(w.Text(right), '\n') < 0 {
			return w.Signature(w.Start(n), w.End(right))
		}
	}
	return strings.TrimSpace(w.Signature(w.Start(left), w.End(left)))
}

// lineEnd is the offset at which the line around offset ends.
func lineEnd(w *lang.Walk, offset uint32) uint32 {
	size := uint32(len(w.Source))
	if line := w.Line(offset); line < w.Line(size) {
		return w.LineStart(line+1) - 1
	}
	return size
}
