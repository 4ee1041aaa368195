package xref

import (
	"slices"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// arguments are what a call passes, as its chain says; unknown where it does not.
func (l *Linker) arguments(at place, chains []string) []typ {
	if len(chains) == 0 {
		return nil
	}
	out := make([]typ, len(chains))
	for k, chain := range chains {
		if chain != "" {
			out[k] = l.chain(at.f, at.i, at.at, chain)
		}
	}
	return out
}

// inferred is the value of which a callable is a member, with what the
// arguments of a call tell of the callable's own type parameters.
func (l *Linker) inferred(f *file, s Symbol, d *code.Definition, of *typ, args []typ) *typ {
	params := d.Params
	if len(d.TypeParams) == 0 || len(params) == 0 || f.linking.Type == nil {
		return of
	}
	into := make([]typ, len(d.TypeParams))
	if f.extended(s.Index, of) {
		l.infer(f, f.linking.Type(params[0].Type), of.receiver(), d.TypeParams, into, 6)
		params = params[1:]
	}
	if len(params) > 0 && slices.Contains(f.linking.Receivers, params[0].Name) {
		if p := params[0].Type; p != "" && of != nil {
			self, t := of.receiver(), f.linking.Type(p)
			if len(self.syms) > 0 && len(t.Args) > 0 { // the type itself: cls: type[T]
				l.infer(f, t, l.statics(self.syms), d.TypeParams, into, 6)
			}
			l.infer(f, t, self, d.TypeParams, into, 6)
		}
		params = params[1:]
	}
	for k := range min(len(args), len(params)) {
		if params[k].Type != "" && !args[k].unknown() {
			l.infer(f, f.linking.Type(params[k].Type), args[k], d.TypeParams, into, 6)
		}
	}
	return &typ{kind: tCallable, syms: []Symbol{s}, args: into, of: of}
}

// infer compares a parameter's type with an argument: what stands in the place
// of a type parameter is what that is.
func (l *Linker) infer(f *file, p lang.Type, arg typ, names []code.Param, into []typ, left int) {
	if left == 0 || arg.unknown() {
		return
	}
	left--
	for k := range names {
		if p.Name == names[k].Name {
			if into[k].kind == tUnknown {
				into[k] = arg
			}
			return
		}
	}
	x := l.shape(arg)
	each := func(args []typ) {
		for k := range min(len(p.Args), len(args)) {
			l.infer(f, p.Args[k], args[k], names, into, left)
		}
	}
	switch p.Name {
	case lang.TypeUnion:
		for _, w := range p.Args {
			l.infer(f, w, arg, names, into, left)
		}
	case lang.TypeOf:
		if arg.kind == tStatic && len(p.Args) == 1 {
			l.infer(f, p.Args[0], arg.instance(), names, into, left)
		}
	case lang.TypeFunc:
		if len(p.Args) == 0 {
			return
		}
		result := p.Args[len(p.Args)-1]
		switch {
		case arg.kind == tStatic:
			l.infer(f, result, arg.instance(), names, into, left)
		case arg.kind == tCallable:
			l.infer(f, result, l.result(arg, nil), names, into, left)
		case x.name == lang.TypeFunc && len(x.args) > 0:
			l.infer(f, result, x.args[len(x.args)-1], names, into, left)
		}
	case lang.TypeObject:
		for k, n := range p.Names {
			l.infer(f, p.Args[k], l.memberValue(f, arg, n, anything), names, into, left)
		}
	case lang.TypeList, lang.TypeMap, lang.TypeTuple, lang.TypeAwait:
		if x.name == p.Name {
			each(x.args)
		}
	default:
		if f.linking.Known != nil && len(p.Args) > 0 {
			if known := f.linking.Known(p); known.Name != p.Name {
				l.infer(f, known, arg, names, into, left)
				return
			}
		}
		if arg.kind == tStatic { // Class<T>, however it is named: the type itself is given
			for _, a := range p.Args {
				for k := range names {
					if a.Name == names[k].Name && into[k].kind == tUnknown {
						into[k] = arg.instance()
						return
					}
				}
			}
		}
		if arg.kind == tInstance && len(arg.syms) > 0 {
			each(arg.args)
		}
	}
}
