package bash

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

type state struct {
	// globals are the names that the top level assigns.
	globals map[string]bool
	// defined gives the definition of each global variable.
	defined map[string]int32
	// lines gives the function that is defined on a line.
	lines map[uint32]int32
	// count is how many definitions there are.
	count int32
	// functions are the ends of the functions that the walk is inside of.
	functions []syntax.Node
	// testEnd is the offset at which the bats test being walked ends, 0 outside.
	testEnd uint32
	endTest func()
}

// stateOf returns the walk's state as of node n, made at the first call.
func stateOf(w *lang.Walk, n syntax.Node) *state {
	s, ok := w.State.(*state)
	if !ok {
		s = &state{globals: make(map[string]bool), defined: make(map[string]int32), lines: make(map[uint32]int32)}
		w.State = s
		s.collect(w)
		w.PushScope(lang.ScopeFunction) // for the loop variables of the top level
	}
	for len(s.functions) > 0 && s.functions[len(s.functions)-1] <= n {
		s.functions = s.functions[:len(s.functions)-1]
	}
	if s.testEnd > 0 && w.Start(n) >= s.testEnd {
		s.testEnd = 0
		s.endTest()
	}
	return s
}

// inFunction reports whether the walk is in a function or a test.
func (s *state) inFunction() bool { return len(s.functions) > 0 || s.testEnd > 0 }

// note remembers that definition i exists.
func (s *state) note(i int32) int32 {
	s.count = max(s.count, i+1)
	return i
}

func functionDefinition(w *lang.Walk, n syntax.Node) {
	s := stateOf(w, n)
	name, body := w.Child(n, "name"), w.Child(n, "body")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	end := w.End(n)
	if body != syntax.None {
		end = w.Start(body)
	}
	d := code.Definition{Kind: code.KindFunction, Exported: true, Signature: w.Signature(w.Start(n), end), Doc: ownDoc}
	i := s.note(w.Define(name, d))
	w.Definition(i).Doc = docAbove(w, w.Start(n))
	s.lines[w.Line(w.Start(name))] = i
	s.functions = append(s.functions, w.After(n))
	w.OpenScope(lang.ScopeFunction)
}

// ownDoc keeps the walk from looking for the doc comment, which docAbove does.
const ownDoc = " "

// test handles @test "name" {, a function to bats that the grammar reads as a
// command. Its end is the first closing brace at the start of a line.
func (s *state) test(w *lang.Walk, n syntax.Node) {
	arg := w.Child(n, "argument")
	name, ok := literalWord(w, arg)
	if !ok || s.testEnd > 0 {
		return
	}
	end := w.End(n)
	if i := bytes.Index(w.Source[end:], []byte("\n}")); i >= 0 {
		end += uint32(i) + 2
	} else {
		end = uint32(len(w.Source))
	}
	d := code.Definition{Kind: code.KindFunction, Name: w.Intern(w.Source[name.Start:name.End]), NameSpan: name,
		Span: code.Span{Start: w.Start(n), End: end}, Signature: w.Signature(w.Start(n), w.End(arg)), Doc: ownDoc}
	i := s.note(w.DefineLeaf(arg, d))
	w.Definition(i).Doc = docAbove(w, w.Start(n))
	s.testEnd = end
	popContainer, popScope := w.PushContainer(i), w.PushScope(lang.ScopeFunction)
	s.endTest = func() {
		popScope()
		popContainer()
	}
}

// aliases defines what alias a=... b=... names.
func (s *state) aliases(w *lang.Walk, n syntax.Node) {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Field(c) != "argument" {
			continue
		}
		text := w.Text(c)
		k := bytes.IndexByte(text, '=')
		if k <= 0 || text[0] == '-' || bytes.ContainsAny(text[:k], "\"'$`\n\\ ") {
			continue
		}
		span := code.Span{Start: w.Start(c), End: w.Start(c) + uint32(k)}
		end := w.End(c)
		if end-span.Start > 80 || bytes.IndexByte(text, '\n') >= 0 {
			end = span.End
		}
		d := code.Definition{Kind: code.KindMacro, Name: w.Intern(text[:k]), NameSpan: span, Span: w.Span(n), Exported: true,
			Signature: "alias " + w.Signature(span.Start, end), Doc: ownDoc}
		i := s.note(w.DefineLeaf(c, d))
		w.Definition(i).Doc = docAbove(w, w.Start(n))
	}
}

// literalWord is the text of a word or of a string without expansions.
func literalWord(w *lang.Walk, n syntax.Node) (code.Span, bool) {
	s := w.Span(n)
	switch w.Kind(n) {
	case "word", "number":
	case "raw_string":
		s.Start++
		s.End--
	case "string":
		if c := w.NamedChild(n, 0); w.Kind(c) != "string_content" || w.NamedChild(n, 1) != syntax.None {
			return code.Span{}, false
		}
		s.Start++
		s.End--
	default:
		return code.Span{}, false
	}
	return s, s.Start < s.End && bytes.IndexByte(w.Source[s.Start:s.End], '\n') < 0
}
