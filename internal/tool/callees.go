package tool

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sextant/internal/search"
)

var calleesTool = define(Tool{
	Name: "what_calls", Title: "Find callees", Group: Code, ReadOnly: true,
	Description: "What a function or method calls, each with where that is defined.",
}, symbolRules, whatCalls)

// calleeItem is one callee in JSON output.
type calleeItem struct {
	Path     string `json:"path"`
	Line     uint32 `json:"line"`
	Name     string `json:"name"`
	CalledAt uint32 `json:"called_at"`
	Calls    int    `json:"calls"`
	Evidence string `json:"evidence"`
}

func whatCalls(ctx context.Context, c *Call, in symbolIn) (*Reply, error) {
	q, err := c.symbolQuery(&in)
	if err != nil {
		return nil, err
	}
	if q.Directory, err = c.within("directory", in.Directory); err != nil {
		return nil, err
	}
	found, err := search.FindCallees(ctx, c.View, q)
	if err != nil {
		return nil, err
	}
	name := printable(clip(in.Name, 200))
	if len(found.Bodies) == 0 {
		return nothing("no match", "nothing in the checkout defines "+name, notYet(found.Pending)), nil
	}
	outside := ""
	if len(found.Makes) > 0 {
		outside = "makes: " + some(found.Makes, 12)
	}
	if len(found.Outside) > 0 {
		outside = joinNotes(outside, "outside: "+some(found.Outside, 12))
	}
	if len(found.Named) > 0 {
		outside = joinNotes(outside, "by name only: "+some(found.Named, 12))
	}
	if len(found.Items) == 0 {
		return nothing("no match", name+" calls nothing of the checkout", outside), nil
	}
	if in.Offset > 0 && in.Offset >= len(found.Items) {
		return nil, pastEnd(in.Offset, len(found.Items), "callee")
	}
	w := c.newWriter(in.MaxTokens)
	items := []calleeItem{}
	for k := range found.Items[in.Offset:] {
		if len(items) == in.Max {
			break
		}
		x := &found.Items[in.Offset+k]
		var lines []string
		for i := range x.Targets {
			line := definitionLine(&x.Targets[i])
			if lines := overloadLines(x); lines != "" {
				line += " (overload at " + lines + ")"
			}
			if x.Evidence != search.Exact {
				line += " [" + x.Evidence.String() + "]"
			}
			lines = append(lines, line)
			if i == 3 && len(x.Targets) > 4 {
				lines = append(lines, fmt.Sprintf("  and %d more of that name", len(x.Targets)-4))
				break
			}
		}
		if !w.entry(strings.Join(lines, "\n") + "\n") {
			break
		}
		for i := range x.Targets[:min(4, len(x.Targets))] {
			w.cite(x.Targets[i].File)
		}
		first := &x.Targets[0]
		items = append(items, calleeItem{first.File.Path, first.Definition().Line, first.Facts.QualifiedName(first.Index), x.Ref.Line, x.Calls, x.Evidence.String()})
	}
	return w.close(joinNotes(page(len(items), in.Offset, len(found.Items)), outside), items), nil
}

// overloadLines are the lines of the overloads that are called, where the one
// shown is only the first of them.
func overloadLines(x *search.Callee) string {
	var lines []string
	for _, s := range x.Overloads {
		if defs := x.Targets[0].Facts.Definitions; s.File == x.Targets[0].File.Path && int(s.Index) < len(defs) && len(lines) < 3 {
			lines = append(lines, strconv.Itoa(int(defs[s.Index].Line)))
		}
	}
	return strings.Join(lines, ", ")
}
