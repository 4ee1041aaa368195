package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// declarationKind is "const", "let", "var" or "using" for a declarator's statement.
func declarationKind(w *lang.Walk, declaration syntax.Node) string {
	if w.Kind(declaration) == "variable_declaration" {
		return "var"
	}
	if k := w.Child(declaration, "kind"); k != syntax.None {
		return w.Kind(k)
	}
	return "let"
}

// moduleLevel reports whether a variable declared here belongs to the module.
func moduleLevel(w *lang.Walk, kind string) bool {
	return !w.InScope(lang.ScopeFunction) && (kind == "var" || !w.InScope(lang.ScopeBlock))
}

// declarator defines a module's variables, and every variable that holds a
// function or a class. Names bound to a required module are imports.
func declarator(w *lang.Walk, n syntax.Node) {
	f := state(w)
	declaration := w.Parent(n)
	name, value := w.Child(n, "name"), w.Child(n, "value")
	if w.Kind(declaration) == "ERROR" || value != syntax.None && importOf(w, value) != syntax.None {
		return
	}
	kind := declarationKind(w, declaration)
	span, start, outer := declaratorSpan(w, n, declaration)
	_, exported, mods := outermost(w, declaration)
	d := code.Definition{Kind: code.KindVariable, Span: span, Exported: exported, Modifiers: mods | local(w, kind), Type: typeText(w, w.Child(n, "type"))}
	if kind == "const" {
		d.Kind = code.KindConstant
	}
	switch w.Kind(name) {
	case "identifier":
		holds := fromValue(w, f, unwrapAssigned(w, value), &d)
		if t := docType(w, n); t != "" && !holds && d.Type == "" {
			d.Type = t
		} else if !holds {
			valued(w, &d, value)
		}
		if !holds && (!moduleLevel(w, kind) || isLoop(w.Kind(w.Parent(declaration)))) {
			return
		}
		d.Signature = valueSignature(w, start, w.End(n), value)
		if start > w.Start(outer) && span.Start == w.Start(n) {
			d.Signature = kind + " " + d.Signature
		}
		f.ownsClaimed(w, unwrapAssigned(w, value), define(w, name, d))
	case "object_pattern", "array_pattern":
		if moduleLevel(w, kind) {
			d.Type = ""
			patternNames(w, name, func(bound syntax.Node) {
				d.Signature = kind + " " + w.Name(bound)
				_, d.Value = boundValue(w, bound)
				d.ValueAt = w.Start(bound)
				defineLeaf(w, bound, d)
			})
		}
	}
}

// declaratorSpan is the whole statement for its only declarator, else the declarator.
func declaratorSpan(w *lang.Walk, n, declaration syntax.Node) (span code.Span, start uint32, outer syntax.Node) {
	outer, _, _ = outermost(w, declaration)
	others := 0
	for c := w.FirstChild(declaration); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "variable_declarator" && c != n {
			others++
			break
		}
	}
	if others == 0 {
		return w.Span(outer), w.Start(outer), outer
	}
	return w.Span(n), w.Start(n), outer
}

func isLoop(kind string) bool { return kind == "for_statement" || kind == "for_in_statement" }

// patternNames calls each for the names a destructuring pattern binds.
func patternNames(w *lang.Walk, pattern syntax.Node, each func(name syntax.Node)) {
	end := w.After(pattern)
	for n := pattern + 1; n < end; n++ {
		switch w.Kind(n) {
		case "shorthand_property_identifier_pattern":
			each(n)
		case "identifier":
			if isBound(w, n) {
				each(n)
			}
		case "object_assignment_pattern", "assignment_pattern":
		case "array_pattern", "object_pattern", "pair_pattern", "rest_pattern":
		default:
			n = w.After(n) - 1 // default values and computed keys bind nothing
		}
	}
}

// isBound reports whether an identifier inside a pattern is a name being
// bound rather than a default value.
func isBound(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(w.Parent(n)) {
	case "assignment_pattern", "object_assignment_pattern":
		return w.Field(n) == "left"
	}
	return true
}

// assignment defines what an assignment gives a function, a class or an
// exported value: x = function, X.prototype.m =, exports.x =, module.exports =.
func assignment(w *lang.Walk, n syntax.Node) {
	left, right := w.Child(n, "left"), w.Child(n, "right")
	if left == syntax.None || right == syntax.None {
		return
	}
	switch w.Kind(left) {
	case "identifier":
		assignName(w, n, left, right)
	case "member_expression":
		assignMember(w, n, left, right)
	}
}

// assignmentSpan is the statement around an assignment that stands alone.
func assignmentSpan(w *lang.Walk, n syntax.Node) code.Span {
	if p := w.Parent(n); w.Kind(p) == "expression_statement" {
		return w.Span(p)
	}
	return w.Span(n)
}

// assignName defines name = function and name = class.
func assignName(w *lang.Walk, n, left, right syntax.Node) {
	f := state(w)
	if text := w.Text(left); string(text) == "exports" || string(text) == "module" {
		return
	}
	if w.InScope(lang.ScopeFunction) && f.module[w.Name(left)] {
		return // a function that sets the module's variable writes it
	}
	d := code.Definition{Kind: code.KindVariable, Span: assignmentSpan(w, n)}
	if !f.holds(w, right, &d) {
		return
	}
	d.Signature = valueSignature(w, w.Start(n), w.End(n), unwrapAssigned(w, right))
	f.assigned[left] = true
	f.place(w, right, left, d)
}

// holds completes d by the function or class at the end of a chain of
// assignments. Only the last assignment claims it.
func (f *file) holds(w *lang.Walk, right syntax.Node, d *code.Definition) bool {
	if fromValue(w, f, unwrapAssigned(w, right), d) {
		return true
	}
	valued(w, d, right)
	return false
}

