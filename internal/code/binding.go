package code

// BindingSelf is the name of a binding that says what the object itself is in a
// stretch of the file, other than what the definitions around it say: in the
// body of a class without a name (Type is what it extends), or in a function
// that is called as if it were a member (Value is of what).
const BindingSelf = "@"

// Binding is a name that a function, a block or a file's own body binds for
// itself: a parameter, a local variable, what a condition says of one. Only
// those are kept from which something follows: with which a chain begins.
type Binding struct {
	Name string // or a path that begins with one or with the object itself: a.b, @.b
	At   uint32 // where the name is bound (bytes); Value's own names are looked up there
	// Scope is where the name means this binding, unless an inner one or, in
	// the same scope, a later one takes its place (bytes).
	Scope Span
	Type  string // declared, as written; empty if not
	// Value is a chain: what it is made from. Where a type is declared as well,
	// the value says what the name is as far as it is known.
	Value string
}

// BindingAt finds what a name is bound to at an offset: in the innermost scope
// that binds it the last before the offset, else the first. Bindings must be
// in the order Facts keeps them.
func (f *Facts) BindingAt(name string, offset uint32) *Binding {
	var best *Binding
	for i := range f.Bindings {
		b := &f.Bindings[i]
		if b.Name != name || !b.Scope.Contains(offset) {
			continue
		}
		switch {
		case best == nil:
		case b.Scope != best.Scope:
			if b.Scope.Start < best.Scope.Start || b.Scope.Start == best.Scope.Start && b.Scope.End > best.Scope.End {
				continue // wider
			}
		case b.At >= offset:
			continue
		}
		best = b
	}
	return best
}
