// Package langtest is the contract suite every language must pass, and the
// reader of case folders. In goes a lang.Definition; failures go to testing.T.
// Only tests import it.
package langtest

import (
	"fmt"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/syntax"
)

// Dump prints facts one a line, sorted by position, so that a reader who does
// not know the language can hold them against the input:
//
//	file lines=12 chars=240 status=complete package="a.b" doc="..."
//	3:7 def class Store lines=2-9 exported "class Store extends Base" extends=Base doc="..."
//	5:5 def method Store.get lines=5-7 public static params=key:string type=Value "get(key: string): Value"
//	1:8 import static "./base" names=Base,x as y
//	6:12 ref call load qualifier=name:db in=Store.get
//	6:20 ref read key local in=Store.get
//	6:9 bind row scope=5:5-7:3 type=Row value=db.load()
//	2:1 comment 2:1-2:20
//	8:3 mention "docs/a.md"
//	9:1 embedded css 9:1-12:1
func Dump(f *code.Facts, src []byte) string {
	starts := syntax.LineStarts(src)
	place := func(offset uint32) string {
		line := syntax.LineAt(starts, offset)
		return fmt.Sprintf("%d:%d", line, offset-starts[line-1]+1)
	}
	type row struct {
		at    uint32
		order int
		text  string
	}
	var rows []row
	add := func(at uint32, order int, format string, args ...any) {
		rows = append(rows, row{at, order, place(at) + " " + strings.TrimRight(fmt.Sprintf(format, args...), " ")})
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		add(d.NameSpan.Start, 1, "def %s %s lines=%s%s", d.Kind, f.QualifiedName(int32(i)), d.Lines, definitionWords(d))
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		var names []string
		for _, n := range im.Names {
			s := n.Name
			if n.Alias != "" {
				s += " as " + n.Alias
			}
			names = append(names, s)
		}
		s := fmt.Sprintf("import %s %q", im.Form, im.Specifier)
		if im.TypeOnly {
			s += " type-only"
		}
		if len(names) > 0 {
			s += " names=" + strings.Join(names, ",")
		}
		add(im.Span.Start, 0, "%s", s)
	}
	for i := range f.References {
		r := &f.References[i]
		s := fmt.Sprintf("ref %s %s", r.Role, r.Name)
		if r.Qualifier != code.QualifierNone {
			s += " qualifier=" + r.Qualifier.String()
			if r.QualifierText != "" {
				s += ":" + r.QualifierText
			}
		}
		if r.Local {
			s += " local"
		}
		if r.Enclosing != code.NoDefinition {
			s += " in=" + f.QualifiedName(r.Enclosing)
		}
		add(r.Span.Start, 2, "%s", s)
	}
	for i := range f.Bindings {
		x := &f.Bindings[i]
		s := fmt.Sprintf("bind %s scope=%s-%s", x.Name, place(x.Scope.Start), place(x.Scope.End))
		if x.Type != "" {
			s += " type=" + x.Type
		}
		if x.Value != "" {
			s += " value=" + x.Value
		}
		add(x.At, 2, "%s", s)
	}
	for _, r := range f.Regions {
		add(r.Span.Start, 3, "%s %s-%s", r.Kind, place(r.Span.Start), place(r.Span.End))
	}
	for _, m := range f.Mentions {
		add(m.Span.Start, 4, "mention %q", m.Text)
	}
	for _, x := range f.Embedded {
		add(x.Span.Start, -1, "embedded %s %s-%s", x.Language, place(x.Span.Start), place(x.Span.End))
	}
	sort.SliceStable(rows, func(i, j int) bool {
		if rows[i].at != rows[j].at {
			return rows[i].at < rows[j].at
		}
		return rows[i].order < rows[j].order
	})
	var b strings.Builder
	fmt.Fprintf(&b, "file lines=%d chars=%d status=%s", f.Lines, f.Chars, f.Status)
	if f.Package != "" {
		fmt.Fprintf(&b, " package=%q", f.Package)
	}
	if f.Doc != "" {
		fmt.Fprintf(&b, " doc=%q", f.Doc)
	}
	b.WriteByte('\n')
	for _, r := range rows {
		b.WriteString(r.text)
		b.WriteByte('\n')
	}
	return b.String()
}

func definitionWords(d *code.Definition) string {
	var b strings.Builder
	if d.Exported {
		b.WriteString(" exported")
	}
	if d.Visibility != code.VisibilityUnstated {
		b.WriteString(" " + d.Visibility.String())
	}
	for _, m := range d.Modifiers.Names() {
		b.WriteString(" " + m)
	}
	for _, s := range d.Supertypes {
		fmt.Fprintf(&b, " %s=%s", s.Form, s.Name)
		if s.Args != "" {
			fmt.Fprintf(&b, "<%s>", s.Args)
		}
	}
	if len(d.TypeParams) > 0 {
		b.WriteString(" typeparams=" + paramWords(d.TypeParams))
	}
	if len(d.Params) > 0 {
		b.WriteString(" params=" + paramWords(d.Params))
	}
	if d.Type != "" {
		b.WriteString(" type=" + d.Type)
	}
	if d.Wrapped != "" {
		b.WriteString(" wrapped=" + d.Wrapped)
	}
	if d.Value != "" {
		b.WriteString(" value=" + d.Value)
	}
	fmt.Fprintf(&b, " %q", d.Signature)
	if d.Doc != "" {
		fmt.Fprintf(&b, " doc=%q", d.Doc)
	}
	return b.String()
}

func paramWords(list []code.Param) string {
	var words []string
	for _, p := range list {
		if p.Type != "" {
			words = append(words, p.Name+":"+p.Type)
		} else {
			words = append(words, p.Name)
		}
	}
	return strings.Join(words, ", ")
}
