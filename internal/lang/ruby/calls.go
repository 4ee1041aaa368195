package ruby

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// macro is a call without a receiver that means more than a call.
type macro uint8

const (
	macroNone macro = iota
	macroVisibility
	macroAccessor
	macroProperty
	macroMethods
	macroScope
	macroDefine
	macroAlias
	macroMixin
	macroPrivateConstant
	macroRequire
	macroAutoload
	macroLet
	macroTask
	macroNamespace
	macroSymbols // symbols among its arguments name methods
)

var macros = map[string]macro{
	"private": macroVisibility, "protected": macroVisibility, "public": macroVisibility, "module_function": macroVisibility,
	"private_class_method": macroVisibility, "public_class_method": macroVisibility, "private_constant": macroPrivateConstant,

	"attr": macroAccessor, "attr_reader": macroAccessor, "attr_writer": macroAccessor, "attr_accessor": macroAccessor,
	"cattr_reader": macroAccessor, "cattr_writer": macroAccessor, "cattr_accessor": macroAccessor,
	"mattr_reader": macroAccessor, "mattr_writer": macroAccessor, "mattr_accessor": macroAccessor,
	"thread_mattr_accessor": macroAccessor, "thread_cattr_accessor": macroAccessor, "class_attribute": macroAccessor,
	"attr_internal": macroAccessor, "attr_internal_accessor": macroAccessor, "attr_internal_reader": macroAccessor,

	"has_many": macroProperty, "has_one": macroProperty, "belongs_to": macroProperty, "has_and_belongs_to_many": macroProperty,
	"has_one_attached": macroProperty, "has_many_attached": macroProperty, "has_rich_text": macroProperty, "enum": macroProperty,
	"attribute": macroProperty, "alias_attribute": macroProperty,

	"delegate": macroMethods, "def_delegators": macroMethods, "def_delegator": macroMethods, "scope": macroScope,
	"define_method": macroDefine, "define_singleton_method": macroDefine, "alias_method": macroAlias,
	"include": macroMixin, "extend": macroMixin, "prepend": macroMixin,
	"require": macroRequire, "require_relative": macroRequire, "load": macroRequire, "require_dependency": macroRequire,
	"eval_gemfile": macroRequire, "import": macroRequire, "autoload": macroAutoload,
	"let": macroLet, "let!": macroLet, "subject": macroLet, "subject!": macroLet, "let_it_be": macroLet,
	"task": macroTask, "multitask": macroTask, "namespace": macroNamespace,

	"send": macroSymbols, "public_send": macroSymbols, "__send__": macroSymbols, "method": macroSymbols, "respond_to?": macroSymbols,
	"instance_method": macroSymbols, "public_method": macroSymbols, "try": macroSymbols, "helper_method": macroSymbols,
	"undef_method": macroSymbols, "remove_method": macroSymbols, "rescue_from": macroSymbols, "memoize": macroSymbols,
	"set_callback": macroSymbols, "alias_method_chain": macroSymbols,
}

// call handles a method call: the reference to the method, and what calls
// with a meaning of their own add.
func call(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := s.top(n)
	method := w.Child(n, "method")
	receiver := w.Child(n, "receiver")
	if method == syntax.None || w.Start(method) == w.End(method) {
		return
	}
	switch w.Kind(method) {
	case "identifier", "constant", "operator":
	default:
		return // super(...), @proc.() and the like
	}
	q, text := s.qualifier(w, receiver)
	if receiver == syntax.None {
		args := w.Child(n, "arguments")
		if args == syntax.None && w.Child(n, "block") == syntax.None && s.isLocal(w.Text(method)) {
			s.local(w, method, code.RoleRead)
			return
		}
		if m := macros[string(w.Text(method))]; m != macroNone && s.expand(w, f, n, m, method, args) {
			return
		}
	}
	role := code.RoleCall
	if receiver != syntax.None && isTarget(w, n) {
		role = code.RoleWrite
	}
	w.Refer(method, role, q, text)
}

