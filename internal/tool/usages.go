package tool

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
)

// symbolIn says which symbol is meant, in every tool that asks about one.
type symbolIn struct {
	Name      string `json:"name" jsonschema:"bare or qualified"`
	Path      string `json:"path,omitempty" jsonschema:"with line: a place of it, to pick one"`
	Line      int    `json:"line,omitempty" jsonschema:"of the name in path, from 1"`
	Column    int    `json:"column,omitempty" jsonschema:"of the name in the line, from 1"`
	Directory string `json:"directory,omitempty" jsonschema:"only here"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var symbolRules = map[string]rule{"line": between(1, 1e9), "column": unlisted(between(1, 1e6)), "max": between(1, 5000).or(1000),
	"offset": unlisted(between(0, 1e6)), "max_tokens": unlisted(between(50, 100000))}

// symbolQuery reads what symbol is meant.
func (c *Call) symbolQuery(in *symbolIn) (q search.SymbolQuery, err error) {
	q = search.SymbolQuery{Name: strings.TrimSpace(in.Name), Line: uint32(in.Line), Column: uint32(in.Column), Budget: c.Budget}
	if q.Name == "" {
		return q, inputErrorf("name must say what to find, e.g. Store.open")
	}
	if in.Path != "" {
		q.From, err = c.file("path", in.Path)
	} else if in.Line > 0 {
		err = inputErrorf("line needs path: the file in which the name stands")
	}
	return q, err
}

type usagesIn struct {
	symbolIn
	Include string `json:"include,omitempty" jsonschema:"evidence wanted: exact, likely, name"`
}

var usagesTool = define(Tool{
	Name: "find_usages", Title: "Find uses of a symbol", Group: Code, ReadOnly: true,
	Description: "Every line that uses a symbol, resolved: not comments, strings and other things of that name. Instead of grep for a name.",
}, rulesOf(symbolRules, map[string]rule{"include": unlisted(rule{})}), findUsages)

var callersTool = define(Tool{
	Name: "who_calls", Title: "Find callers", Group: Code, ReadOnly: true,
	Description: "The calls of a function, method or class, each with the definition it stands in.",
}, rulesOf(symbolRules, map[string]rule{"include": unlisted(rule{})}), whoCalls)

// useItem is one use in JSON output.
type useItem struct {
	Path     string `json:"path"`
	Line     uint32 `json:"line"`
	Role     string `json:"role"`
	In       string `json:"in,omitempty"`
	Evidence string `json:"evidence"`
	Text     string `json:"text"`
}

func findUsages(ctx context.Context, c *Call, in usagesIn) (*Reply, error) {
	return c.usages(ctx, in, false)
}

func whoCalls(ctx context.Context, c *Call, in usagesIn) (*Reply, error) {
	return c.usages(ctx, in, true)
}

// evidences reads which classes of evidence are wanted.
func evidences(include string) (wanted [3]bool, err error) {
	if strings.TrimSpace(include) == "" {
		return [3]bool{true, true, false}, nil
	}
	for _, w := range strings.FieldsFunc(include, func(r rune) bool { return r == ',' || r == ' ' }) {
		switch strings.ToLower(w) {
		case "exact":
			wanted[search.Exact] = true
		case "likely":
			wanted[search.Likely] = true
		case "name":
			wanted[search.Named] = true
		case "all":
			wanted = [3]bool{true, true, true}
		default:
			return wanted, inputErrorf("include must list exact, likely, name or all, not %q", clip(w, 40))
		}
	}
	return wanted, nil
}

func (c *Call) usages(ctx context.Context, in usagesIn, calls bool) (*Reply, error) {
	q, err := c.symbolQuery(&in.symbolIn)
	if err != nil {
		return nil, err
	}
	scope, err := c.within("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	wanted, err := evidences(in.Include)
	if err != nil {
		return nil, err
	}
	found, err := search.FindUsages(ctx, c.View, search.UsagesQuery{SymbolQuery: q, CallsOnly: calls, Scope: scope, Enough: in.Offset + in.Max})
	if err != nil {
		return nil, err
	}
	var list []search.Use
	for _, u := range found.Items {
		if wanted[u.Evidence] {
			list = append(list, u)
		}
	}
	byName := len(found.ByName)
	if wanted[search.Named] {
		list = append(list, found.ByName...)
		byName = 0
	}
	list = onePerLine(list)
	if len(list) == 0 {
		return c.noUsages(&in, found, calls), nil
	}
	if in.Offset > 0 && in.Offset >= len(list) {
		return nil, pastEnd(in.Offset, len(list), "use")
	}
	// All of a page with less of each line is worth more than the first lines of it.
	shown := list[in.Offset:min(len(list), in.Offset+in.Max)]
	var w *writer
	var items []useItem
	read := make(map[*index.File][]string)
	for _, width := range useWidths {
		w = c.newWriter(in.MaxTokens)
		if items = c.writeUses(w, shown, read, width, calls); len(items) == len(shown) {
			break
		}
	}
	note := page(len(items), in.Offset, len(list))
	if found.Unseen > 0 {
		note = fmt.Sprintf("%d of at least %d; next: offset=%d; %d of %d files looked at: directory narrows",
			len(items), len(list), in.Offset+len(items), found.Files, found.Files+found.Unseen)
	}
	if byName > 0 && !wanted[search.Named] {
		note = joinNotes(note, fmt.Sprintf("+%d by name only (include=name)", byName))
	}
	if n := found.Target.Things; n > 1 {
		note = joinNotes(note, fmt.Sprintf("of any of %d definitions: path and line pick one", n))
	}
	note = joinNotes(note, notYet(found.Pending))
	return w.close(note, items), nil
}

// onePerLine leaves one use of each line.
func onePerLine(list []search.Use) []search.Use {
	var out []search.Use
	for _, u := range list {
		if n := len(out); n > 0 && out[n-1].File == u.File && out[n-1].Ref.Line == u.Ref.Line {
			continue
		}
		out = append(out, u)
	}
	return out
}

// useWidths are the characters of a line that are shown, the widest that lets
// the whole page fit.
var useWidths = []int{snippetChars, 72, 40, 0}

// writeUses writes uses, each file named once, and returns those that fit. read
// keeps the lines of files.
func (c *Call) writeUses(w *writer, list []search.Use, read map[*index.File][]string, width int, callers bool) []useItem {
	items := []useItem{}
	var at *index.File
	for k := range list {
		u := &list[k]
		lines, ok := read[u.File]
		if !ok {
			lines, _ = c.lines(u.File)
			read[u.File] = lines
		}
		text := ""
		if n := int(u.Ref.Line); n >= 1 && n <= len(lines) {
			text = clip(code.OneLine(lines[n-1]), snippetChars)
		}
		in := ""
		if u.Ref.Enclosing != code.NoDefinition {
			in = u.Facts.QualifiedName(u.Ref.Enclosing)
		}
		line := ""
		if u.File != at {
			line = printable(u.File.Path) + "\n"
		}
		line += strconv.Itoa(int(u.Ref.Line))
		if callers && in != "" {
			line += " " + in
		}
		line += ":"
		if short := clip(text, width); short != "" {
			line += " " + short
		}
		if u.Evidence != search.Exact {
			line += " [" + u.Evidence.String() + "]"
		}
		if !w.entry(line + "\n") {
			break
		}
		at = u.File
		w.cite(u.File)
		items = append(items, useItem{u.File.Path, u.Ref.Line, u.Ref.Role.String(), in, u.Evidence.String(), text})
	}
	return items
}

// noUsages says why there is nothing to list.
func (c *Call) noUsages(in *usagesIn, found *search.Usages, calls bool) *Reply {
	name := printable(clip(in.Name, 200))
	what := "uses"
	if calls {
		what = "calls"
	}
	switch {
	case found.Target.Local:
		return nothing("local", fmt.Sprintf("%s is a parameter or local variable at %s:%d", name, printable(in.Path), in.Line))
	case len(found.Target.Symbols) == 0:
		hint := ""
		if near := search.NearDefinitions(c.View, in.Name, 5); len(near) > 0 {
			hint = "names that come near: " + strings.Join(near, ", ")
		}
		return nothing("no match", "nothing in the checkout defines "+name, hint, notYet(found.Pending))
	}
	hint := ""
	if n := len(found.ByName); n > 0 {
		hint = fmt.Sprintf("%s of that name may mean it (include=name)", count(n, "place"))
	}
	if found.Pending > 0 {
		hint = notYet(found.Pending)
	}
	seen := count(found.Files, "file")
	if found.Unseen > 0 {
		seen = fmt.Sprintf("%d files, of which %d were looked at: directory narrows", found.Files+found.Unseen, found.Files)
	}
	return nothing("no match", fmt.Sprintf("nothing %s %s; the name is mentioned in %s", what, name, seen), hint)
}
