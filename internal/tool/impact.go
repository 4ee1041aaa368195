package tool

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sextant/internal/index"
	"sextant/internal/search"
	"sextant/internal/workspace/gitrepo"
)

type impactIn struct {
	Symbol    string `json:"symbol,omitempty" jsonschema:"else what ref says, or all of path"`
	Path      string `json:"path,omitempty" jsonschema:"where it is, or the file that changes"`
	Ref       string `json:"ref,omitempty" jsonschema:"what differs from it; HEAD by default"`
	Depth     int    `json:"depth,omitempty" jsonschema:"how far users are followed"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries of each list"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var impactTool = define(Tool{
	Name: "get_impact", Title: "What a change touches", Group: Code, ReadOnly: true,
	Description: "What a change to a symbol, a file or the working tree touches: changed definitions, their users by distance, tests to run.",
}, map[string]rule{"depth": unlisted(between(1, 4).or(2)), "max": between(1, 500).or(25), "max_tokens": unlisted(between(50, 100000))}, impact)

// impactData is the reply as JSON.
type impactData struct {
	Changed  []definitionItem `json:"changed"`
	Affected []affectedItem   `json:"affected"`
	Tests    []affectedItem   `json:"tests"`
	Public   []string         `json:"public,omitempty"`
}

type affectedItem struct {
	Path     string `json:"path"`
	Line     uint32 `json:"line"`
	Name     string `json:"name,omitempty"`
	Distance int    `json:"distance"`
	Uses     int    `json:"uses"`
	Via      string `json:"via"`
	Evidence string `json:"evidence"`
}

func impact(ctx context.Context, c *Call, in impactIn) (*Reply, error) {
	changed, what, gone, err := c.changedDefinitions(ctx, &in)
	if err != nil {
		return nil, err
	}
	if len(changed) == 0 {
		return nothing("no match", "no definition is touched by "+what, gone), nil
	}
	found, err := search.FindImpact(ctx, c.View, changed, in.Depth, 2*c.Budget)
	if err != nil {
		return nil, err
	}
	w := c.newWriter(in.MaxTokens)
	d := impactData{Changed: []definitionItem{}, Affected: []affectedItem{}, Tests: []affectedItem{}}
	for i := range found.Changed {
		x := &found.Changed[i]
		if x.Definition().Exported {
			d.Public = append(d.Public, x.Facts.QualifiedName(x.Index))
		}
		if len(d.Changed) < in.Max && w.line("%s", definitionLine(x)) {
			w.cite(x.File)
			d.Changed = append(d.Changed, itemOf(x))
		}
	}
	if n := len(found.Changed) - len(d.Changed); n > 0 {
		w.line("+%d more definitions", n)
	}
	if len(d.Public) > 0 {
		w.line("public: %s", some(d.Public, 12))
	}
	heading := 0
	for i := range found.Affected {
		a := &found.Affected[i]
		if len(d.Affected) == in.Max {
			w.line("+%d more users (max)", len(found.Affected)-in.Max)
			break
		}
		if a.Distance != heading {
			heading = a.Distance
			if heading == 1 {
				w.line("used by:")
			} else {
				w.line("at distance %d:", heading)
			}
		}
		if !w.line("%s", affectedLine(a)) {
			break
		}
		w.cite(a.File)
		d.Affected = append(d.Affected, affectedOf(a))
	}
	if len(found.Tests) > 0 {
		w.line("tests to run:")
	}
	for i := range found.Tests {
		a := &found.Tests[i]
		if len(d.Tests) == in.Max {
			w.line("+%d more tests (max)", len(found.Tests)-in.Max)
			break
		}
		if !w.line("%s", affectedLine(a)) {
			break
		}
		w.cite(a.File)
		d.Tests = append(d.Tests, affectedOf(a))
	}
	note := gone
	if len(found.Affected)+len(found.Tests) == 0 {
		note = joinNotes(note, "nothing in the checkout uses it")
	}
	if found.ByName > 0 {
		note = joinNotes(note, fmt.Sprintf("+%d uses by name only", found.ByName))
	}
	if found.Cut {
		note = joinNotes(note, "not all users were followed")
	}
	note = joinNotes(note, notYet(found.Pending))
	return w.close(note, d), nil
}

func affectedLine(a *search.Affected) string {
	line := fmt.Sprintf("%s:%d", printable(a.File.Path), a.Line)
	if a.Index >= 0 {
		line += " " + clip(a.Facts.QualifiedName(a.Index), snippetChars)
	}
	line += " uses " + a.Via
	if a.Uses > 1 {
		line += fmt.Sprintf(" (%d)", a.Uses)
	}
	if a.Evidence != search.Exact {
		line += " [" + a.Evidence.String() + "]"
	}
	return line
}

func affectedOf(a *search.Affected) affectedItem {
	x := affectedItem{a.File.Path, a.Line, "", a.Distance, a.Uses, a.Via, a.Evidence.String()}
	if a.Index >= 0 {
		x.Name = a.Facts.QualifiedName(a.Index)
	}
	return x
}

// changedDefinitions finds what changes; what says it in words, and gone what
// of it cannot be followed.
func (c *Call) changedDefinitions(ctx context.Context, in *impactIn) (changed []search.FoundDefinition, what, gone string, err error) {
	symbol := strings.TrimSpace(in.Symbol)
	var f *index.File
	if in.Path != "" && (symbol != "" || in.Ref == "") {
		if f, err = c.file("path", in.Path); err != nil {
			return nil, "", "", err
		}
	}
	switch {
	case symbol != "":
		q := search.SymbolQuery{Name: symbol, Budget: c.Budget}
		if f != nil {
			q.Directory = f.Path
		}
		target, changed, err := search.FindSymbol(ctx, c.View, q)
		if err != nil {
			return nil, "", "", err
		}
		if len(changed) == 0 {
			gone = notYet(target.Pending)
		}
		return changed, printable(clip(symbol, 200)), gone, nil
	case f != nil:
		changed, err = search.ChangedDefinitions(ctx, c.View, f, func(int) bool { return true })
		return changed, printable(f.Path), "", err
	}
	return c.differing(ctx, in)
}

// differing finds the definitions that git says have changed.
func (c *Call) differing(ctx context.Context, in *impactIn) (changed []search.FoundDefinition, what, gone string, err error) {
	only, err := c.within("path", in.Path)
	if err != nil {
		return nil, "", "", err
	}
	s, err := c.compare(ctx, gitrepo.Comparison{Ref: in.Ref}, only, only, withLines)
	if err != nil {
		return nil, "", "", err
	}
	deleted, elsewhere := 0, 0
	for i := range s.Files {
		x := &s.Files[i]
		if !x.Exists() {
			deleted++
			continue
		}
		f := c.View.File(x.Path)
		if f == nil || !x.OnDisk && len(x.Hunks) > 0 && s.asked.Range != "" && f == nil {
			elsewhere++
			continue
		}
		list, err := search.ChangedDefinitions(ctx, c.View, f, x.Changed)
		if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
			return nil, "", "", errors.Join(err, ctx.Err())
		}
		changed = append(changed, list...)
	}
	if deleted > 0 {
		gone = count(deleted, "file") + " deleted: what used them is not followed"
	}
	return changed, fmt.Sprintf("what differs from %s (%s)", firstOf(in.Ref, "HEAD"), count(len(s.Files), "file")), gone, nil
}