// expand does what a macro means. It reports whether the call is all said by
// that, so that no reference to the macro's own name is left.
func (s *state) expand(w *lang.Walk, f *frame, n syntax.Node, m macro, method, args syntax.Node) bool {
	inClass := f.owner != code.NoDefinition || f.target != ""
	switch m {
	case macroVisibility:
		s.restrict(w, f, string(w.Text(method)), args)
		return inClass || f.kind == frameProgram
	case macroPrivateConstant:
		s.privateConstants(w, f, args)
		return inClass
	case macroAccessor:
		if inClass {
			s.accessors(w, f, n, string(w.Text(method)), args)
		}
		return inClass
	case macroMixin:
		if f.owner != code.NoDefinition && args != syntax.None {
			s.mixIn(w, f.owner, args)
			return true
		}
		return f.kind == frameProgram && args != syntax.None
	case macroProperty:
		if inClass {
			s.association(w, f, n, string(w.Text(method)), args)
		}
	case macroMethods:
		if inClass {
			first, most := 0, maxNames
			switch w.Name(method) {
			case "def_delegators":
				first = 1
			case "def_delegator":
				first, most = 1, 1
				if w.NamedChild(args, 2) != syntax.None {
					first = 2
				}
			}
			s.delegated = s.delegate(w, args, first > 0)
			s.named(w, f, n, args, code.KindMethod, first, most)
			s.delegated = ""
		}
	case macroScope:
		if inClass && w.NamedChild(args, 1) != syntax.None {
			static := *f
			static.static = true
			s.named(w, &static, n, args, code.KindMethod, 0, 1)
		}
	case macroDefine:
		s.defineMethod(w, f, n, args, w.Name(method) == "define_singleton_method")
	case macroAlias:
		s.aliasMethod(w, f, n, args)
	case macroRequire:
		return s.require(w, n, string(w.Text(method)), args)
	case macroAutoload:
		return s.autoload(w, f, args)
	case macroLet:
		if w.Text(method)[0] == 's' {
			s.bindText(w, []byte("subject"))
		}
		if span, ok := literalName(w, w.NamedChild(args, 0)); ok {
			s.bindText(w, w.Source[span.Start:span.End])
		}
	case macroTask, macroNamespace:
		if !f.inMethod && !inClass {
			s.rake(w, n, m, args)
		}
	}
	return false
}

// maxNames bounds the names of one macro's list.
const maxNames = 500

// eachName calls use for the literal names among arguments first.. of a call.
func eachName(w *lang.Walk, args syntax.Node, first, most int, use func(arg syntax.Node, name code.Span)) {
	i := 0
	for c := w.FirstChild(args); c != syntax.None && i < first+most; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		at := c
		if w.Kind(c) == "pair" {
			if i > 0 {
				return // options
			}
			at = w.Child(c, "key")
		}
		if span, ok := literalName(w, at); ok && i >= first {
			use(at, span)
		}
		i++
	}
}

// lineSignature is a call on one line, without its block.
func lineSignature(w *lang.Walk, n syntax.Node) string {
	return w.Signature(w.Start(n), min(lineEnd(w, w.Start(n)), blockStart(w, n)))
}

// named defines what a macro's literal arguments name.
func (s *state) named(w *lang.Walk, f *frame, n, args syntax.Node, kind code.Kind, first, most int) {
	signature := lineSignature(w, n)
	eachName(w, args, first, most, func(arg syntax.Node, name code.Span) {
		d := code.Definition{Kind: kind, Name: textAt(w, name), NameSpan: name, Span: w.Span(n), Signature: signature}
		f.settle(&d)
		if s.delegated != "" {
			d.Value, d.ValueAt = code.ChainStep(s.delegated, "."+d.Name, code.ChainCall), name.Start
		}
		s.leaf(w, arg, d, d.Span.Start)
	})
}

