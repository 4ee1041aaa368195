package tool

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/search"
	"sextant/internal/workspace/gitrepo"
)

var symbolTool = define(Tool{
	Name: "get_symbol", Title: "Everything about a symbol", Group: Code, ReadOnly: true,
	Description: "All about one symbol: definition, doc, supertypes, callers, callees, tests, routes, last commits.",
}, symbolRules, getSymbol)

// symbolData is the reply as JSON.
type symbolData struct {
	Definitions []definitionItem `json:"definitions"`
	Doc         string           `json:"doc,omitempty"`
	Supertypes  []string         `json:"supertypes,omitempty"`
	Subtypes    []string         `json:"subtypes,omitempty"`
	Members     []string         `json:"members,omitempty"`
	Callers     []affectedItem   `json:"callers,omitempty"`
	Callees     []string         `json:"callees,omitempty"`
	Tests       []affectedItem   `json:"tests,omitempty"`
	Routes      []string         `json:"routes,omitempty"`
	Commits     []string         `json:"commits,omitempty"`
	Notes       []string         `json:"notes,omitempty"`
}

// How much of each list a dossier shows.
const (
	dossierCallers = 12
	dossierCallees = 12
	dossierTests   = 5
	dossierMembers = 20
	dossierCommits = 3
)

// logTime bounds git's search for the commits that changed a definition.
const logTime = 400 * time.Millisecond

func getSymbol(ctx context.Context, c *Call, in symbolIn) (*Reply, error) {
	q, err := c.symbolQuery(&in)
	if err != nil {
		return nil, err
	}
	if q.Directory, err = c.within("directory", in.Directory); err != nil {
		return nil, err
	}
	target, defs, err := search.FindSymbol(ctx, c.View, q)
	if err != nil {
		return nil, err
	}
	if len(defs) == 0 {
		return c.noUsages(&usagesIn{symbolIn: in}, &search.Usages{Target: target, Pending: target.Pending}, false), nil
	}
	w := c.newWriter(in.MaxTokens)
	data := symbolData{}
	for i := range defs {
		x := &defs[i]
		if len(data.Definitions) == min(in.Max, 8) {
			w.line("+%d more definitions", len(defs)-i)
			break
		}
		if !w.entry(definitionLine(x) + "\n") {
			break
		}
		w.cite(x.File)
		data.Definitions = append(data.Definitions, itemOf(x))
	}
	first := &defs[0]
	if separate(defs) {
		w.line("these are different things; of the first:")
		target.Symbols = target.Symbols[:0]
	}
	d := first.Definition()
	if data.Doc = d.Doc; d.Doc != "" {
		w.line("doc: %s", d.Doc)
	}
	q = search.SymbolQuery{Name: d.Name, From: first.File, Line: d.Line, Budget: c.Budget}
	if err := c.dossier(ctx, w, &data, first, q); err != nil {
		return nil, err
	}
	return w.close("", data), nil
}

// separate reports whether definitions are not overloads or declarations of
// one thing.
func separate(defs []search.FoundDefinition) bool {
	for i := range defs[1:] {
		a, b := &defs[0], &defs[i+1]
		if x, y := a.Definition().Kind, b.Definition().Kind; x.IsType() != y.IsType() || x.IsCallable() != y.IsCallable() {
			continue // a field named after its type, a constructor
		}
		if a.Facts.QualifiedName(a.Index) != b.Facts.QualifiedName(b.Index) || a.File != b.File &&
			a.Definition().Modifiers&code.ModDeclaration == 0 && b.Definition().Modifiers&code.ModDeclaration == 0 {
			return true
		}
	}
	return false
}

// dossier writes what belongs to one definition.
func (c *Call) dossier(ctx context.Context, w *writer, data *symbolData, x *search.FoundDefinition, q search.SymbolQuery) error {
	kind := x.Definition().Kind
	if kind.IsType() {
		if err := c.family(ctx, w, data, x, q); err != nil {
			return err
		}
	}
	found, err := search.FindImpact(ctx, c.View, []search.FoundDefinition{*x}, 1, c.Budget)
	if err != nil {
		return err
	}
	list := func(title string, all []search.Affected, most int) (items []affectedItem) {
		if len(all) == 0 {
			return nil
		}
		if len(all) <= most {
			w.line("%s:", title)
		} else {
			w.line("%s (%d of %d):", title, most, len(all))
		}
		for i := range all[:min(most, len(all))] {
			a := &all[i]
			name := ""
			if a.Index >= 0 {
				name = " " + clip(a.Facts.QualifiedName(a.Index), snippetChars)
			}
			if a.Uses > 1 {
				name += fmt.Sprintf(" (%d)", a.Uses)
			}
			if a.Evidence != search.Exact {
				name += " [" + a.Evidence.String() + "]"
			}
			if !w.line("%s:%d%s", printable(a.File.Path), a.Line, name) {
				break
			}
			w.cite(a.File)
			items = append(items, affectedOf(a))
		}
		return items
	}
	data.Callers = list("used by", found.Affected, dossierCallers)
	if kind.IsCallable() {
		if err := c.calleesOf(ctx, w, data, q); err != nil {
			return err
		}
	}
	data.Tests = list("tests", found.Tests, dossierTests)
	if err := c.routesTo(ctx, w, data, x); err != nil {
		return err
	}
	c.commitsOf(ctx, w, data, x)
	return c.notesOn(ctx, w, data, x)
}

