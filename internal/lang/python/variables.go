package python

import (
	"bytes"
	"strings"
	"unicode"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxLiteral bounds the literal value that a signature keeps, in bytes.
const maxLiteral = 60

// assignment defines what a name = lambda ... names, and reads __all__. Other
// names are met one by one by identifier and attribute.
func assignment(w *lang.Walk, n syntax.Node) {
	left, right := w.Child(n, "left"), w.Child(n, "right")
	if w.Kind(left) != "identifier" || len(w.Text(left)) == 0 {
		return
	}
	s := stateOf(w)
	f := s.top(n)
	if f == nil && string(w.Text(left)) == "__all__" {
		s.readAll(w, right, true)
	}
	if w.Kind(right) != "lambda" {
		return
	}
	if f != nil && !f.class {
		if _, outer := f.outer[string(w.Text(left))]; outer {
			return
		}
	}
	d := code.Definition{Kind: code.KindFunction, Span: statementSpan(w, n),
		Signature: signature(w, n, w.Start(n), headerEndOfLambda(w, right)),
		Params:    parameters(w, w.Child(right, "parameters")), Doc: docAfter(w, w.Parent(outermost(w, n)))}
	d.Name = w.Name(left)
	switch {
	case f == nil:
		d.Visibility = moduleVisibility(d.Name)
	case f.class:
		d.Kind, d.Visibility = code.KindMethod, memberVisibility(d.Name)
	}
	i := s.note(w, w.Define(left, d))
	if f == nil || !f.class {
		return
	}
	method := frame{end: w.After(n), definition: i, owner: code.NoDefinition}
	if p, _ := parameterName(w, w.NamedChild(w.Child(right, "parameters"), 0)); w.Kind(p) == "identifier" {
		method.owner, method.receiver = f.definition, w.Name(p)
	}
	s.frames = append(s.frames, method)
}

func headerEndOfLambda(w *lang.Walk, n syntax.Node) uint32 {
	if colon := w.ChildOfKind(n, ":"); colon != syntax.None {
		return w.Start(colon)
	}
	return w.End(n)
}

// statementSpan is the range of the statement an assignment stands in: a
// chain a = b = c is one statement.
func statementSpan(w *lang.Walk, n syntax.Node) code.Span { return w.Span(outermost(w, n)) }

// outermost is the assignment that a chain of them begins with.
func outermost(w *lang.Walk, n syntax.Node) syntax.Node {
	for range maxChain {
		if w.Kind(w.Parent(n)) != "assignment" {
			break
		}
		n = w.Parent(n)
	}
	return n
}

// place is where a variable belongs.
type place uint8

const (
	inModule place = iota
	inClass
	inEnum
	inInstance // self.name
)

func placeOf(f *frame) place {
	switch {
	case f == nil:
		return inModule
	case f.enum:
		return inEnum
	}
	return inClass
}

// defineVariable defines the name that an assignment gives to the module or
// to a class, or records another write to it.
func (s *state) defineVariable(w *lang.Walk, f *frame, name, statement syntax.Node) {
	_, typ, value := s.givenBy(w, name)
	if typ != "" && !bareQualifier(typ) {
		value = ""
	}
	if i, ok := s.defined[member{owner(f), w.Name(name)}]; ok {
		mayBe(w.Definition(i), value, value, w.Start(statement))
		s.refer(w, name, code.RoleWrite, code.QualifierNone, "")
		return
	}
	d := variable(w, placeOf(f), name, name, statement)
	if d.Kind == code.KindProperty {
		if getter := w.NamedChild(w.Child(w.Child(statement, "right"), "arguments"), 0); w.Kind(getter) == "identifier" {
			d.Value, d.ValueAt = code.ChainStep(code.ChainSelf, "."+w.Name(getter), code.ChainCall), w.Start(statement)
		}
	}
	mayBe(&d, value, value, w.Start(statement))
	i := s.note(w, w.DefineLeaf(name, d))
	if right := w.Child(statement, "right"); d.Kind == code.KindType && w.Kind(right) == "call" {
		switch lastName(string(w.Text(w.Child(right, "function")))) {
		case "TypeVar", "ParamSpec", "TypeVarTuple":
			s.variable[i] = true
		}
	}
}

// bareQualifier reports whether an annotation says nothing about the type.
func bareQualifier(typ string) bool {
	switch lastName(typ) {
	case "Final", "ClassVar":
		return true
	}
	return false
}

// variable describes a variable, constant or field. target is what stands on
// the left: the name itself or self.name. statement is the assignment, None
// for other statements that bind.
func variable(w *lang.Walk, at place, name, target, statement syntax.Node) code.Definition {
	d := code.Definition{Name: w.Name(name), Span: w.Span(target)}
	typ, right := syntax.None, syntax.None
	if statement != syntax.None {
		d.Span = statementSpan(w, statement)
		d.Doc = docAfter(w, w.Parent(outermost(w, statement)))
		if w.Child(statement, "left") == target {
			typ, right = w.Child(statement, "type"), w.Child(statement, "right")
			d.Signature = variableSignature(w, statement, typ, right)
		}
	}
	if d.Signature == "" {
		d.Signature = oneLine(w, target)
	}
	if d.Doc == "" {
		d.Doc = strings.TrimLeft(w.DocBefore(d.Span.Start), ": ") // "#:" begins the comment of an attribute
	}
	d.Type = oneLine(w, typ)
	switch annotation(d.Type) {
	case "Final":
		d.Modifiers |= code.ModFinal
	case "ClassVar":
		d.Modifiers |= code.ModStatic
	}
	d.Kind = kindOfValue(w, right)
	if d.Kind == code.KindType {
		d.Type = standsFor(w, right)
	}
	if at == inModule {
		d.Visibility = moduleVisibility(d.Name)
		switch {
		case d.Kind != code.KindUnknown && d.Kind != code.KindProperty:
		case annotation(d.Type) == "TypeAlias":
			d.Kind, d.Type = code.KindType, typeOfNode(w, right)
		case d.Modifiers&code.ModFinal != 0 || upperCase(d.Name):
			d.Kind = code.KindConstant
		default:
			d.Kind = code.KindVariable
		}
		return d
	}
	d.Visibility = memberVisibility(d.Name)
	switch {
	case at != inInstance && d.Kind != code.KindUnknown:
	case at == inEnum && typ == syntax.None && d.Visibility == code.VisibilityUnstated && !dunder(d.Name):
		d.Kind = code.KindEnumMember
	default:
		d.Kind = code.KindField
	}
	return d
}

// kindOfValue recognises calls that make a type or a property.
func kindOfValue(w *lang.Walk, right syntax.Node) code.Kind {
	if w.Kind(right) != "call" {
		return code.KindUnknown
	}
	callee := string(w.Text(w.Child(right, "function")))
	first := w.NamedChild(w.Child(right, "arguments"), 0)
	switch lastName(callee) {
	case "property":
		return code.KindProperty
	case "TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "TypeAliasType":
		return code.KindType
	case "namedtuple", "NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag":
		if w.Kind(first) == "string" {
			return kindOfBase(callee)
		}
	}
	return code.KindUnknown
}

// standsFor is the type that NewType and the like give another name, or what
// bounds a type variable; "" where it may be any.
func standsFor(w *lang.Walk, call syntax.Node) string {
	arguments := w.Child(call, "arguments")
	if f := lastName(string(w.Text(w.Child(call, "function")))); f == "NewType" || f == "TypeAliasType" {
		return typeOfNode(w, w.NamedChild(arguments, 1))
	}
	var choices []string
	first := w.NamedChild(arguments, 0)
	for c := w.FirstChild(arguments); c != syntax.None; c = w.Next(c) {
		switch {
		case w.Kind(c) == "keyword_argument":
			if string(w.Text(w.Child(c, "name"))) == "bound" {
				return typeOfNode(w, w.Child(c, "value"))
			}
		case w.IsNamed(c) && c != first && w.Kind(c) != "comment":
			choices = append(choices, typeOfNode(w, c))
		}
	}
	return strings.Join(choices, " | ")
}

// typeOfNode is a type that stands where a value is expected, as written.
func typeOfNode(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	if text, _, ok := literalString(w, n); ok {
		return text
	}
	return oneLine(w, n)
}

// annotation is the name of the outermost type of a written annotation.
func annotation(typ string) string {
	if i := strings.IndexByte(typ, '['); i >= 0 {
		typ = typ[:i]
	}
	return lastName(typ)
}

// variableSignature is the target of an assignment with its annotation, and
// its value where that is a short literal or makes a type.
func variableSignature(w *lang.Walk, statement, typ, right syntax.Node) string {
	target := w.Child(statement, "left")
	end := w.End(target)
	if typ != syntax.None {
		end = w.End(typ)
	}
	if right != syntax.None && (shortLiteral(w, right) || kindOfValue(w, right).IsType()) {
		end = w.End(right)
	}
	return signature(w, statement, w.Start(target), end)
}

func shortLiteral(w *lang.Walk, n syntax.Node) bool {
	if w.End(n)-w.Start(n) > maxLiteral || bytes.IndexByte(w.Text(n), '\n') >= 0 {
		return false
	}
	switch w.Kind(n) {
	case "integer", "float", "true", "false", "none", "ellipsis":
		return true
	case "string":
		return w.ChildOfKind(n, "interpolation") == syntax.None
	case "unary_operator":
		return shortLiteral(w, w.Child(n, "argument"))
	case "list", "tuple", "dictionary":
		return w.NamedChild(n, 0) == syntax.None
	}
	return false
}

// upperCase reports whether a name is written as a constant: MAX_SIZE.
func upperCase(name string) bool {
	upper := false
	for _, r := range name {
		if unicode.IsLower(r) {
			return false
		}
		upper = upper || unicode.IsUpper(r)
	}
	return upper
}
