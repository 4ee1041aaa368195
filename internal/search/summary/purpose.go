package summary

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
)

// describe makes the purpose line. clear is true if the file says what it is
// for, or one definition does.
func describe(s *Source) (line string, clear bool) {
	said := content(s)
	head := place(s)
	switch {
	case said.text == "" && head == "":
		line = bare(s)
	case said.text == "":
		line = join(head, extension(s.Path))
	case head == "":
		line = said.text
	case strings.HasPrefix(said.text, "\""):
		line = head + " " + said.text
	default:
		line = head + ": " + said.text
	}
	line = oneLine(line)
	if n := limit(s); said.tail != "" && utf8.RuneCountInString(line+said.tail) <= n {
		line = oneLine(line + said.tail)
	} else {
		line = clip(line, n)
	}
	return line, said.clear
}

// oneLine makes any text one line of valid UTF-8.
func oneLine(s string) string {
	return code.OneLine(strings.Map(printable, strings.ToValidUTF8(s, "")))
}

// limit is how long a line may be, in characters: a file of a few lines needs
// no long one.
func limit(s *Source) int {
	if s.Facts == nil {
		return MaxPurpose
	}
	return min(MaxPurpose, max(88, int(s.Facts.Chars)/22)+len(s.Tests))
}

// left is how many characters a line has beside where the file stands and what
// is said already.
func left(s *Source, said string) int {
	return limit(s) - utf8.RuneCountInString(place(s)+said) - len("; : ")
}

// place is what the file is by where it stands, "" for plain source.
func place(s *Source) string {
	switch s.Class {
	case code.ClassVendored, code.ClassGenerated, code.ClassMinified:
		return s.Class.String()
	}
	switch {
	case s.EntryPoint:
		return "entry point"
	case s.Tests != "":
		return "test of " + s.Tests
	case s.Class == code.ClassTest, s.Class == code.ClassConfiguration, s.Class == code.ClassDocumentation, s.Class == code.ClassData:
		return s.Class.String()
	}
	return ""
}

// bare is all there is to say of a file without facts.
func bare(s *Source) string {
	name := extension(s.Path)
	switch s.Class {
	case code.ClassBinary:
		return join("binary file", name)
	case code.ClassTooLarge:
		return join("file too large to read", name)
	case code.ClassUnreadable:
		return "unreadable file"
	case code.ClassSymlink:
		return "symbolic link"
	}
	switch {
	case s.Lines == 0 && s.Text != nil && len(s.Text) == 0:
		return "empty file"
	case s.Facts != nil && s.Facts.Language != "":
		return string(s.Facts.Language) + " source, no definitions"
	}
	return join("file", name)
}

func join(what, name string) string {
	if name == "" || strings.Contains(what, ".") {
		return what
	}
	return what + " (" + name + ")"
}

// extension is what a file's name says of its kind.
func extension(p string) string {
	if e := path.Ext(p); len(e) > 1 && e != path.Base(p) && len(e) <= 12 {
		return e
	}
	return ""
}

// phrase is something said about a file.
type phrase struct {
	text  string
	tail  string // said if there is room
	clear bool   // it is more than a list of what there is
}

// content says what a file holds: its own words beside what it defines.
func content(s *Source) phrase {
	f := s.Facts
	if f == nil || !readable(s.Class) {
		return phrase{}
	}
	if f.Lines == 0 {
		return phrase{text: "empty file", clear: true}
	}
	switch form(f) {
	case code.KindHeading:
		return document(s)
	case code.KindKey:
		return keys(s)
	}
	said := definitions(s)
	if said.text == "" && s.Class == code.ClassDocumentation {
		said.text = clip(oneLine(plain(f.Doc)), 80) // a licence is what it says
	}
	return said
}

// form tells documents and data from code by what most of the top level is:
// KindHeading, KindKey, or KindUnknown for code.
func form(f *code.Facts) code.Kind {
	headings, keyed, other := 0, 0, 0
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Container != code.NoDefinition {
			continue
		}
		switch d.Kind {
		case code.KindHeading:
			headings++
		case code.KindKey:
			keyed++
		case code.KindSection:
			if strings.HasPrefix(d.Signature, "[") { // of a table of keys
				keyed++
			}
		default:
			other++
		}
	}
	switch {
	case headings > other && headings >= keyed:
		return code.KindHeading
	case keyed > other:
		return code.KindKey
	}
	return code.KindUnknown
}

// roomForDoc is how much of a line the file's own words may take.
const roomForDoc = 120

// definitions describes code.
func definitions(s *Source) phrase {
	f := s.Facts
	parts := weigh(f, stem(s.Path), s.Class == code.ClassTest || s.Tests != "")
	one := dominant(parts)
	known := []string{s.Tests}
	if one != nil {
		known = append(known, one.name)
	}
	doc, own := sentence(f.Doc, s.Path, known...), false
	if doc == "" && one != nil {
		doc, own = sentence(one.doc, s.Path, one.name), true
	}
	clear := one != nil || len(parts) == 1
	doc = clip(doc, roomForDoc)
	room := left(s, doc)
	var said, tail string
	switch {
	case one != nil && one.holds(f):
		said, tail = one.head(f), one.bases(f)
	case one != nil && doc != "" && own: // the sentence is of this one alone
		said = one.head(f)
		if len(parts) > 1 {
			tail = "; " + listed(parts[1:], room-len(said))
		}
	case len(parts) > 0:
		said, one = listed(parts, room), nil
	}
	if one != nil {
		doc = subject(doc, one.name)
	}
	if served := routes(f); served != "" {
		said = join2(served, said)
	}
	switch {
	case doc != "" && said == "":
		return phrase{text: doc, clear: true}
	case doc != "" && one != nil:
		if one.holds(f) {
			tail = ""
		}
		return phrase{text: said + ": " + doc, tail: tail, clear: true}
	case doc != "":
		return phrase{text: doc, tail: "; " + said, clear: true}
	case said != "":
		return phrase{text: said, tail: tail, clear: clear}
	}
	if again := reExports(f); len(again) > 0 {
		return phrase{text: "re-exports " + some(again, 3, room), clear: true}
	}
	if used := nearFirst(Imports(f)); len(used) > 0 {
		return phrase{text: "imports " + some(used, 4, room-8)}
	}
	return phrase{}
}

// join2 puts two parts of a line beside each other.
func join2(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// nearFirst puts imports of the project's own files first: they say more of
// what a file is about than libraries that every file uses.
func nearFirst(imports []string) []string {
	near := func(s string) bool {
		return strings.HasPrefix(s, ".") || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "@/")
	}
	slices.SortStableFunc(imports, func(a, b string) int {
		switch {
		case near(a) == near(b):
			return 0
		case near(a):
			return -1
		}
		return 1
	})
	return imports
}

// reExports lists what a file only passes on.
func reExports(f *code.Facts) (out []string) {
	for i := range f.Imports {
		if f.Imports[i].Form == code.ImportReExport {
			out = append(out, f.Imports[i].Specifier)
		}
	}
	return unique(out)
}

// routes names the first requests that a file answers.
func routes(f *code.Facts) string {
	var out []string
	for i := range f.Routes {
		r := &f.Routes[i]
		if r.Path == "" || r.Framework == "" {
			continue
		}
		out = append(out, strings.TrimSpace(strings.ReplaceAll(r.Methods, "|", "/")+" "+r.Path))
	}
	if out = unique(out); len(out) == 0 {
		return ""
	}
	return numbered(len(out), "route") + " " + some(out, 3, 70)
}
