package xref

import (
	"sextant/internal/code"
)

// place is where a chain stands.
type place struct {
	f  *file
	i  int32
	at uint32
}

// expansion is a macro whose text is followed with what it is given.
type expansion struct {
	params []code.Param
	args   []string // chains
	from   place    // where they stand
	outer  *expansion
}

// deepestMacros bounds macros inside macros.
const deepestMacros = 16

// expanded is what a macro called with known arguments stands for; nothing for
// other steps.
func (l *Linker) expanded(from place, t typ, s code.Step) typ {
	if s.Kind != code.StepCall || len(s.Args) == 0 || t.kind != tCallable {
		return typ{}
	}
	n := 0
	for m := l.macro; m != nil; m = m.outer {
		n++
	}
	if n >= deepestMacros {
		return typ{}
	}
	for _, sym := range t.syms {
		d := l.definition(sym)
		if d == nil || d.Kind != code.KindMacro || d.Value == "" {
			continue
		}
		before := l.macro
		l.macro = &expansion{d.Params, s.Args, from, before}
		x := l.valueChain(l.file(sym.File), sym.Index, d)
		l.macro = before
		if !x.unknown() {
			return x
		}
	}
	return typ{}
}

// argument is what a parameter of the macro stands for whose text is followed.
func (l *Linker) argument(name string) (typ, bool) {
	m := l.macro
	if m == nil {
		return typ{}, false
	}
	for k := range m.params {
		if m.params[k].Name != name {
			continue
		}
		if k >= len(m.args) || m.args[k] == "" {
			return typ{}, true
		}
		l.macro = m.outer
		t := l.chain(m.from.f, m.from.i, m.from.at, m.args[k])
		l.macro = m
		return t, true
	}
	return typ{}, false
}

// typeStep is a value of a type as a chain has it.
func (l *Linker) typeStep(f *file, i int32, text string) typ {
	if l.macro != nil && f.linking.Type != nil {
		if t, ok := l.argument(f.linking.Type(text).Name); ok {
			return t.instance()
		}
	}
	return l.typeText(f, i, text, nil)
}
