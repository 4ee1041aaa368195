package ruby

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// require records the file that require and its like name. The specifier of
// what is found from the file's own directory begins with "./" or "../",
// whichever way that is said: require_relative, __dir__, File.expand_path.
// It reports whether the call is an import.
func (s *state) require(w *lang.Walk, n syntax.Node, word string, args syntax.Node) bool {
	arg := w.NamedChild(args, 0)
	specifier, span := fileName(w, arg)
	if specifier == "" {
		return false
	}
	im := code.Import{Specifier: specifier, Form: code.ImportRequire, Span: span, Line: w.Line(span.Start)}
	switch word {
	case "require_relative", "eval_gemfile":
		im.Specifier = relative(specifier)
		if word == "eval_gemfile" {
			im.Form = code.ImportInclude
		}
	case "load":
		im.Form = code.ImportInclude
	case "import":
		// Rake's import; elsewhere a method like any other.
		if ext := path.Ext(specifier); ext != ".rake" && ext != ".rb" {
			return false
		}
		im.Form = code.ImportInclude
	}
	w.AddImport(im)
	return true
}

// relative marks a path as one from the file's own directory.
func relative(p string) string {
	if strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../") || strings.HasPrefix(p, "/") {
		return p
	}
	return "./" + p
}

// fileName reads the expression that names a file, "" if only running it tells.
func fileName(w *lang.Walk, n syntax.Node) (string, code.Span) {
	switch w.Kind(n) {
	case "string":
		return pathString(w, n)
	case "call":
	default:
		return "", code.Span{}
	}
	args := w.Child(n, "arguments")
	if string(w.Text(w.Child(n, "receiver"))) != "File" {
		return "", code.Span{}
	}
	first, last := w.NamedChild(args, 0), w.NamedChild(args, 1)
	switch string(w.Text(w.Child(n, "method"))) {
	case "expand_path":
		text, span := pathString(w, first)
		if text == "" || w.NamedChild(args, 2) != syntax.None {
			return "", code.Span{}
		}
		switch string(w.Text(last)) {
		case "__FILE__":
			// From the file as if it were a directory.
			return relative(path.Join("x", text)[lead(text):]), span
		case "__dir__", "File.dirname(__FILE__)":
			return relative(text), span
		}
	case "join":
		if base := string(w.Text(first)); base == "__dir__" || base == "File.dirname(__FILE__)" {
			var parts []string
			var whole code.Span
			for i := 1; i < maxChain; i++ {
				c := w.NamedChild(args, i)
				if c == syntax.None {
					break
				}
				text, span := pathString(w, c)
				if text == "" {
					return "", code.Span{}
				}
				if i == 1 {
					whole = span
				}
				parts = append(parts, text)
			}
			if len(parts) > 0 {
				return relative(strings.TrimPrefix(path.Join(parts...), "/")), whole
			}
		}
	}
	return "", code.Span{}
}

// lead is the length of what path.Join("x", text) keeps of "x": the part that
// stands for the file itself.
func lead(text string) int {
	if strings.HasPrefix(path.Clean(text), "..") {
		return 0
	}
	return len("x/")
}

// pathString is a string's text; one that begins with #{__dir__} is relative.
func pathString(w *lang.Walk, n syntax.Node) (string, code.Span) {
	if span, ok := literalName(w, n); ok && w.Kind(n) == "string" {
		return textAt(w, span), span
	}
	if w.Kind(n) != "string" {
		return "", code.Span{}
	}
	base, tail := w.NamedChild(n, 0), w.NamedChild(n, 1)
	if w.Kind(base) != "interpolation" || w.Kind(tail) != "string_content" || w.NamedChild(n, 2) != syntax.None {
		return "", code.Span{}
	}
	switch string(w.Text(base)) {
	case "#{__dir__}", "#{File.dirname(__FILE__)}":
		if text, ok := strings.CutPrefix(string(w.Text(tail)), "/"); ok && text != "" {
			return relative(w.Intern([]byte(text))), w.Span(tail)
		}
	}
	return "", code.Span{}
}

// autoload records autoload :Name, "path", and the form that leaves the path
// to the name.
func (s *state) autoload(w *lang.Walk, f *frame, args syntax.Node) bool {
	arg := w.NamedChild(args, 0)
	name, ok := literalName(w, arg)
	if !ok {
		return false
	}
	im := code.Import{Form: code.ImportRequire, Names: []code.ImportedName{{Name: textAt(w, name)}}, Span: name}
	if second := w.NamedChild(args, 1); second != syntax.None {
		im.Specifier, im.Span = fileName(w, second)
	} else if f.class != code.NoDefinition {
		im.Specifier = pathOf(s.qualified(w, f.class) + "." + textAt(w, name))
	}
	if im.Specifier == "" {
		return false
	}
	im.Line = w.Line(im.Span.Start)
	w.AddImport(im)
	return true
}

// pathOf is the path under which a loader looks for a dotted constant:
// "Admin.HTMLParser" is admin/html_parser.
func pathOf(constant string) string {
	constant = strings.TrimPrefix(constant, topModule+".")
	var b strings.Builder
	for i := 0; i < len(constant); i++ {
		c := constant[i]
		switch {
		case c == '.':
			b.WriteByte('/')
			continue
		case upper(c):
			if i > 0 && constant[i-1] != '.' && constant[i-1] != '_' &&
				(!upper(constant[i-1]) || i+1 < len(constant) && lower(constant[i+1])) {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