// family writes a type's supertypes, subtypes and members.
func (c *Call) family(ctx context.Context, w *writer, data *symbolData, x *search.FoundDefinition, q search.SymbolQuery) error {
	sub, err := search.FindSubtypes(ctx, c.View, search.SubtypesQuery{SymbolQuery: q})
	if err != nil {
		return err
	}
	for i := range sub.Supertypes {
		data.Supertypes = append(data.Supertypes, strings.TrimSpace(c.supertypeLine(w, "", &sub.Supertypes[i])))
	}
	for i := range sub.Items {
		s := &sub.Items[i]
		data.Subtypes = append(data.Subtypes, fmt.Sprintf("%s (%s:%d)", s.Facts.QualifiedName(s.Index), printable(s.File.Path), s.Definition().Line))
	}
	for i := range x.Facts.Definitions {
		if d := &x.Facts.Definitions[i]; d.Container == x.Index || d.ContainerName == x.Definition().Name && d.ContainerName != "" {
			data.Members = append(data.Members, fmt.Sprintf("%s:%d", d.Name, d.Line))
		}
	}
	for _, l := range []struct {
		title string
		names []string
		most  int
	}{{"", data.Supertypes, 6}, {"subtypes", data.Subtypes, 8}, {"members", data.Members, dossierMembers}} {
		switch {
		case len(l.names) == 0:
		case l.title == "":
			w.line("%s", some(l.names, l.most))
		default:
			w.line("%s: %s", l.title, some(l.names, l.most))
		}
	}
	return nil
}

func (c *Call) calleesOf(ctx context.Context, w *writer, data *symbolData, q search.SymbolQuery) error {
	calls, err := search.FindCallees(ctx, c.View, q)
	if err != nil {
		return err
	}
	for i := range calls.Items {
		t := &calls.Items[i].Targets[0]
		data.Callees = append(data.Callees, fmt.Sprintf("%s (%s:%d)", t.Facts.QualifiedName(t.Index), printable(t.File.Path), t.Definition().Line))
		if i < dossierCallees {
			w.cite(t.File)
		}
	}
	if len(data.Callees) > 0 {
		w.line("calls: %s", some(data.Callees, dossierCallees))
	}
	return nil
}

// commitsOf writes the last commits that changed the definition's lines; those
// of the file where following the lines takes too long.
func (c *Call) commitsOf(ctx context.Context, w *writer, data *symbolData, x *search.FoundDefinition) {
	repo, err := gitrepo.At(c.View.Root(), x.File.Path)
	if err != nil {
		return
	}
	path := filepath.Join(c.View.Root(), filepath.FromSlash(x.File.Path))
	lines := x.Definition().Lines
	title := "commits"
	short, cancel := context.WithTimeout(ctx, logTime)
	touched, err := repo.Touched(short, path, int(lines.First), int(lines.Last), dossierCommits)
	cancel()
	if err != nil {
		title = "commits of the file"
		short, cancel = context.WithTimeout(ctx, logTime)
		touched, err = repo.Touched(short, path, 0, 0, dossierCommits)
		cancel()
	}
	if err != nil || len(touched) == 0 {
		return
	}
	w.line("%s:", title)
	for _, t := range touched {
		line := fmt.Sprintf("%s %s %s", t.ID, t.Date, clip(code.OneLine(t.Subject), 80))
		w.line("%s", line)
		data.Commits = append(data.Commits, line)
	}
}

// routeTime bounds the search for routes in a dossier.
const routeTime = 300 * time.Millisecond

// routesTo writes the routes that a callable or a class answers.
func (c *Call) routesTo(ctx context.Context, w *writer, data *symbolData, x *search.FoundDefinition) error {
	d := x.Definition()
	if !d.Kind.IsCallable() && !d.Kind.IsType() {
		return nil
	}
	routes, err := search.RoutesTo(ctx, c.View, x.File, d, min(c.Budget, routeTime))
	if err != nil {
		return err
	}
	for i := range routes {
		data.Routes = append(data.Routes, routes[i].Methods()+" "+routes[i].Path)
	}
	if len(data.Routes) > 0 {
		w.line("routes: %s", some(data.Routes, 6))
	}
	return nil
}
