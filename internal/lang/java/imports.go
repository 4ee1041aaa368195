package java

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// dottedName returns the name that n declares or directs to, or None.
func dottedName(w *lang.Walk, n syntax.Node) syntax.Node {
	return w.ChildOfKind(n, "scoped_identifier", "identifier")
}

func packageDeclaration(w *lang.Walk, n syntax.Node) {
	s := remember(w)
	s.code = true
	if name := dottedName(w, n); name != syntax.None {
		w.SetPackage(compact(w, name))
	}
	// In package-info.java this is the package's documentation.
	if doc, ok := javadoc(w, w.Start(n)); ok {
		s.header = doc
	}
}

// importDeclaration gives "a.b.C" as specifier of import a.b.C, "a.b" with the
// name * for import a.b.*, and the type with the member as name for static imports.
func importDeclaration(w *lang.Walk, n syntax.Node) {
	remember(w).code = true
	w.Skip()
	for c := n + 1; c < w.After(n); c++ { // comments inside would go unseen
		regionIfComment(w, c)
	}
	name := dottedName(w, n)
	if name == syntax.None {
		return
	}
	im := code.Import{Specifier: compact(w, name), Form: code.ImportStatic, Span: w.Span(name), Line: w.Line(w.Start(name))}
	static := w.ChildOfKind(n, "static") != syntax.None
	switch {
	case moduleImport(w, name):
		// The grammar does not know "import module a.b" and reads it as one name.
		im.Form = code.ImportRequire
		im.Span.Start = im.Span.End - uint32(len(im.Specifier)-len("module"))
		im.Specifier = im.Specifier[len("module"):]
		im.Names = []code.ImportedName{{Name: "*"}}
	case w.ChildOfKind(n, "asterisk") != syntax.None:
		im.Names = []code.ImportedName{{Name: "*"}}
		referPath(w, name, code.RoleImport, code.RoleImport, static)
	case static && w.Kind(name) == "scoped_identifier":
		owner := w.Child(name, "scope")
		im.Specifier, im.Span = compact(w, owner), w.Span(owner)
		im.Names = []code.ImportedName{{Name: w.Name(w.Child(name, "name"))}}
		referPath(w, name, code.RoleImport, code.RoleImport, true)
	default:
		last := name
		if w.Kind(name) == "scoped_identifier" {
			last = w.Child(name, "name")
		}
		im.Names = []code.ImportedName{{Name: w.Name(last)}}
		referPath(w, name, code.RoleImport, code.RoleImport, true)
	}
	w.AddImport(im)
}

// moduleImport reports whether an import's name is really the word "module"
// and a module's name.
func moduleImport(w *lang.Walk, name syntax.Node) bool {
	text := w.Text(name)
	return bytes.HasPrefix(text, []byte("module")) && len(text) > len("module") && blank(text[len("module"):len("module")+1])
}

// moduleDeclaration defines the module of a module-info.java.
func moduleDeclaration(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	if name == syntax.None {
		return
	}
	start := w.Start(n)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if kind := w.Kind(c); kind == "open" || kind == "module" {
			start = w.Start(c)
			break
		}
	}
	m := modifiers{start: start, node: syntax.None}
	define(w, n, name, code.Definition{Kind: code.KindModule, Name: compact(w, name), Exported: true,
		Signature: signature(w, n, &m, endOf(w, n, "body"))})
}

// requiresDirective is an import of a module.
func requiresDirective(w *lang.Walk, n syntax.Node) {
	w.Skip()
	if name := w.Child(n, "module"); name != syntax.None {
		w.AddImport(code.Import{Specifier: compact(w, name), Form: code.ImportRequire, Span: w.Span(name), Line: w.Line(w.Start(name))})
	}
}

// moduleName reads the name that a module-info.java declares; "" if none.
// It reads words up to the first brace, comments and annotations aside.
func moduleName(src []byte) string {
	word, previous := "", ""
	for i := 0; i < len(src); {
		rest := src[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			i += lineLength(rest)
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest, []byte("*/"))
			if end < 0 {
				return ""
			}
			i += end + len("*/")
		case rest[0] == '{':
			if previous == "module" {
				return word
			}
			i++
		case nameByte(rest[0]):
			end := 0
			for end < len(rest) && nameByte(rest[end]) {
				end++
			}
			previous, word = word, string(rest[:end])
			i += end
		default:
			i++
		}
	}
	return ""
}

func lineLength(s []byte) int {
	if end := bytes.IndexByte(s, '\n'); end >= 0 {
		return end
	}
	return len(s)
}

func nameByte(c byte) bool {
	return lower(c) || upper(c) || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '.' || c >= 0x80
}
