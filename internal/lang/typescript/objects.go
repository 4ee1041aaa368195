package typescript

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// pair defines the function-valued properties of an object that has a name,
// and everything in the object a CommonJS module exports.
func pair(w *lang.Walk, n syntax.Node) {
	f := state(w)
	key, value := w.Child(n, "key"), unwrap(w, w.Child(n, "value"))
	object := w.Parent(n)
	exported := object == f.exportsObject && object != syntax.None
	d := code.Definition{Kind: code.KindProperty}
	switch kind := w.Kind(value); {
	case isFunction(kind):
		if !placeInObject(w, n, &d) {
			return
		}
	case exported:
		if importOf(w, value) != syntax.None {
			return
		}
		if kind == "identifier" {
			f.exportName(w, value, key, w.Span(n))
			return
		}
		d.Kind, d.Exported = code.KindConstant, true
	case kind == "class":
		if !placeInObject(w, n, &d) {
			return
		}
	case kind == "object":
		if !hasFunctions(w, value) || !placeInObject(w, n, &d) {
			return
		}
		d.Kind = code.KindProperty
	default:
		return
	}
	d.Signature = valueSignature(w, w.Start(n), w.End(n), w.Child(n, "value"))
	if !fromValue(w, f, value, &d) {
		valued(w, &d, value)
	}
	f.ownsClaimed(w, value, define(w, key, d))
}

// hasFunctions reports whether an object literal directly holds a function.
func hasFunctions(w *lang.Walk, object syntax.Node) bool {
	for c := w.FirstChild(object); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "method_definition":
			return true
		case "pair":
			if isFunction(w.Kind(unwrap(w, w.Child(c, "value")))) {
				return true
			}
		}
	}
	return false
}

// maxObjectDepth is how many object literals deep a member still counts as
// part of what names the outermost one.
const maxObjectDepth = 3

// placeInObject completes the definition of a member of an object literal and
// reports whether the object has a name or an owner at all: options passed to
// a call inside a function have none.
func placeInObject(w *lang.Walk, member syntax.Node, d *code.Definition) bool {
	f := state(w)
	object := w.Parent(member)
	if object == f.exportsObject {
		d.Exported = true
		if d.Kind == code.KindMethod || d.Kind == code.KindProperty && d.Modifiers == 0 {
			d.Kind = code.KindFunction
		}
		return true
	}
	depth, calls := 1, 0
	at := object
	for range maxClimb {
		p := w.Parent(at)
		switch w.Kind(p) {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "type_assertion":
		case "pair":
			if depth++; depth > maxObjectDepth {
				return false
			}
			p = w.Parent(p)
			if p == f.exportsObject {
				return true
			}
		case "arguments":
			if calls++; calls > 2 {
				return false
			}
			p = w.Parent(p)
			if owner := extendedObject(w, p, at); owner != "" {
				switch {
				case depth > 1:
				case owner == "exports" || owner == "module.exports":
					d.Exported = true
				default:
					d.ContainerName = owner
				}
				return true
			}
		case "variable_declarator":
			if moduleLevel(w, declarationKind(w, w.Parent(p))) {
				return true
			}
			name := w.Child(p, "name")
			if depth == 1 && w.Kind(name) == "identifier" {
				d.ContainerName = w.Name(name) // a local object is no definition itself
			}
			return calls == 0
		case "assignment_expression":
			return assignedObject(w, p, depth, d)
		case "export_statement", "public_field_definition", "field_definition":
			return true
		case "return_statement", "arrow_function":
			return calls == 0 && w.Container() != code.NoDefinition
		default:
			return false
		}
		at = p
	}
	return false
}

// assignedObject decides for an object literal on the right of an assignment.
func assignedObject(w *lang.Walk, n syntax.Node, depth int, d *code.Definition) bool {
	left := w.Child(n, "left")
	if w.Kind(left) == "subscript_expression" {
		// hooks[name] = {...}: members of one of the hooks
		owner := string(w.Text(w.Child(left, "object")))
		if depth > 1 || !isPath(owner) || strings.HasPrefix(owner, "this") {
			return false
		}
		d.ContainerName = owner
		return true
	}
	text := string(w.Text(left))
	if !isPath(text) {
		return false
	}
	if w.Kind(left) == "identifier" && w.InScope(lang.ScopeFunction) {
		if depth == 1 {
			d.ContainerName = text // a local object is no definition itself
		}
		return true
	}
	if depth == 1 {
		switch {
		case strings.HasSuffix(text, ".prototype"):
			d.ContainerName = strings.TrimSuffix(text, ".prototype")
		case strings.HasPrefix(text, "exports."), strings.HasPrefix(text, "module.exports"):
			// already inside the definition that the assignment made
		case w.Kind(left) == "member_expression" && !strings.HasPrefix(text, "this."):
			d.ContainerName = text
		}
	}
	return true
}

// extendedObject returns the object that a statement copies the literal at
// argument into: Foo for Object.assign(Foo.prototype, {...}), jQuery.fn for
// jQuery.fn.extend({...}); "" for other calls.
func extendedObject(w *lang.Walk, call, argument syntax.Node) string {
	if w.Kind(w.Parent(call)) != "expression_statement" {
		return ""
	}
	callee := w.Child(call, "function")
	name := callee
	if w.Kind(callee) == "member_expression" {
		name = w.Child(callee, "property")
	}
	first := w.NamedChild(w.Child(call, "arguments"), 0)
	switch string(w.Text(name)) {
	case "extend", "mixin", "assign", "inherits", "_extend":
	default:
		return ""
	}
	owner := first
	if first == argument {
		if owner = w.Child(callee, "object"); owner == syntax.None {
			return ""
		}
	}
	path := strings.TrimSuffix(string(w.Text(owner)), ".prototype")
	if !isPath(path) || path == "this" {
		return ""
	}
	return path
}
