package lua

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// annotations is what the comment before a definition says: prose, and the
// tags of LuaLS and LDoc that state types.
type annotations struct {
	text    string
	class   bool
	extends []string
	params  map[string]string
	result  string
	typ     string
}

// comment collects the run of comments that nothing interrupts.
func comment(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	first := w.Parent(n) == w.Root() && len(s.run) == 0
	if k := len(s.run); k > 0 && !near(w, w.End(s.run[k-1]), w.Start(n)) {
		s.run = s.run[:0]
	}
	if behindCode(w, w.Start(n)) {
		s.run = s.run[:0]
		return
	}
	s.run = append(s.run, n)
	if first {
		fileDoc(w, s)
	}
}

// maxGap bounds the white space between a comment and what it documents (bytes).
const maxGap = 200

// near reports whether only white space and at most one line break stand
// between two offsets.
func near(w *lang.Walk, from, to uint32) bool {
	if from > to || to-from > maxGap {
		return false
	}
	gap := w.Source[from:to]
	return bytes.Count(gap, []byte{'\n'}) <= 1 && len(bytes.TrimSpace(gap)) == 0
}

func behindCode(w *lang.Walk, offset uint32) bool {
	line := w.Source[w.LineStart(w.Line(offset)):offset]
	line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	return len(bytes.TrimSpace(line)) > 0
}

// document reads the run of comments that ends just before offset.
func (s *state) document(w *lang.Walk, offset uint32) annotations {
	var a annotations
	if k := len(s.run); k == 0 || !near(w, w.End(s.run[k-1]), offset) {
		return a
	}
	a.read(prose(w, s.run))
	return a
}

// maxProse bounds how much of a run of comments is read (bytes).
const maxProse = 4000

// prose is the text of a run of comments, a line a line.
func prose(w *lang.Walk, run []syntax.Node) string {
	var b strings.Builder
	for _, n := range run {
		if b.Len() > maxProse {
			break
		}
		text := w.Text(w.Child(n, "content"))
		if len(text) > maxProse {
			text = text[:maxProse]
		}
		b.WriteString(strings.ToValidUTF8(string(text), "\uFFFD"))
		b.WriteByte('\n')
	}
	return b.String()
}

// read takes tags and the prose around them apart.
func (a *annotations) read(text string) {
	var words strings.Builder
	tagged := false
	for line := range strings.Lines(text) {
		typed := strings.HasPrefix(line, "-")
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-"))
		if tag, ok := strings.CutPrefix(line, "@"); ok {
			a.tag(tag, typed)
			tagged = words.Len() > 0 && strings.TrimSpace(words.String()) != ""
			continue
		}
		if tagged || isPragma(line) {
			continue // what follows a tag explains the tag
		}
		if strings.Trim(line, "=-*#~_/+ ") == "" {
			line = ""
		}
		words.WriteString(line)
		words.WriteByte('\n')
	}
	a.text = code.FirstSentence(words.String(), lang.MaxDoc)
}

// tag reads one annotation, its "@" removed. LuaLS tells its tags, which state
// types, from LDoc's by a third dash.
func (a *annotations) tag(line string, typed bool) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case word == "tparam":
		typ, name := cutType(rest)
		name, _ = cutType(name)
		a.param(name, typ)
		return
	case word == "treturn":
		word = "return"
	case !typed:
		return
	}
	switch word {
	case "class":
		a.class = true
		rest = strings.TrimSpace(strings.TrimPrefix(rest, "(exact)"))
		if _, parents, ok := strings.Cut(rest, ":"); ok {
			for p := range strings.SplitSeq(parents, ",") {
				if f := strings.Fields(p); len(f) > 0 {
					a.extends = append(a.extends, f[0])
				}
			}
		}
	case "param":
		name, typ := cutType(rest)
		typ, _ = cutType(typ)
		a.param(strings.TrimSuffix(name, "?"), typ)
	case "return":
		if typ, _ := cutType(rest); a.result == "" {
			a.result = typ
		}
	case "type":
		a.typ, _ = cutType(rest)
	}
}

func (a *annotations) param(name, typ string) {
	if typ == "" {
		return
	}
	if a.params == nil {
		a.params = make(map[string]string)
	}
	a.params[name] = typ
}

// cutType splits off the first type of a tag's text: blanks inside its
// brackets belong to it.
func cutType(s string) (typ, rest string) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '<', '{', '[':
			depth++
		case ')', '>', '}', ']':
			depth--
		case ' ', '\t':
			if depth <= 0 && !strings.HasSuffix(s[:i], ":") && !strings.HasSuffix(s[:i], "|") && !strings.HasSuffix(s[:i], ",") {
				return s[:i], strings.TrimSpace(s[i:])
			}
		}
	}
	return s, ""
}

func isPragma(line string) bool {
	for _, word := range []string{"luacheck:", "stylua:", "vim:", "-*-", "selene:", "#region", "#endregion", "region ", "endregion"} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}

func isLegal(text string) bool {
	lower := strings.ToLower(text)
	for _, word := range []string{"copyright", "licens", "licence", "spdx-", "(c)", "all rights reserved"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// fileDoc takes the file's documentation from the comments at its head: the
// first run that is not about rights, unless it documents a function.
func fileDoc(w *lang.Walk, s *state) {
	var run []syntax.Node
	end := uint32(0)
	for c := w.FirstChild(w.Root()); ; c = w.Next(c) {
		k := w.Kind(c)
		if k == "hash_bang_line" {
			continue
		}
		if len(run) > 0 && (k != "comment" || !near(w, end, w.Start(c))) {
			var a annotations
			text := prose(w, run)
			a.read(text)
			own := k != "comment" && c != syntax.None && near(w, end, w.Start(c)) && s.documents(w, c)
			if a.text != "" && !isLegal(text) && !(own && !strings.Contains(text, "@module") && !strings.Contains(text, "@file")) {
				w.SetDoc(a.text)
				return
			}
			run = run[:0]
		}
		if k != "comment" {
			return
		}
		run, end = append(run, c), w.End(c)
	}
}

// documents reports whether a statement is one that the comment above it is
// about, and not the file: a function, or a local that stays in the file.
func (s *state) documents(w *lang.Walk, statement syntax.Node) bool {
	switch w.Kind(statement) {
	case "function_declaration":
		return true
	case "variable_declaration":
		list := w.NamedChild(statement, 0)
		values := syntax.None
		if w.Kind(list) == "assignment_statement" {
			list, values = w.NamedChild(list, 0), w.NamedChild(list, 1)
		}
		return w.Name(w.NamedChild(list, 0)) != s.returned && requiring(w, w.NamedChild(values, 0)) == syntax.None
	}
	return false
}
