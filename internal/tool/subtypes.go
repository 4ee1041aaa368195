package tool

import (
	"context"
	"fmt"
	"strings"

	"sextant/internal/search"
)

type subtypesIn struct {
	symbolIn
	Transitive bool `json:"transitive,omitempty" jsonschema:"also indirect ones"`
}

var implementationsTool = define(Tool{
	Name: "find_implementations", Title: "Find implementations", Group: Code, ReadOnly: true,
	Description: "The types that implement an interface or inherit from a class; the methods that override a method. In Go by method sets.",
}, rulesOf(symbolRules, map[string]rule{"transitive": unlisted(rule{})}), func(ctx context.Context, c *Call, in subtypesIn) (*Reply, error) {
	return c.subtypes(ctx, in, false)
})

var extendsTool = define(Tool{
	Name: "find_extends", Title: "Find subclasses and parents", Group: Code, ReadOnly: true,
	Description: "What a type extends, and the types that declare to extend it.",
}, rulesOf(symbolRules, map[string]rule{"transitive": unlisted(rule{})}), func(ctx context.Context, c *Call, in subtypesIn) (*Reply, error) {
	return c.subtypes(ctx, in, true)
})

func (c *Call) subtypes(ctx context.Context, in subtypesIn, extending bool) (*Reply, error) {
	q, err := c.symbolQuery(&in.symbolIn)
	if err != nil {
		return nil, err
	}
	if q.Directory, err = c.within("directory", in.Directory); err != nil {
		return nil, err
	}
	found, err := search.FindSubtypes(ctx, c.View, search.SubtypesQuery{SymbolQuery: q, Transitive: in.Transitive, Extending: extending})
	if err != nil {
		return nil, err
	}
	name := printable(clip(in.Name, 200))
	pending := notYet(found.Pending)
	if len(found.Of) == 0 {
		what := "nothing"
		if extending {
			what = "no type"
		}
		return nothing("no match", what+" of that name is defined in the checkout: "+name, pending), nil
	}
	w := c.newWriter(in.MaxTokens)
	if extending && in.Offset == 0 {
		for i := range found.Supertypes {
			if line := c.supertypeLine(w, name, &found.Supertypes[i]); !w.line("%s", line) {
				break
			}
		}
	}
	if in.Offset > 0 && in.Offset >= len(found.Items) {
		return nil, pastEnd(in.Offset, len(found.Items), "type")
	}
	// All of them by name are worth more than the first of them with signatures.
	list := found.Items[min(in.Offset, len(found.Items)):]
	list = list[:min(len(list), in.Max)]
	size := 0
	for i := range list {
		size += len(definitionLine(&list[i])) + 1
	}
	items := []definitionItem{}
	for i := range list {
		line := definitionLine(&list[i])
		if size > w.max {
			line = nameLine(&list[i])
		}
		if !w.entry(line + "\n") {
			break
		}
		w.cite(list[i].File)
		items = append(items, itemOf(&list[i]))
	}
	if len(items) == 0 && (!extending || len(found.Supertypes) == 0) {
		verb := "implements or overrides"
		if extending {
			verb = "extends"
		}
		return nothing("no match", "nothing in the checkout "+verb+" "+name, pending), nil
	}
	return w.close(joinNotes(page(len(items), in.Offset, len(found.Items)), pending), items), nil
}

// supertypeLine says what a type inherits from and where that is.
func (c *Call) supertypeLine(w *writer, name string, up *search.Supertype) string {
	line := fmt.Sprintf("%s %s %s", name, up.Form, up.Name)
	if len(up.Targets) > 0 {
		x := &up.Targets[0]
		w.cite(x.File)
		line += fmt.Sprintf(" (%s:%d)", printable(x.File.Path), x.Definition().Line)
	}
	return line
}

// definitionLine is one definition of a list.
func definitionLine(x *search.FoundDefinition) string {
	d := x.Definition()
	line := fmt.Sprintf("%s:%s %s", printable(x.File.Path), place(d), describe(d))
	if inside := enclosing(x.Facts, x.Index); inside != "" && !strings.Contains(d.Signature, inside+".") {
		line += " (in " + inside + ")"
	}
	return line
}

func itemOf(x *search.FoundDefinition) definitionItem {
	d := x.Definition()
	return definitionItem{x.File.Path, d.Line, d.Lines.Last, x.Facts.QualifiedName(x.Index), d.Kind.String(), d.Signature, x.Evidence.String()}
}

// nameLine is a definition without its signature.
func nameLine(x *search.FoundDefinition) string {
	return fmt.Sprintf("%s:%d %s", printable(x.File.Path), x.Definition().Line, x.Facts.QualifiedName(x.Index))
}
