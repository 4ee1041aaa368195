package search

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
)

// byPlace weighs the definitions by the place that uses the name: what the
// file itself defines there, what its imports bring in under that name, what
// it depends on.
func (d *Definitions) byPlace(ctx context.Context, v *index.View, q DefinitionQuery, name string) error {
	facts, err := v.Facts(ctx, q.From)
	if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if facts == nil || err != nil {
		return nil
	}
	at := usesAt(facts, q.Line, name)
	if q.Line > 0 && len(at) > 0 && !slices.ContainsFunc(at, func(r *code.Reference) bool { return !r.Local }) {
		d.Local = true
	}
	edges, _, err := v.Edges(ctx, q.From, facts, time.Now().Add(q.Budget))
	if errors.Is(err, index.ErrChanged) {
		return err
	}
	near := make(map[string]int) // files that the place depends on: 0 by this name, 1 otherwise
	for _, e := range edges {
		if !e.Kind.IsDependency() {
			continue
		}
		rank := 1
		if slices.Contains(e.Names, name) {
			rank = 0
		}
		if old, ok := near[e.To]; !ok || rank < old {
			near[e.To] = rank
		}
	}
	p := place{from: q.From, line: q.Line, near: near}
	if len(at) > 0 {
		p.use = at[0]
		local := name
		if p.use.Qualifier == code.QualifierName || p.use.Qualifier == code.QualifierPath {
			local = firstPart(p.use.QualifierText)
		}
		p.brought = passedOn(ctx, v, broughtIn(v, q.From, facts)[local], name)
	}
	for i := range d.Items {
		d.Items[i].order.evidence = p.weigh(&d.Items[i])
	}
	d.settle()
	return nil
}

// usesAt lists the references to a name on a line; those of the whole file
// when no line is given.
func usesAt(f *code.Facts, line uint32, name string) (out []*code.Reference) {
	for i := range f.References {
		if r := &f.References[i]; r.Name == name && (line == 0 || r.Line == line) {
			out = append(out, r)
		}
	}
	return out
}

// Sorted steps of evidence for one place, before it is settled whether the
// best of them is alone.
const (
	stepHere     = iota // defined on the line itself, or in the same type by self
	stepImported        // in a file from which the name is taken
	stepSame            // in the same file
	stepDepended        // in a file that is depended on
	stepBeside          // in the same directory
	stepNamed
)

// place is where a name is used.
type place struct {
	from *index.File
	line uint32
	use  *code.Reference // nil when the name is not used on the line
	near map[string]int  // files that the place depends on: 0 by the name, 1 otherwise
	// brought are the files behind the import that brings the name in, or what
	// stands before it, and those that these pass the name on from.
	brought map[string]bool
}

// mostPassed bounds how far names are followed through files that pass them on.
const mostPassed = 50

// passedOn adds to files those from which they only pass a name on: a barrel's
// sources, what a package's __init__ imports.
func passedOn(ctx context.Context, v *index.View, files []string, name string) map[string]bool {
	out := make(map[string]bool)
	for len(files) > 0 && len(out) < mostPassed {
		at := files[0]
		files = files[1:]
		f := v.File(at)
		if f == nil || out[at] {
			continue
		}
		out[at] = true
		facts := known(ctx, v, f)
		if facts == nil || f.Language.Resolve == nil || slices.ContainsFunc(facts.Definitions, func(d code.Definition) bool { return d.Name == name }) {
			continue
		}
		p := v.Project()
		for i := range facts.Imports {
			im := &facts.Imports[i]
			if slices.ContainsFunc(im.Names, func(n code.ImportedName) bool { return n.Local() == name || n.Name == "*" && n.Alias == "" }) {
				files = append(files, f.Language.Resolve(p, f.Path, facts, im).Files...)
			}
		}
	}
	return out
}

