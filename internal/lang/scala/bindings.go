package scala

import (
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// bind makes the name at n local to the scope around it.
func bind(w *lang.Walk, n syntax.Node, typ, value string) {
	w.BindAs(jvm.Unquote(w.Name(n)), w.Start(n), lang.ScopeBlock, typ, value)
}

// typeText is a type as written, as far as a binding keeps it.
func typeText(w *lang.Walk, t syntax.Node) string { return jvm.OneLine(w, t) }

// bindParameter binds the parameter of a lambda whose name stands at n, number
// m of the function.
func bindParameter(w *lang.Walk, n, function syntax.Node) {
	p := w.Parent(n)
	if w.Kind(p) != "binding" {
		bind(w, n, "", passedTo(w, function, 0))
		return
	}
	if t := w.Child(p, "type"); t != syntax.None {
		bind(w, n, typeText(w, t), "")
		return
	}
	m := 0
	for c := w.FirstChild(w.Parent(p)); c != syntax.None && c != p && m < 9; c = w.Next(c) {
		if w.IsNamed(c) {
			m++
		}
	}
	bind(w, n, "", passedTo(w, function, m))
}

// bindVariable binds the name at n, which a pattern gives: of a case, of a
// generator or of a local value.
func bindVariable(w *lang.Walk, n syntax.Node) {
	typ, value := patternValue(w, n)
	bind(w, n, typ, value)
}

// patternValue says what the name at n in a pattern is: its type as written, or
// the part of the matched value that it is, as a chain.
func patternValue(w *lang.Walk, n syntax.Node) (typ, value string) {
	steps := ""
	value = ""
	c := n
	for i := 0; i < maxChain; i++ {
		p := w.Parent(c)
		switch w.Kind(p) {
		case "typed_pattern":
			if w.Field(c) == "pattern" {
				return part(typeText(w, w.Child(p, "type")), steps)
			}
		case "capture_pattern":
			if c == n && w.Field(c) == "name" {
				switch inner := w.Child(p, "pattern"); w.Kind(inner) {
				case "case_class_pattern":
					if name := w.Name(w.Child(inner, "type")); known(name) == "" {
						return name, ""
					}
				case "typed_pattern":
					return typeText(w, w.Child(inner, "type")), ""
				}
			}
		case "tuple_pattern":
			steps = "#" + strconv.Itoa(among(w, p, c)) + steps
		case "case_class_pattern":
			name := jvm.Compact(w, w.Child(p, "type"))
			switch holds := known(name); {
			case holds == "-":
				return "", ""
			case holds != "":
				steps = holds + steps
			default:
				k := among(w, p, c) - 1
				if w.Kind(c) == "named_pattern" || k < 0 {
					return "", ""
				}
				return part(name, "#"+strconv.Itoa(k)+steps)
			}
		case "infix_pattern":
			op := w.Child(p, "operator")
			switch {
			case string(w.Text(op)) == "->":
				k := 0
				if c > op {
					k = 1
				}
				steps = "#" + strconv.Itoa(k) + steps
			case (string(w.Text(op)) == "::" || string(w.Text(op)) == "+:") && c < op, string(w.Text(op)) == ":+" && c > op:
				steps = code.ChainItem + steps
			case string(w.Text(op)) != "::" && string(w.Text(op)) != "+:" && string(w.Text(op)) != ":+":
				k := 0
				if c > op {
					k = 1
				}
				return part(jvm.Unquote(w.Name(op)), "#"+strconv.Itoa(k)+steps)
			}
		case "alternative_pattern", "named_tuple_pattern", "repeat_pattern", "named_pattern":
			return "", ""
		case "case_clause":
			if m := w.Parent(w.Parent(p)); w.Kind(m) == "match_expression" {
				return "", partChain(w, w.Child(m, "value"), steps)
			}
			return "", code.ChainStep(matched(w, p), steps)
		case "enumerator":
			return "", code.ChainStep(generated(w, p), steps)
		case "val_definition", "var_definition":
			if t := w.Child(p, "type"); t != syntax.None {
				return part(typeText(w, t), steps)
			}
			return "", partChain(w, w.Child(p, "value"), steps)
		case "identifiers":
		default:
			return "", ""
		}
		c = p
	}
	return "", ""
}

// part is the part of a value of a type that the steps lead to.
func part(typ, steps string) (string, string) {
	switch {
	case steps == "":
		return typ, ""
	case typ == "" || strings.ContainsAny(typ, "<>{"):
		return "", ""
	}
	return "", code.ChainStep(code.ChainOf(typ), steps)
}

// known is the step from a value of the standard library to what a pattern of
// that name takes out of it; "-" where that is not known, "" for other names.
func known(pattern string) string {
	switch pattern {
	case "Some", "Right", "Success":
		return code.ChainItem
	case "Left", "Failure", "NonFatal", "Array", "List", "Seq", "Vector":
		return "-"
	}
	return ""
}

// among is the number of child c among the named children of n.
func among(w *lang.Walk, n, c syntax.Node) int {
	k := 0
	for x := w.FirstChild(n); x != syntax.None && x != c && k < maxBinders; x = w.Next(x) {
		if w.IsNamed(x) && w.Records[x].Flags&syntax.FlagExtra == 0 {
			k++
		}
	}
	return k
}

// matched is the value that a case looks at.
func matched(w *lang.Walk, clause syntax.Node) string {
	body := w.Parent(clause)
	switch p := w.Parent(body); w.Kind(p) {
	case "catch_clause":
		return "<Throwable>"
	}
	switch w.Kind(body) {
	case "case_block", "indented_cases":
		return passedTo(w, body, 0)
	case "catch_clause":
		return "<Throwable>"
	}
	return ""
}

// generated is a value of a for's line: what its right side passes on, or is.
func generated(w *lang.Walk, enumerator syntax.Node) string {
	arrow := w.ChildOfKind(enumerator, "<-", "=")
	if arrow == syntax.None {
		return ""
	}
	of := chain(w, afterExtra(w, arrow))
	if of == "" || w.Kind(arrow) == "=" {
		return of
	}
	list := w.Parent(enumerator)
	member := ".foreach"
	if w.ChildOfKind(w.Parent(list), "yield") != syntax.None {
		member = ".map"
		for e := w.Next(enumerator); e != syntax.None; e = w.Next(e) {
			if w.ChildOfKind(e, "<-") != syntax.None {
				member = ".flatMap"
			}
		}
	}
	return code.ChainStep(of, member, "!0.0")
}

// typeParams are the type parameters that n declares, with their upper bounds.
func typeParams(w *lang.Walk, n syntax.Node) (out []code.Param) {
	list := w.Child(n, "type_parameters")
	if w.Kind(n) == "extension_definition" {
		list = w.ChildOfKind(n, "type_parameters")
	}
	name := syntax.None
	flush := func(bound string) {
		if name != syntax.None && len(out) < maxBinders {
			out = append(out, code.Param{Name: jvm.Unquote(w.Name(name)), Type: bound})
		}
		name = syntax.None
	}
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "identifier", "operator_identifier", "type_identifier":
			flush("")
			name = c
		case "upper_bound":
			flush(typeText(w, w.Child(c, "type")))
		case "covariant_type_parameter", "contravariant_type_parameter":
			flush("")
			if inner := w.Child(c, "name"); inner != syntax.None && w.Kind(inner) != "wildcard" {
				name = inner
				flush(typeText(w, w.Child(w.ChildOfKind(c, "upper_bound"), "type")))
			}
		}
	}
	flush("")
	return out
}

