package summary

import (
	"slices"
	"sort"
	"strings"

	"sextant/internal/code"
)

// part is a definition that a file may be there for, with what belongs to it.
type part struct {
	index    int32
	name     string
	noun     string // what it is, in the singular
	doc      string
	lines    uint32
	weight   float64
	methods  int
	members  int // of an enum
	fields   int
	exported bool
	names    []string // of methods whose type is declared elsewhere
}

// What a definition weighs besides its lines.
const (
	typeWeight     = 1.5
	exportedWeight = 2.0
	valueWeight    = 0.6 // constants and variables
	namesakeWeight = 1.5 // named like the file
	// clearShare is how much of all weight one definition has that stands for
	// the file.
	clearShare = 0.5
	// clearLead is how much heavier than the next one it is.
	clearLead = 2.0
	// namesakeShare suffices for one that is named like the file.
	namesakeShare = 0.3
)

// weigh lists the definitions of the top level that count, the heaviest first.
func weigh(f *code.Facts, stem string, test bool) []part {
	var out []part
	byName := make(map[string]int)
	stem = folded(stem)
	holders, leaves := methodHolders(f), leafModules(f)
	values := false
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Name == "" || mute(d) || !f.TopLevel(int32(i)) && !holders[int32(i)] || !counts(d.Kind) && !holders[int32(i)] && !leaves[int32(i)] || heldBy(f, holders, int32(i)) {
			continue
		}
		lines := height(d)
		if at, ok := byName[d.Name]; ok { // another signature, another part
			p := &out[at]
			p.lines += lines
			p.exported = p.exported || d.Exported
			if p.doc == "" {
				p.doc = d.Doc
			}
			continue
		}
		byName[d.Name] = len(out)
		out = append(out, part{index: int32(i), name: display(d), noun: noun(d), doc: d.Doc, lines: lines, exported: d.Exported})
		values = values || slight(&out[len(out)-1], d.Kind)
	}
	out = count(f, out, byName)
	if values && slices.ContainsFunc(out, func(p part) bool { return !slight(&p, f.Definitions[p.index].Kind) }) {
		// Beside functions and types only values count that others use or that are large.
		out = slices.DeleteFunc(out, func(p part) bool {
			return slight(&p, f.Definitions[p.index].Kind) && p.lines < 5 && (!p.exported || p.lines < 2)
		})
	}
	if small := func(p part) bool { return isValue(f.Definitions[p.index].Kind) && !p.exported && p.lines < 3 }; len(f.Imports) > 0 &&
		!slices.ContainsFunc(out, func(p part) bool { return !small(p) }) {
		return nil // what is imported says more
	}
	for i := range out {
		p := &out[i]
		d := &f.Definitions[p.index]
		p.weight = float64(p.lines)
		switch {
		case d.Kind.IsType():
			p.weight *= typeWeight
		case isValue(d.Kind):
			p.weight *= valueWeight
		}
		if p.exported && !test {
			p.weight *= exportedWeight
		}
		if folded(p.name) == stem {
			p.weight *= namesakeWeight
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].weight > out[j].weight })
	if len(out) > 0 && folded(out[0].name) == stem {
		out[0].weight *= clearShare / namesakeShare
	}
	return out
}

// height is how many lines a definition takes.
func height(d *code.Definition) uint32 { return max(d.Lines.Last, d.Lines.First) - d.Lines.First + 1 }

// mute reports whether a name is there for tools and compilers alone: an
// include guard, a list of exports, the block of a page's style.
func mute(d *code.Definition) bool {
	switch d.Kind {
	case code.KindMacro:
		n := strings.TrimRight(d.Name, "_")
		return strings.HasSuffix(n, "_H") || strings.HasSuffix(n, "_HPP") || strings.HasSuffix(n, "_INCLUDED")
	case code.KindSection:
		return d.Name == "style" || d.Name == "script" || d.Name == "template"
	}
	return isValue(d.Kind) && strings.HasPrefix(d.Name, "__") && strings.HasSuffix(d.Name, "__")
}

// counts reports whether definitions of a kind say what a file is for.
func counts(k code.Kind) bool {
	return k.IsType() || k.IsCallable() || isValue(k) || k == code.KindSection || k == code.KindRoute
}

func isValue(k code.Kind) bool {
	return k == code.KindConstant || k == code.KindVariable || k == code.KindProperty || k == code.KindField
}

// slight reports whether a definition is one line that counts only where there
// is nothing else: a value, an object-like macro.
func slight(p *part, k code.Kind) bool { return isValue(k) || k == code.KindMacro && p.lines == 1 }

