package python

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// decoration is what the decorators say about a function or a class.
type decoration struct {
	modifiers code.Modifiers
	property  bool
	static    bool // a staticmethod: no receiver
}

var decorators = map[string]decoration{
	"property":             {modifiers: code.ModGetter, property: true},
	"cached_property":      {modifiers: code.ModGetter, property: true},
	"classproperty":        {modifiers: code.ModGetter | code.ModStatic, property: true},
	"hybrid_property":      {modifiers: code.ModGetter, property: true},
	"abstractproperty":     {modifiers: code.ModGetter | code.ModAbstract, property: true},
	"staticmethod":         {modifiers: code.ModStatic, static: true},
	"abstractstaticmethod": {modifiers: code.ModStatic | code.ModAbstract, static: true},
	"classmethod":          {modifiers: code.ModStatic},
	"abstractclassmethod":  {modifiers: code.ModStatic | code.ModAbstract},
	"abstractmethod":       {modifiers: code.ModAbstract},
	"final":                {modifiers: code.ModFinal},
	"override":             {modifiers: code.ModOverride},
	"overload":             {modifiers: code.ModDeclaration},
}

func decoratedDefinition(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	definition := w.Child(n, "definition")
	if nameless(w, definition) {
		return
	}
	var all decoration
	wrapped := ""
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "decorator" {
			e := w.NamedChild(c, 0)
			d := decorationOf(w, e)
			if d == (decoration{}) && !keepsFunction(w, e) {
				wrapped = code.ChainOr(wrapped, code.ChainStep(s.chain(w, e), code.ChainCall))
			}
			all.modifiers |= d.modifiers
			all.property = all.property || d.property
			all.static = all.static || d.static
		}
	}
	if w.Kind(definition) == "class_definition" {
		s.defineClass(w, n, definition, all)
	} else {
		i := s.defineFunction(w, n, definition, all)
		w.Definition(i).Wrapped = wrapped
	}
}

// keepsFunction reports whether a decorator of the library gives a function
// that is called as the one it decorates.
func keepsFunction(w *lang.Walk, e syntax.Node) bool {
	if w.Kind(e) == "call" {
		e = w.Child(e, "function")
	}
	switch name := string(w.Text(e)); lastName(name) {
	case "contextmanager", "asynccontextmanager", "wraps", "lru_cache", "cache", "deprecated", "total_ordering", "dataclass", "no_type_check",
		"runtime_checkable", "singledispatch", "deleter":
		return true
	default:
		return strings.HasPrefix(name, "pytest.") || strings.HasPrefix(name, "mock.") || strings.HasPrefix(name, "unittest.")
	}
}

// decorationOf reads one decorator's expression.
func decorationOf(w *lang.Walk, e syntax.Node) decoration {
	switch w.Kind(e) {
	case "identifier":
		return decorators[string(w.Text(e))]
	case "attribute":
		switch last := w.Text(w.Child(e, "attribute")); string(last) {
		case "setter":
			return decoration{modifiers: code.ModSetter, property: true}
		case "getter":
			return decoration{modifiers: code.ModGetter, property: true}
		case "deleter":
			return decoration{property: true}
		default:
			return decorators[string(last)]
		}
	}
	return decoration{}
}

// nameless reports whether error recovery made up the name of a definition.
func nameless(w *lang.Walk, n syntax.Node) bool { return len(w.Text(w.Child(n, "name"))) == 0 }

func functionDefinition(w *lang.Walk, n syntax.Node) {
	if nameless(w, n) {
		return
	}
	s := stateOf(w)
	var i int32
	if w.Kind(w.Parent(n)) == "decorated_definition" {
		i = w.Container() // the decorated definition defined it
	} else {
		i = s.defineFunction(w, n, n, decoration{})
	}
	s.typeParameters(w, n)
	f := frame{end: w.After(n), definition: i, body: w.Child(n, "body"), owner: code.NoDefinition}
	outer := s.top(n)
	d := w.Definition(i)
	params := w.Child(n, "parameters")
	switch {
	case outer == nil:
	case outer.class:
		if p := w.NamedChild(params, 0); p != syntax.None && !s.staticAt(w, n) {
			name, _ := parameterName(w, p)
			f.owner, f.receiver = outer.definition, w.Name(name)
			f.classReceiver = f.receiver == "cls" || d.Modifiers&code.ModStatic != 0
			switch d.Name {
			case "__new__", "__init_subclass__", "__class_getitem__":
				f.classReceiver = true
			}
		}
		switch d.Name {
		case "__init__", "__new__", "__post_init__":
			f.initial = true
		}
	case !outer.class && outer.receiver != "" && !declares(w, params, outer.receiver):
		f.owner, f.receiver, f.classReceiver = outer.owner, outer.receiver, outer.classReceiver
	}
	s.frames = append(s.frames, f)
}