// place defines d: as a container when its value follows directly, as a leaf
// when further assignments of the chain stand between.
func (f *file) place(w *lang.Walk, right, name syntax.Node, d code.Definition) {
	if w.Kind(unwrap(w, right)) == "assignment_expression" {
		defineLeaf(w, name, d)
		return
	}
	f.ownsClaimed(w, unwrap(w, right), define(w, name, d))
}

func assignMember(w *lang.Walk, n, left, right syntax.Node) {
	f := state(w)
	name := w.Child(left, "property")
	object := string(w.Text(w.Child(left, "object")))
	if importOf(w, right) != syntax.None && (object == "exports" || object == "module.exports" || object == "module") {
		return // a re-export, recorded with the import
	}
	d := code.Definition{Kind: code.KindProperty, Span: assignmentSpan(w, n)}
	switch {
	case object == "module" && string(w.Text(name)) == "exports":
		assignExports(w, n, left, right)
		return
	case object == "exports" || object == "module.exports":
		d.Kind = code.KindConstant
		d.Exported = true
		value := unwrapAssigned(w, right)
		if w.Kind(value) == "identifier" {
			f.exportName(w, value, name, assignmentSpan(w, n))
			return
		}
		if w.Kind(value) == "undefined" || bytes.HasPrefix(w.Text(value), []byte("void ")) {
			return // compilers announce their exports this way
		}
		f.holds(w, right, &d)
	case object == "this":
		if !f.assignThis(w, name, right, &d) {
			return
		}
	case strings.HasSuffix(object, ".prototype"):
		d.ContainerName = strings.TrimSuffix(object, ".prototype")
		f.holds(w, right, &d)
	case string(w.Text(name)) == "prototype":
		return // the methods of the object literal belong to the class
	default:
		if f.typed && !f.module[object] {
			return // of a typed object a member is only written
		}
		if !f.holds(w, right, &d) || !isPath(object) {
			return
		}
		d.ContainerName = object
		d.Modifiers |= code.ModStatic
	}
	if d.ContainerName != "" && !isPath(d.ContainerName) {
		return
	}
	d.Signature = valueSignature(w, w.Start(n), w.End(n), unwrapAssigned(w, right))
	f.assigned[name] = true
	f.place(w, right, name, d)
}

// assignThis defines a member that a constructor gives its object. Once
// declared or assigned, a member is only written.
func (f *file) assignThis(w *lang.Walk, name, right syntax.Node, d *code.Definition) bool {
	c := w.Container()
	if c == code.NoDefinition {
		d.Kind, d.Exported = code.KindVariable, true // of a script, this is the global object
		return !w.InScope(lang.ScopeFunction) && f.holds(w, right, d)
	}
	outer := w.Definition(c)
	owner, constructs := c, false
	switch outer.Kind {
	case code.KindConstructor:
		owner, constructs = outer.Container, true
	case code.KindMethod, code.KindProperty:
		owner = outer.Container
	case code.KindFunction:
		constructs = outer.Name[0] >= 'A' && outer.Name[0] <= 'Z'
	default:
		return false
	}
	if owner == code.NoDefinition || f.members[nameIn{owner, w.Name(name)}] {
		return false
	}
	d.Kind = code.KindField
	if !f.holds(w, right, d) && (f.typed || !constructs) {
		return false
	}
	if owner != c {
		d.ContainerName = w.Definition(owner).Name
	}
	if w.Kind(name) == "private_property_identifier" {
		d.Visibility = code.VisibilityPrivate
	}
	f.members[nameIn{owner, w.Name(name)}] = true
	return true
}

// assignExports handles module.exports = value.
func assignExports(w *lang.Walk, n, left, right syntax.Node) {
	f := state(w)
	if w.Kind(unwrap(w, right)) == "assignment_expression" && isExports(w, w.Child(unwrap(w, right), "left")) {
		return // module.exports = exports = value: the inner one counts
	}
	value := unwrapAssigned(w, right)
	d := code.Definition{Kind: code.KindConstant, Name: "default", NameSpan: w.Span(left), Span: assignmentSpan(w, n),
		Exported: true, Modifiers: code.ModDefault}
	switch w.Kind(value) {
	case "identifier":
		f.exports = append(f.exports, export{local: w.Name(value), alias: "default", container: w.Container(), span: w.Span(left),
			whole: assignmentSpan(w, n), line: w.Line(w.Start(left)), otherwise: code.KindConstant})
		return
	case "object":
		f.exportsObject = value
		return
	}
	if fromValue(w, f, value, &d) {
		if own := w.Child(value, "name"); own != syntax.None {
			d.Name, d.NameSpan = w.Name(own), w.Span(own)
		}
	} else {
		valued(w, &d, value)
	}
	d.Signature = valueSignature(w, w.Start(n), w.End(n), value)
	f.assigned[w.Child(left, "property")] = true
	f.place(w, right, left, d)
}

func isExports(w *lang.Walk, n syntax.Node) bool {
	t := string(w.Text(n))
	return t == "module.exports" || t == "exports"
}

// exportName records a CommonJS export of an existing name.
func (f *file) exportName(w *lang.Walk, local, name syntax.Node, whole code.Span) {
	alias, span := definedName(w, name)
	f.exports = append(f.exports, export{local: w.Name(local), alias: alias, container: w.Container(), span: span, whole: whole,
		line: w.Line(span.Start), otherwise: code.KindConstant})
	f.assigned[name] = true
}

// isPath reports whether text is a short dotted path of names.
func isPath(text string) bool {
	if len(text) == 0 || len(text) > 80 {
		return false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c == '.' || c == '#' {
			continue
		}
		return false
	}
	return true
}
