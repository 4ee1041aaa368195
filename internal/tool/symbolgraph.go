package tool

import (
	"context"
	"fmt"

	"sextant/internal/search"
)

// longestSymbol bounds what is repeated of a name in a reply, in characters.
const longestSymbol = 120

// symbolGraph answers with the edges that take one name.
func (c *Call) symbolGraph(ctx context.Context, in graphIn, start string) (*Reply, error) {
	found, err := search.EdgesNaming(ctx, c.View, in.Symbol, start, c.Whole)
	if err != nil {
		return nil, err
	}
	d := graphData{Deps: make(map[string][]string), Omitted: pendingNote(found.Pending)}
	files := make(map[string]bool)
	wanted, _ := c.limits(in.MaxTokens)
	room, lost := wanted-400, 0
	for _, e := range found.Edges {
		if start != "" && (in.Direction == "dependents" && search.Within(e.From, start) || in.Direction == "dependencies" && !search.Within(e.From, start)) {
			continue
		}
		d.Stats.Edges++
		files[e.From], files[e.To] = true, true
		if room -= len(e.From) + len(e.To) + 8; room < 0 {
			lost++
			continue
		}
		d.Deps[e.From] = append(d.Deps[e.From], e.To)
	}
	d.Stats.Files = len(files)
	name := printable(clip(in.Symbol, longestSymbol))
	if lost > 0 {
		d.Truncated = true
		d.Omitted = joinNotes(count(lost, "edge")+" to fit; path narrows to one file or directory", d.Omitted)
	}
	switch {
	case found.Member != "" && d.Stats.Edges > 0:
		d.Omitted = joinNotes(fmt.Sprintf("%s is a member of %s, which no file imports by name: these use a member of that name and depend on a file that defines one", name, printable(clip(found.Member, longestSymbol))), d.Omitted)
	case d.Stats.Edges == 0:
		d.Omitted = joinNotes("no file takes "+name+" from another"+inPath(start)+"; find_definition says where it is defined, query who mentions it", d.Omitted)
	}
	return &Reply{Text: compactJSON(d) + "\n", Data: d, Empty: d.Stats.Edges == 0}, nil
}

func inPath(start string) string {
	if start == "" {
		return ""
	}
	return " by or from " + printable(start)
}