// methodHolders are modules that hold methods or functions directly, as Ruby's
// do: they stand for these as a class does.
func methodHolders(f *code.Facts) map[int32]bool {
	out := make(map[int32]bool)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Kind == code.KindMethod && d.Container != code.NoDefinition && f.Definitions[d.Container].Kind == code.KindModule {
			out[d.Container] = true
		}
	}
	return out
}

// leafModules are modules of which the file says only the name.
func leafModules(f *code.Facts) map[int32]bool {
	out := make(map[int32]bool)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		switch d.Kind {
		case code.KindModule, code.KindNamespace, code.KindPackage:
			out[int32(i)] = true
		}
		delete(out, d.Container)
	}
	return out
}

func heldBy(f *code.Facts, holders map[int32]bool, i int32) bool {
	d := &f.Definitions[i]
	return d.Container != code.NoDefinition && holders[d.Container] && !d.Kind.IsType()
}

// elsewhere is what methods are called whose type another file declares.
const elsewhere = "methods of"

// count gives each type its methods, wherever they stand in the file. Methods
// of types that other files declare stand for these.
func count(f *code.Facts, parts []part, byName map[string]int) []part {
	byIndex := make(map[int32]int, len(parts))
	for at := range parts {
		byIndex[parts[at].index] = at
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		at, ok := byIndex[d.Container]
		if d.ContainerName != "" && d.Container == code.NoDefinition {
			owner := code.LastPart(d.ContainerName)
			if at, ok = byName[owner]; !ok && owner != "" && d.Kind.IsCallable() {
				at, ok = len(parts), true
				byName[owner] = at
				parts = append(parts, part{index: int32(i), name: code.Clip(owner, 60), noun: elsewhere})
			}
			if ok {
				parts[at].lines += height(d)
				if p := &parts[at]; p.noun == elsewhere {
					p.names = append(p.names, d.Name)
				}
				parts[at].exported = parts[at].exported || parts[at].noun == elsewhere && d.Exported
			}
		} else if d.Container == code.NoDefinition {
			ok = false
		}
		if !ok {
			continue
		}
		switch d.Kind {
		case code.KindMethod, code.KindFunction, code.KindConstructor:
			parts[at].methods++
		case code.KindEnumMember:
			parts[at].members++
		case code.KindField, code.KindProperty:
			parts[at].fields++
		}
	}
	return parts
}

// dominant is the definition that the file is there for, nil if it holds
// several of like weight.
func dominant(parts []part) *part {
	if len(parts) == 0 {
		return nil
	}
	all := 0.0
	for i := range parts {
		all += parts[i].weight
	}
	if parts[0].weight >= clearShare*all && (len(parts) == 1 || parts[0].weight >= clearLead*parts[1].weight) {
		return &parts[0]
	}
	return nil
}

// head names a definition with what it is and how much it holds.
func (p *part) head(f *code.Facts) string {
	if p.noun == elsewhere {
		word := "method"
		if p.names = unique(p.names); len(p.names) > 1 {
			word = plural(word)
		}
		return word + " " + some(p.names, 3, 80) + " of " + p.name
	}
	s := strings.TrimSpace(p.noun + " " + p.name)
	d := &f.Definitions[p.index]
	switch {
	case p.methods > 0 && (d.Kind.IsType() || d.Kind == code.KindModule):
		s += " (" + numbered(p.methods, "method") + ")"
	case p.members > 0:
		s += " (" + numbered(p.members, "member") + ")"
	case p.fields > 0 && d.Kind.IsType():
		s += " (" + numbered(p.fields, "field") + ")"
	}
	return s
}

// holds reports whether a definition is one that holds others.
func (p *part) holds(f *code.Facts) bool {
	k := f.Definitions[p.index].Kind
	return k.IsType() || k == code.KindModule || p.noun == elsewhere
}

// bases says what a type is made from, in the words of the facts.
func (p *part) bases(f *code.Facts) string {
	d := &f.Definitions[p.index]
	if p.noun == elsewhere {
		return ""
	}
	var out []string
	for _, s := range d.Supertypes {
		if s.Form == d.Supertypes[0].Form {
			out = append(out, s.Name)
		}
	}
	if out = unique(out); len(out) == 0 {
		return ""
	}
	return " " + strings.ReplaceAll(d.Supertypes[0].Form.String(), "-", " ") + " " + some(out, 2, MaxPurpose)
}