// staticAt reports whether function n is decorated as a static method.
func (s *state) staticAt(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	if w.Kind(p) != "decorated_definition" {
		return false
	}
	for c := w.FirstChild(p); c != n && c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "decorator" && decorationOf(w, w.NamedChild(c, 0)).static {
			return true
		}
	}
	return false
}

// defineFunction defines function n, whose span begins at the whole node.
func (s *state) defineFunction(w *lang.Walk, whole, n syntax.Node, decorated decoration) int32 {
	name := w.Child(n, "name")
	d := code.Definition{Kind: code.KindFunction, Span: w.Span(whole), Modifiers: decorated.modifiers,
		Signature: signature(w, n, w.Start(n), headerEnd(w, n)),
		Doc:       docstring(w, w.Child(n, "body")),
		Params:    parameters(w, w.Child(n, "parameters")),
		Type:      oneLine(w, w.Child(n, "return_type"))}
	if list := w.Child(n, "type_parameters"); list != syntax.None {
		d.TypeParams = typeParams(w, list)
	} else {
		d.TypeParams = s.functionVariables(w, n)
	}
	if w.ChildOfKind(n, "async") != syntax.None {
		d.Modifiers |= code.ModAsync
	}
	d.Name = w.Name(name)
	if f := s.top(n); f != nil && f.class {
		switch {
		case decorated.property:
			d.Kind = code.KindProperty
		case d.Name == "__init__":
			d.Kind = code.KindConstructor
		default:
			d.Kind = code.KindMethod
		}
		d.Visibility = memberVisibility(d.Name)
	} else {
		if f == nil {
			d.Visibility = moduleVisibility(d.Name)
		}
		d.Modifiers &^= code.ModGetter | code.ModSetter
	}
	return s.note(w, w.Define(name, d))
}

// headerEnd is the offset of the colon that opens the body of n.
func headerEnd(w *lang.Walk, n syntax.Node) uint32 {
	end := w.End(n)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case ":":
			end = w.Start(c)
		case "block":
			return min(end, w.Start(c))
		case "parameters", "argument_list":
			if w.ChildOfKind(c, "ERROR") != syntax.None {
				return lineEnd(w, w.Start(c)) // what follows may be anything
			}
		}
	}
	return end
}

// parameters lists what a function takes; the names of *args and **kwargs
// keep their stars, because their declared type is not that of the name.
func parameters(w *lang.Walk, list syntax.Node) []code.Param {
	var out []code.Param
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		name, stars := parameterName(w, c)
		if name == syntax.None {
			continue
		}
		p := code.Param{Type: oneLine(w, w.Child(c, "type"))}
		if stars == "" {
			p.Name = oneLine(w, name)
		} else {
			p.Name = stars + w.Name(name)
		}
		out = append(out, p)
	}
	return out
}

// parameterName finds the name (or the tuple of names) of one parameter.
func parameterName(w *lang.Walk, p syntax.Node) (name syntax.Node, stars string) {
	switch w.Kind(p) {
	case "identifier", "tuple_pattern":
		return p, ""
	case "default_parameter", "typed_default_parameter":
		return w.Child(p, "name"), ""
	case "typed_parameter":
		return parameterName(w, w.NamedChild(p, 0))
	case "list_splat_pattern":
		return w.ChildOfKind(p, "identifier"), "*"
	case "dictionary_splat_pattern":
		return w.ChildOfKind(p, "identifier"), "**"
	}
	return syntax.None, ""
}

// eachParameter calls use for every name that a parameter list binds.
func eachParameter(w *lang.Walk, list syntax.Node, use func(name syntax.Node)) {
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		name, _ := parameterName(w, c)
		if name == syntax.None {
			continue
		}
		for n := name; n < w.After(name); n++ {
			if w.Kind(n) == "identifier" {
				use(n)
			}
		}
	}
}

