package python

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// readAll adds the strings of a list, or of a sum of lists, to __all__. Parts
// that are not literal are other modules' names: they export nothing here.
func (s *state) readAll(w *lang.Walk, value syntax.Node, fresh bool) {
	var names []string
	literal := false
	end := syntax.Node(0)
	if value != syntax.None {
		end = w.After(value)
	}
	for n := value; n != syntax.None && n < end; {
		switch w.Kind(n) {
		case "list", "tuple", "binary_operator", "parenthesized_expression":
			literal = literal || w.Kind(n) != "binary_operator"
			n++
		case "string":
			if text, _, ok := literalString(w, n); ok {
				names = append(names, text)
				literal = true
			}
			n = w.After(n)
		default:
			n = w.After(n)
		}
	}
	if !literal {
		return
	}
	if fresh || s.all == nil {
		s.all = make(map[string]struct{}, len(names))
	}
	for _, name := range names {
		s.all[name] = struct{}{}
	}
}

// finish settles what only the whole file tells.
func finish(w *lang.Walk) {
	s := stateOf(w)
	s.home()
	s.settle(w, s.fields, inInstance)
	s.settle(w, s.globals, inModule)
	s.salvage(w)
	s.export(w)
	imported := s.addImports(w)
	whole := code.Span{End: uint32(len(w.Source))}
	for _, x := range s.loose {
		_, defined := s.defined[member{code.NoDefinition, x.name}]
		if _, ok := imported[x.name]; !ok && !defined {
			w.Bind(x.name, lang.ScopeBlock)
			w.AddBinding(code.Binding{Name: x.name, At: x.at, Scope: whole, Type: x.typ, Value: x.value})
		}
	}
}

// settle makes the best write to each name that has no definition yet its
// definition; the others are references.
func (s *state) settle(w *lang.Walk, writes []write, at place) {
	best := make(map[member]int)
	for i := range writes {
		x := &writes[i]
		if _, ok := s.defined[x.member]; ok {
			continue
		}
		if b, ok := best[x.member]; !ok || x.score > writes[b].score {
			best[x.member] = i
		}
	}
	var late []int
	for i := range writes {
		x := &writes[i]
		if b, ok := best[x.member]; ok && b == i {
			s.defineLate(w, x, at)
			continue
		}
		late = append(late, i)
		r := code.Reference{Name: x.name, Span: w.Span(x.at), Line: w.Line(w.Start(x.at)), Role: code.RoleWrite}
		if x.at != x.target {
			r.Qualifier, r.QualifierText = code.QualifierSelf, code.ChainSelf
		}
		w.AddReferenceIn(r, x.enclosing)
	}
	for _, i := range late {
		x := &writes[i]
		if k, ok := s.defined[x.member]; ok {
			mayBe(w.Definition(k), x.value, x.outer, w.Start(x.at))
		}
	}
}

// defineLate adds the definition that a write makes, in its own container
// rather than in the method where it stands.
func (s *state) defineLate(w *lang.Walk, x *write, at place) {
	pop := w.PushContainer(x.container)
	d := variable(w, at, x.at, x.target, x.statement)
	mayBe(&d, x.value, x.outer, w.Start(x.at))
	s.note(w, w.DefineLeaf(x.at, d))
	pop()
}

// mayBe adds to a variable what else it is made from. outer is the value as it
// can be said elsewhere.
func mayBe(d *code.Definition, value, outer string, at uint32) {
	switch {
	case value == "" || d.Kind.IsType() || d.Kind.IsCallable() || d.Modifiers&code.ModGetter != 0 || d.Type != "" && !bareQualifier(d.Type):
	case d.Value == "":
		d.Value, d.ValueAt = value, at
	default:
		d.Value = code.ChainOr(d.Value, outer)
	}
}

// export marks what other files may use: by __all__ where the module has
// one, else by the leading underscore; members follow their class.
func (s *state) export(w *lang.Walk) {
	for i := int32(0); i < s.count; i++ {
		w.Definition(i).Exported = s.exported(w, i)
	}
}

func (s *state) exported(w *lang.Walk, i int32) bool {
	d := w.Definition(i)
	for d.Container != code.NoDefinition {
		if strings.HasPrefix(d.Name, "_") && !dunder(d.Name) {
			return false
		}
		if d = w.Definition(d.Container); !d.Kind.IsType() {
			return false
		}
	}
	if s.all != nil {
		_, ok := s.all[d.Name]
		return ok
	}
	return !strings.HasPrefix(d.Name, "_")
}

// addImports hands the imports over and returns the names they bind. What is
// imported at the top level only to be passed on (listed in __all__, renamed
// to itself, or taken from a relative module and never used) is a re-export,
// in an import of its own.
func (s *state) addImports(w *lang.Walk) map[string]struct{} {
	bound := make(map[string]struct{}, len(s.imports))
	for i := range s.imports {
		im := s.imports[i].Import
		var kept, passed []code.ImportedName
		for _, n := range im.Names {
			bound[n.Local()] = struct{}{}
			if s.imports[i].top && s.passedOn(&im, n) {
				passed = append(passed, n)
			} else {
				kept = append(kept, n)
			}
		}
		if len(kept) > 0 || len(passed) == 0 {
			im.Names = kept
			w.AddImport(im)
		}
		if len(passed) > 0 {
			im.Names, im.Form = passed, code.ImportReExport
			w.AddImport(im)
		}
	}
	return bound
}

func (s *state) passedOn(im *code.Import, n code.ImportedName) bool {
	if n.Name == "*" {
		return n.Alias == "" && strings.HasPrefix(im.Specifier, ".")
	}
	if s.all != nil {
		_, ok := s.all[n.Local()]
		return ok
	}
	_, unused := s.unused[n.Local()]
	return unused || n.Alias == n.Name
}