// accessors defines the properties of attr_accessor and its like.
func (s *state) accessors(w *lang.Walk, f *frame, n syntax.Node, macro string, args syntax.Node) {
	start := modifierStart(w, n)
	signature := w.Signature(start, w.End(n))
	eachName(w, args, 0, maxNames, func(arg syntax.Node, name code.Span) {
		d := code.Definition{Kind: code.KindProperty, Name: textAt(w, name), NameSpan: name, Signature: signature,
			Span: code.Span{Start: start, End: w.End(n)}}
		switch {
		case strings.HasSuffix(macro, "_reader") || macro == "attr":
			d.Modifiers = code.ModGetter
		case strings.HasSuffix(macro, "_writer"):
			d.Modifiers = code.ModSetter
		default:
			d.Modifiers = code.ModGetter | code.ModSetter
		}
		if macro[0] == 'c' || macro[0] == 'm' || macro[0] == 't' {
			d.Modifiers |= code.ModStatic
		}
		f.settle(&d)
		if start < w.Start(n) {
			decorate(w, w.Parent(w.Parent(n)), &d)
		}
		d.Value, d.ValueAt = code.ChainStep(code.ChainSelf, ".@"+d.Name), name.Start
		s.leaf(w, arg, d, start)
	})
}

// defineMethod handles define_method(:name) { }.
func (s *state) defineMethod(w *lang.Walk, f *frame, n, args syntax.Node, static bool) {
	arg := w.NamedChild(args, 0)
	name, ok := literalName(w, arg)
	if !ok {
		return
	}
	start := modifierStart(w, n)
	d := code.Definition{Kind: code.KindMethod, Name: textAt(w, name), NameSpan: name,
		Span: code.Span{Start: start, End: w.End(n)}, Signature: w.Signature(start, min(lineEnd(w, start), blockStart(w, n))),
		Params: parameters(w, w.Child(w.Child(n, "block"), "parameters"))}
	f.settle(&d)
	if static {
		d.Modifiers |= code.ModStatic
	}
	s.define(w, arg, d, start)
	s.push(w, n, frame{kind: frameBlock, owner: code.NoDefinition, class: f.class, inMethod: true})
}

// aliasMethod handles alias_method :new, :old.
func (s *state) aliasMethod(w *lang.Walk, f *frame, n, args syntax.Node) {
	arg := w.NamedChild(args, 0)
	name, ok := literalName(w, arg)
	if !ok {
		return
	}
	start := modifierStart(w, n)
	d := code.Definition{Kind: code.KindMethod, Name: textAt(w, name), NameSpan: name,
		Span: code.Span{Start: start, End: w.End(n)}, Signature: w.Signature(start, w.End(n))}
	f.settle(&d)
	if span, ok := literalName(w, w.NamedChild(args, 1)); ok {
		d.Value, d.ValueAt = code.ChainStep(code.ChainSelf, "."+textAt(w, span), code.ChainCall), name.Start
	}
	s.leaf(w, arg, d, start)
	if old := w.NamedChild(args, 1); w.Kind(old) == "simple_symbol" {
		s.symbolUse(w, old, code.RoleRead)
	}
}

// mixIn adds the modules of include, extend and prepend to a class.
func (s *state) mixIn(w *lang.Walk, class int32, args syntax.Node) {
	d := w.Definition(class)
	for c := w.FirstChild(args); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "constant", "scope_resolution", "element_reference", "call":
			if name := superName(w, c); name != "" && len(d.Supertypes) < maxNames {
				d.Supertypes = append(d.Supertypes, code.Supertype{Name: name, Form: code.MixesIn})
			}
		}
	}
}

// restrict applies private :a, :b and its like to what is defined already.
// private def x applies itself.
func (s *state) restrict(w *lang.Walk, f *frame, word string, args syntax.Node) {
	if args == syntax.None {
		f.modifier([]byte(word)) // private()
		return
	}
	static := f.static || strings.HasSuffix(word, "_class_method")
	apply := func(arg syntax.Node, name code.Span) {
		text := textAt(w, name)
		d := s.find(w, f.owner, text, func(d *code.Definition) bool {
			return (d.Kind.IsCallable() || d.Kind == code.KindProperty) && static == (d.Modifiers&code.ModStatic != 0)
		})
		s.use(w, name, code.RoleRead)
		if d == nil {
			return
		}
		switch word {
		case "private", "private_class_method":
			d.Visibility, d.Exported = code.VisibilityPrivate, false
		case "protected":
			d.Visibility, d.Exported = code.VisibilityProtected, false
		case "public", "public_class_method":
			d.Visibility, d.Exported = code.VisibilityPublic, true
		case "module_function":
			d.Modifiers |= code.ModStatic
		}
	}
	eachName(w, args, 0, maxNames, apply)
}