// broughtIn finds the files behind the local names of a file's imports.
func broughtIn(v *index.View, f *index.File, facts *code.Facts) map[string][]string {
	out := make(map[string][]string)
	if f.Language == nil || f.Language.Resolve == nil {
		return out
	}
	p := v.Project()
	for i := range facts.Imports {
		im := &facts.Imports[i]
		t := f.Language.Resolve(p, f.Path, facts, im)
		for _, n := range im.Names {
			if n.Local() != "*" {
				out[n.Local()] = append(out[n.Local()], t.Files...)
			}
		}
		if last := code.LastPart(im.Specifier); len(im.Names) == 0 || last != "" {
			out[last] = append(out[last], t.Files...)
		}
	}
	return out
}

func (p *place) weigh(x *FoundDefinition) Evidence {
	def, r := x.Definition(), p.use
	same := x.File == p.from
	if same && p.line > 0 && def.Lines.First <= p.line && p.line <= def.Line {
		return stepHere
	}
	member := !x.Facts.TopLevel(x.Index)
	if r != nil {
		switch r.Qualifier {
		case code.QualifierNone:
			switch {
			case same && !member, same && encloses(x.Facts, def, r):
				return stepHere
			case same:
				// A member of another type is not meant by a bare name.
				return stepNamed
			case !member && p.brought[x.File.Path]:
				return stepImported
			}
		case code.QualifierSelf:
			if same && inSameType(x.Facts, x.Index, r) {
				return stepHere
			}
		case code.QualifierName, code.QualifierPath:
			own := container(x.Facts, x.Index)
			switch {
			case own != "" && own == code.LastPart(r.QualifierText) && same:
				return stepHere
			case own != "" && own == code.LastPart(r.QualifierText),
				!member && p.brought[x.File.Path]:
				return stepImported
			}
		}
	}
	rank, depended := p.near[x.File.Path]
	switch {
	case same && !member:
		return stepSame
	case depended && rank == 0:
		return stepImported
	case same:
		return stepSame
	case depended:
		return stepDepended
	case path.Dir(x.File.Path) == path.Dir(p.from.Path):
		return stepBeside
	}
	return stepNamed
}

// encloses reports whether a definition stands in what encloses the reference.
func encloses(f *code.Facts, d *code.Definition, r *code.Reference) bool {
	for e := r.Enclosing; e != code.NoDefinition; e = f.Definitions[e].Container {
		if d.Container == e || d.Container == f.Definitions[e].Container {
			return true
		}
	}
	return false
}

// inSameType reports whether a definition is a member of the type around the
// reference.
func inSameType(f *code.Facts, i int32, r *code.Reference) bool {
	own := container(f, i)
	for e := r.Enclosing; e != code.NoDefinition; e = f.Definitions[e].Container {
		if f.Definitions[e].Kind.IsType() && f.Definitions[e].Name == own || container(f, e) == own && own != "" {
			return true
		}
	}
	return false
}

// container is the name of what a definition stands in, "" for nothing.
func container(f *code.Facts, i int32) string {
	d := &f.Definitions[i]
	switch {
	case d.ContainerName != "":
		return code.LastPart(d.ContainerName)
	case d.Container != code.NoDefinition:
		return f.Definitions[d.Container].Name
	}
	return ""
}

func firstPart(dotted string) string {
	if i := strings.IndexAny(dotted, `.:\->/`); i > 0 {
		return dotted[:i]
	}
	return dotted
}

// settle turns steps into evidence: the best step is exact when it is a strong
// one and alone, likely otherwise; what is beside or only named stays named.
func (d *Definitions) settle() {
	best, alone := Evidence(stepNamed), 0
	for i := range d.Items {
		switch step := d.Items[i].order.evidence; {
		case step < best:
			best, alone = step, 1
		case step == best:
			alone++
		}
	}
	for i := range d.Items {
		x := &d.Items[i]
		step := x.order.evidence
		switch {
		case step == best && step <= stepSame && alone == 1:
			x.Evidence = Exact
		case step < stepNamed:
			x.Evidence = Likely
		default:
			x.Evidence = Named
		}
	}
}
