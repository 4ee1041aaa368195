package tool

import (
	"context"
	"fmt"
	"strings"

	"sextant/internal/code"
	"sextant/internal/search"
)

type definitionIn struct {
	Name      string `json:"name" jsonschema:"bare or qualified: Type.method, ns::f"`
	Path      string `json:"path,omitempty" jsonschema:"a file that uses the name"`
	Line      int    `json:"line,omitempty" jsonschema:"where in path"`
	Kind      string `json:"kind,omitempty" jsonschema:"class, function, method, ..."`
	Directory string `json:"directory,omitempty" jsonschema:"only here"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var definitionTool = define(Tool{
	Name: "find_definition", Title: "Find a definition", Group: Code, ReadOnly: true,
	Description: "Where a class, function, method, type, constant or field is defined: every place with its lines and signature, the likeliest first. With path and line, what that use means. Instead of grep for a declaration.",
}, map[string]rule{"line": between(1, 1e9), "max": between(1, 200).or(20), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}, findDefinition)

// definitionItem is one definition in JSON output.
type definitionItem struct {
	Path      string `json:"path"`
	Line      uint32 `json:"line"`
	EndLine   uint32 `json:"end_line"`
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Signature string `json:"signature,omitempty"`
	Evidence  string `json:"evidence"`
}

func findDefinition(ctx context.Context, c *Call, in definitionIn) (*Reply, error) {
	if strings.TrimSpace(in.Name) == "" {
		return nil, inputErrorf("name must say what to find, e.g. Store.open")
	}
	if search.IsRoute(in.Name) {
		r, err := findRoute(ctx, c, routeIn{Pattern: in.Name, Directory: in.Directory, Max: in.Max, Offset: in.Offset, MaxTokens: in.MaxTokens})
		if err != nil || !r.Empty {
			return r, err
		}
	}
	dir, err := c.within("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	q := search.DefinitionQuery{Name: in.Name, Directory: dir, Budget: c.Budget}
	if in.Kind != "" {
		if q.Kinds, err = parseKinds("kind", []string{in.Kind}); err != nil {
			return nil, err
		}
	}
	if in.Path != "" {
		if q.From, err = c.file("path", in.Path); err != nil {
			return nil, err
		}
		q.Line = uint32(in.Line)
	} else if in.Line > 0 {
		return nil, inputErrorf("line needs path: the file in which the name is used")
	}
	found, err := search.FindDefinitions(ctx, c.View, q)
	if err != nil {
		return nil, err
	}
	return c.definitions(in, found)
}

// definitions is the reply to a question for definitions.
func (c *Call) definitions(in definitionIn, found *search.Definitions) (*Reply, error) {
	if len(found.Items) == 0 {
		return c.noDefinition(in, found), nil
	}
	if in.Offset > 0 && in.Offset >= len(found.Items) {
		return nil, pastEnd(in.Offset, len(found.Items), "definition")
	}
	return c.definitionReply(in, found), nil
}

func (c *Call) definitionReply(in definitionIn, found *search.Definitions) *Reply {
	w := c.newWriter(in.MaxTokens)
	if found.Local {
		w.line("%s is a parameter or local variable at %s:%d; definitions of that name elsewhere:", printable(in.Name), printable(in.Path), in.Line)
	}
	var items []definitionItem
	byPlace := in.Path != ""
	for i := range found.Items[in.Offset:] {
		if len(items) == in.Max {
			break
		}
		x := &found.Items[in.Offset+i]
		line := definitionLine(x)
		if byPlace && x.Evidence != search.Exact {
			line += " [" + x.Evidence.String() + "]"
		}
		if !w.entry(line + "\n") {
			break
		}
		w.cite(x.File)
		items = append(items, itemOf(x))
	}
	return w.close(joinNotes(page(len(items), in.Offset, len(found.Items)), notYet(found.Pending)), items)
}

// place is where a definition is: its lines, led by that of its name where
// decorators or a body stand before it.
func place(d *code.Definition) string {
	if d.Line == d.Lines.First {
		return d.Lines.String()
	}
	return fmt.Sprintf("%d (%s)", d.Line, d.Lines)
}

// enclosing names what a definition stands in, "" at the top.
func enclosing(f *code.Facts, i int32) string {
	q := f.QualifiedName(i)
	if cut := strings.LastIndexByte(q, '.'); cut > 0 {
		return clip(q[:cut], 60)
	}
	return ""
}

// noDefinition says what was looked at, and which names come near.
func (c *Call) noDefinition(in definitionIn, found *search.Definitions) *Reply {
	name := printable(clip(in.Name, 200))
	where := ""
	if in.Directory != "" {
		where = " in " + printable(clip(in.Directory, 200))
	}
	as := ""
	if in.Kind != "" {
		as = " as a " + printable(in.Kind)
	}
	mention := "mention it"
	if found.Searched == 1 {
		mention = "mentions it"
	}
	detail := fmt.Sprintf("no file%s defines %s%s; %s %s", where, name, as, count(found.Searched, "file"), mention)
	switch {
	case found.Pending > 0:
		detail = fmt.Sprintf("none of the files looked at so far%s defines %s", where, name)
	case found.Searched == 0:
		detail = fmt.Sprintf("no file%s mentions %s", where, name)
	}
	hint := ""
	if near := search.NearDefinitions(c.View, in.Name, 5); len(near) > 0 {
		hint = "nearest words: " + strings.Join(near, ", ")
	}
	if found.Local {
		hint = fmt.Sprintf("at %s:%d it is a parameter or local variable", printable(in.Path), in.Line)
	}
	return nothing("no match", detail, hint, notYet(found.Pending))
}