func (s *state) privateConstants(w *lang.Walk, f *frame, args syntax.Node) {
	eachName(w, args, 0, maxNames, func(arg syntax.Node, name code.Span) {
		s.use(w, name, code.RoleRead)
		if d := s.find(w, f.owner, textAt(w, name), func(d *code.Definition) bool {
			return d.Kind == code.KindConstant || d.Kind.IsType() || d.Kind == code.KindModule
		}); d != nil {
			d.Visibility, d.Exported = code.VisibilityPrivate, false
		}
	})
}

// bodyOf says where the definitions in the block of call c belong: the blocks
// of class_eval and of a concern's hooks are class bodies, that of a method
// call elsewhere is not.
func (s *state) bodyOf(w *lang.Walk, f *frame, c syntax.Node) {
	if w.Kind(c) != "call" {
		return
	}
	receiver := w.Child(c, "receiver")
	switch string(w.Text(w.Child(c, "method"))) {
	case "class_methods":
		f.static = f.static || f.owner != code.NoDefinition
	case "class_eval", "class_exec", "module_eval", "reopen":
		f.target, f.visibility = dotted(w, receiver), code.VisibilityUnstated
		f.static = false
		if receiver == syntax.None {
			f.owner = f.class
		}
	case "refine":
		if name := w.NamedChild(w.Child(c, "arguments"), 0); w.Kind(name) == "constant" || w.Kind(name) == "scope_resolution" {
			f.target = dotted(w, name)
		}
	default:
		return
	}
	if f.target == "self" {
		f.target = ""
	}
}

// association defines the property of has_many and its like, whose value is of
// the class that its options or its name tell. What has many is known by that
// class, as a query is.
func (s *state) association(w *lang.Walk, f *frame, n syntax.Node, macro string, args syntax.Node) {
	signature := lineSignature(w, n)
	class := ""
	for c := w.FirstChild(args); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "pair" && string(w.Text(w.Child(c, "key"))) == "class_name" {
			if span, ok := literalName(w, w.Child(c, "value")); ok {
				class = strings.ReplaceAll(strings.TrimPrefix(textAt(w, span), "::"), "::", ".")
			} else if k := w.Kind(w.Child(c, "value")); k == "constant" || k == "scope_resolution" {
				class = dotted(w, w.Child(c, "value"))
			}
		}
	}
	eachName(w, args, 0, 1, func(arg syntax.Node, name code.Span) {
		d := code.Definition{Kind: code.KindProperty, Name: textAt(w, name), NameSpan: name, Span: w.Span(n), Signature: signature, ValueAt: name.Start}
		f.settle(&d)
		of := class
		switch macro {
		case "has_many", "has_and_belongs_to_many":
			if of == "" {
				of = camel(singular(d.Name))
			}
			d.Value = of
		case "has_one", "belongs_to":
			if of == "" {
				of = camel(d.Name)
			}
			d.Value = code.ChainOf(of)
		}
		s.leaf(w, arg, d, d.Span.Start)
	})
}

// singular is the usual singular of an English plural.
func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "tuses"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	}
	return word
}

// delegate is the chain of what a macro's methods are delegated to.
func (s *state) delegate(w *lang.Walk, args syntax.Node, first bool) string {
	at := syntax.None
	if first {
		at = w.NamedChild(args, 0)
	}
	for c := w.FirstChild(args); c != syntax.None && !first; c = w.Next(c) {
		if w.Kind(c) == "pair" && string(w.Text(w.Child(c, "key"))) == "to" {
			at = w.Child(c, "value")
		}
	}
	span, ok := literalName(w, at)
	if !ok {
		return ""
	}
	switch name := textAt(w, span); {
	case name == "class":
		return code.ChainStep(code.ChainSelf, ".class", code.ChainCall)
	case name[0] == '@':
		return code.ChainStep(code.ChainSelf, "."+name)
	case lower(name[0]) && !bytes.ContainsAny([]byte(name), ". "):
		return code.ChainStep(code.ChainSelf, "."+name, code.ChainCall)
	}
	return ""
}
