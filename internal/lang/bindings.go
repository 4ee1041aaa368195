package lang

import (
	"slices"
	"sort"
	"strings"

	"sextant/internal/code"
)

// BindAs is Bind with what is known of the value: its declared type as written,
// or the chain it is made from. at is where the name stands (bytes). It says of
// a name bound before in the same scope what it is from there on.
func (b *Builder) BindAs(name string, at uint32, kind ScopeKind, typ, value string) {
	b.Bind(name, kind)
	for s := b.scope; s != noScope; s = b.scopes[s].parent {
		if b.scopes[s].kind >= kind {
			if b.scopes[s].kind != ScopeType {
				b.AddBinding(code.Binding{Name: name, At: at, Scope: b.scopes[s].span, Type: typ, Value: value})
			}
			return
		}
	}
}

// AddBinding records what a name is in a stretch of the file. Whether the name
// is local there, Bind says.
func (b *Builder) AddBinding(x code.Binding) {
	if x.Name != "" && x.Scope.Start < x.Scope.End {
		x.Type = code.OneLine(x.Type)
		if len(x.Type) > code.MaxChain {
			x.Type = ""
		}
		b.bindings = append(b.bindings, x)
	}
}

// maxReturns bounds the results of one callable that are followed.
const maxReturns = 4

// Returns notes that the callable definition i, whose result is not declared,
// returns what the chain says; the chain's names are looked up at the offset.
func (b *Builder) Returns(i int32, chain string, at uint32) {
	if i == code.NoDefinition || chain == "" {
		return
	}
	d := b.Definition(i)
	if !d.Kind.IsCallable() && d.Modifiers&code.ModGetter == 0 || d.Type != "" || strings.Count(d.Value, "|") >= maxReturns-1 {
		return
	}
	d.Value, d.ValueAt = code.ChainOr(d.Value, chain), at
}

// usedBindings are the bindings that something follows from: those whose name
// begins a chain or is called. Of those of which nothing is known it is good to
// know that they hide what has the name elsewhere.
func (b *Builder) usedBindings() []code.Binding {
	if len(b.bindings) == 0 {
		return nil
	}
	roots := make(map[string]bool)
	add := func(chain string) {
		for chain != "" {
			way := chain
			if i := strings.IndexAny(chain, "|(,"); i >= 0 { // another way, or what a call is given
				way, chain = chain[:i], chain[i+1:]
			} else {
				chain = ""
			}
			if i := strings.IndexAny(way, ".)[]#~!<>@^*"); i >= 0 {
				way = way[:i]
			}
			roots[way] = true
		}
	}
	f := &b.facts
	for i := range f.References {
		if r := &f.References[i]; r.Qualifier != code.QualifierNone {
			add(r.QualifierText)
		} else if r.Local && r.Role == code.RoleCall {
			roots[r.Name] = true
		} else if r.QualifierText != "" {
			add(r.QualifierText)
		}
	}
	for i := range f.Definitions {
		add(f.Definitions[i].Value)
		add(f.Definitions[i].Wrapped)
	}
	for i := range b.bindings {
		add(b.bindings[i].Value)
	}
	kept := slices.DeleteFunc(b.bindings, func(x code.Binding) bool { 
		return !roots[x.Name] && x.Name != code.BindingSelf && strings.IndexByte(x.Name, '.') < 0
	})
	if len(kept) == 0 {
		return nil
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].At < kept[j].At })
	return slices.Clip(kept)
}