// selfType is what a type says that its values are besides, as written.
func selfType(w *lang.Walk, self syntax.Node) string {
	if self == syntax.None {
		return ""
	}
	colon := w.ChildOfKind(self, ":")
	if colon == syntax.None {
		return ""
	}
	return typeText(w, w.Next(colon))
}

// typeBody opens the body of a type, or of an object without a name.
func typeBody(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeType)
	p := w.Parent(n)
	if w.Kind(p) != "instance_expression" {
		return
	}
	if t := madeType(w, p); t != syntax.None {
		text := typeText(w, t)
		if strings.ContainsAny(text, "{}") {
			text = typeName(w, t)
		}
		w.AddBinding(code.Binding{Name: code.BindingSelf, At: w.Start(p), Scope: w.Span(n), Type: text})
	}
}

// returned notes what the function n, definition i, gives if it does not say.
func returned(w *lang.Walk, n syntax.Node, i int32) {
	body := w.Child(n, "body")
	if body == syntax.None || w.Child(n, "return_type") != syntax.None {
		return
	}
	at := body
	for k := 0; k < maxChain && isBody(w, at); k++ {
		last := lastStatement(w, at)
		if last == syntax.None {
			return
		}
		at = last
	}
	w.Returns(i, chain(w, at), w.Start(at))
}

func isBody(w *lang.Walk, n syntax.Node) bool {
	return w.Kind(n) == "block" || w.Kind(n) == "indented_block"
}