func declares(w *lang.Walk, list syntax.Node, name string) bool {
	found := false
	eachParameter(w, list, func(n syntax.Node) { found = found || string(w.Text(n)) == name })
	return found
}

func lambda(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeFunction)
	k := 0
	for c := w.FirstChild(w.Child(n, "parameters")); c != syntax.None; c = w.Next(c) {
		name, _ := parameterName(w, c)
		if name == syntax.None {
			continue
		}
		for x := name; x < w.After(name); x++ {
			if w.Kind(x) == "identifier" {
				w.BindAs(w.Name(x), w.Start(x), lang.ScopeFunction, "", stateOf(w).passedTo(w, n, k))
			}
		}
		k++
	}
}

// passedTo is what a function that is called with a lambda passes to it as
// parameter k.
func (s *state) passedTo(w *lang.Walk, lambda syntax.Node, k int) string {
	list := w.Parent(lambda)
	if w.Kind(list) != "argument_list" || w.Kind(w.Parent(list)) != "call" || k > 9 {
		return ""
	}
	n := 0
	for c := w.FirstChild(list); c != lambda && c != syntax.None && n < 10; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "comment" {
			n++
		}
	}
	if n > 9 {
		return ""
	}
	return code.ChainStep(s.chain(w, w.Child(w.Parent(list), "function")), "!"+string(rune('0'+n))+"."+string(rune('0'+k)))
}

func comprehension(w *lang.Walk, _ syntax.Node) { w.OpenScope(lang.ScopeBlock) }

func yield(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := s.top(n)
	if f == nil || f.class {
		return
	}
	d := w.Definition(f.definition)
	if d.Modifiers&code.ModGenerator == 0 {
		d.Modifiers |= code.ModGenerator
		d.Value = "" // what it returns is not what calling it gives
	}
	given := w.NamedChild(n, 0)
	switch {
	case given == syntax.None:
	case w.ChildOfKind(n, "from") != syntax.None:
		w.Returns(f.definition, s.chain(w, given), w.Start(n))
	default:
		w.Returns(f.definition, code.ChainStep(s.chain(w, given), code.ChainList), w.Start(n))
	}
}

// returns notes what a function without a declared result gives.
func returns(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := s.top(n)
	given := w.NamedChild(n, 0)
	if f == nil || f.class || given == syntax.None {
		return
	}
	if d := w.Definition(f.definition); d.Type == "" && d.Modifiers&code.ModGenerator == 0 {
		w.Returns(f.definition, s.chain(w, given), w.Start(n))
	}
}

// block opens the scope of a body. Default values, annotations and base
// classes stand outside it, as Python evaluates them outside.
func block(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "function_definition":
		w.OpenScope(lang.ScopeFunction)
		stateOf(w).parametersAt(w, p)
	case "class_definition":
		w.OpenScope(lang.ScopeType)
	}
}

// memberVisibility follows the conventions that Python's own name mangling
// and its documentation set for members of a class.
func memberVisibility(name string) code.Visibility {
	switch {
	case !strings.HasPrefix(name, "_") || dunder(name):
		return code.VisibilityUnstated
	case strings.HasPrefix(name, "__"):
		return code.VisibilityPrivate
	}
	return code.VisibilityProtected
}

func moduleVisibility(name string) code.Visibility {
	if strings.HasPrefix(name, "_") && !dunder(name) {
		return code.VisibilityPrivate
	}
	return code.VisibilityUnstated
}

func dunder(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// signature is the source between two offsets inside node n as one line
// without comments. The builder knows the comments that the walk has passed,
// so those ahead are told to it first.
func signature(w *lang.Walk, n syntax.Node, start, end uint32) string {
	if bytes.IndexByte(w.Source[start:end], '#') >= 0 {
		for c := n; c < w.After(n) && w.Start(c) < end; c++ {
			if w.Kind(c) == "comment" {
				w.Region(code.RegionComment, w.Span(c))
			}
		}
	}
	return w.Signature(start, end)
}

// oneLine is a node's text on one line, "" for None.
func oneLine(w *lang.Walk, n syntax.Node) string {
	text := w.Text(n)
	if bytes.ContainsAny(text, "\n\r\t#") || bytes.Contains(text, []byte("  ")) || len(text) > lang.MaxSignature {
		return signature(w, n, w.Start(n), w.End(n))
	}
	return w.Intern(text)
}
