package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sextant/internal/search"
)

type routeIn struct {
	Pattern   string `json:"pattern,omitempty" jsonschema:"path, part of one, glob or handler; all if empty"`
	Method    string `json:"method,omitempty" jsonschema:"GET, POST, ..."`
	Directory string `json:"directory,omitempty" jsonschema:"only here"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var routeTool = define(Tool{
	Name: "find_route", Title: "Find a route", Group: Code, ReadOnly: true,
	Description: "Which handler answers an HTTP path: routes of the web frameworks with the prefixes that other files add, and where each handler is defined. /users/42 finds /users/{id}.",
}, map[string]rule{"max": between(1, 200).or(50), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}, findRoute)

// routeItem is one route in JSON output.
type routeItem struct {
	Path        string `json:"path"`
	Line        uint32 `json:"line"`
	Method      string `json:"method"`
	Route       string `json:"route"`
	Framework   string `json:"framework"`
	Handler     string `json:"handler,omitempty"`
	HandlerPath string `json:"handler_path,omitempty"`
	HandlerLine uint32 `json:"handler_line,omitempty"`
}

func findRoute(ctx context.Context, c *Call, in routeIn) (*Reply, error) {
	dir, err := c.within("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	found, err := search.FindRoutes(ctx, c.View, search.RouteQuery{Pattern: in.Pattern, Method: in.Method, Directory: dir, Budget: c.Whole})
	if err != nil {
		return nil, err
	}
	if len(found.Items) == 0 {
		return noRoute(in, found), nil
	}
	if in.Offset > 0 && in.Offset >= len(found.Items) {
		return nil, pastEnd(in.Offset, len(found.Items), "route")
	}
	w := c.newWriter(in.MaxTokens)
	var items []routeItem
	shown := found.Items[in.Offset:min(len(found.Items), in.Offset+in.Max)]
	handlers := search.HandlersOf(ctx, c.View, shown, c.Budget)
	for i := range shown {
		x := &shown[i]
		h, known, err := handlers.Of(x)
		if err != nil {
			return nil, err
		}
		item := routeItem{Path: x.File.Path, Line: x.Route.Line, Method: x.Methods(), Route: x.Path, Framework: x.Framework, Handler: x.Route.Target}
		line := fmt.Sprintf("%s:%d: %s %s", printable(x.File.Path), x.Route.Line, x.Methods(), clip(x.Path, snippetChars))
		if x.Route.Target != "" {
			line += " -> " + clip(x.Route.Target, snippetChars)
		}
		if known {
			item.HandlerPath, item.HandlerLine = h.File.Path, h.Line
			switch {
			case h.File != x.File:
				line += fmt.Sprintf(" (%s:%d)", printable(h.File.Path), h.Line)
			case h.Line != x.Route.Line:
				line += fmt.Sprintf(" (:%d)", h.Line)
			}
		}
		if !w.entry(line + "\n") {
			break
		}
		w.cite(x.File)
		if known {
			w.cite(h.File)
		}
		items = append(items, item)
	}
	return w.close(joinNotes(page(len(items), in.Offset, len(found.Items)), notYet(found.Pending)), items), nil
}

// noRoute says what was looked at, and of which frameworks there are routes.
func noRoute(in routeIn, found *search.Routes) *Reply {
	where := ""
	if in.Directory != "" {
		where = " in " + printable(clip(in.Directory, 200))
	}
	if found.Pending > 0 {
		return nothing("not indexed yet", fmt.Sprintf("no route among those of the %s looked at so far%s", count(found.Searched, "file"), where), notYet(found.Pending))
	}
	if found.Total == 0 {
		return nothing("no match", fmt.Sprintf("no route of a known web framework is stated%s; %s looked at", where, count(found.Searched, "file")))
	}
	what := "no route"
	if in.Pattern != "" {
		what += " fits " + printable(clip(in.Pattern, 200))
	}
	if in.Method != "" {
		what += " with method " + printable(strings.ToUpper(clip(in.Method, 20)))
	}
	var seen []string
	for name, n := range found.Frameworks {
		seen = append(seen, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(seen)
	return nothing("no match", what+where, "routes there are: "+strings.Join(seen, ", "))
}
