package tool

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
)

// entries are the definitions that an outline shows, and what it leaves out.
type entries struct {
	shown  []int32
	items  []outlineItem
	deeper int // nested deeper than asked for
	inside int // data and anonymous members inside bodies
	data   int // fields and the like, left out because the whole would not fit
}

// left says what an outline lacks and how to get it.
func (e *entries) left(depth int) string {
	var parts []string
	if e.data > 0 {
		parts = append(parts, fmt.Sprintf("+%d fields and the like (kinds=field,property,constant)", e.data))
	}
	if e.inside > 0 {
		parts = append(parts, fmt.Sprintf("+%d inside bodies (kinds=field,method)", e.inside))
	}
	if e.deeper > 0 {
		parts = append(parts, fmt.Sprintf("+%d deeper than depth=%d", e.deeper, depth))
	}
	return strings.Join(parts, "; ")
}

// outlineEntries selects definitions by depth and kind. Without kinds, what
// only a body holds is left out: fields that methods set, members of anonymous
// classes. If the rest does not fit the room, fields go first: a reader of a
// long file wants its functions.
func outlineEntries(facts *code.Facts, depth int, kinds map[code.Kind]bool, room int) entries {
	var e entries
	level := make([]int, len(facts.Definitions))
	body := insideBodies(facts)
	size := 0
	for i := range facts.Definitions {
		d := &facts.Definitions[i]
		if d.Container != code.NoDefinition {
			level[i] = level[d.Container] + 1
		}
		switch {
		case kinds != nil && !kinds[d.Kind]:
			continue
		case kinds == nil && body[i]:
			e.inside++
			continue
		case level[i] >= depth:
			e.deeper++
			continue
		}
		item := outlineItem{Name: facts.QualifiedName(int32(i)), Kind: d.Kind.String(), Line: d.Lines.First,
			EndLine: d.Lines.Last, Depth: level[i], Signature: d.Signature, Doc: d.Doc}
		if kinds != nil {
			item.Depth = 0
			if d.Container != code.NoDefinition {
				item.outer = clip(facts.QualifiedName(d.Container), 60)
			}
		}
		size += utf8.RuneCountInString(outlineLine(d, &item, outlineWidths[0]))
		e.shown, e.items = append(e.shown, int32(i)), append(e.items, item)
	}
	if kinds == nil && size > room {
		e.withoutData(facts)
	}
	return e
}

// withoutData drops members that hold data, if anything else remains.
func (e *entries) withoutData(facts *code.Facts) {
	var shown []int32
	var items []outlineItem
	for k, i := range e.shown {
		d := &facts.Definitions[i]
		if d.Container != code.NoDefinition && isData(d.Kind) {
			continue
		}
		shown, items = append(shown, i), append(items, e.items[k])
	}
	if len(shown) > 0 {
		e.data = len(e.shown) - len(shown)
		e.shown, e.items = shown, items
	}
}

func isData(k code.Kind) bool {
	switch k {
	case code.KindField, code.KindProperty, code.KindEnumMember, code.KindConstant, code.KindVariable:
		return true
	}
	return false
}

// insideBodies finds the definitions that stand in the body of something else
// than what they belong to: self.x in a method, the members of an anonymous
// class in a field or a function.
func insideBodies(facts *code.Facts) []bool {
	inside := make([]bool, len(facts.Definitions))
	var open []int32 // callables and members around the present one
	for i := range facts.Definitions {
		d := &facts.Definitions[i]
		for len(open) > 0 && facts.Definitions[open[len(open)-1]].Span.End <= d.Span.Start {
			open = open[:len(open)-1]
		}
		around := code.NoDefinition
		if len(open) > 0 {
			around = open[len(open)-1]
		}
		c := d.Container
		switch {
		case c != code.NoDefinition && inside[c]:
			inside[i] = true
		case around != code.NoDefinition && isData(d.Kind) && facts.Definitions[around].Kind.IsCallable():
			inside[i] = true
		case c != code.NoDefinition && isData(facts.Definitions[c].Kind) && facts.Definitions[c].Container != code.NoDefinition:
			inside[i] = true
		case c != code.NoDefinition && d.Kind == code.KindMethod && facts.Definitions[c].Kind.IsCallable():
			inside[i] = true
		}
		if d.Kind.IsCallable() {
			open = append(open, int32(i))
		}
	}
	return inside
}

// outlineWidths are what a line of an outline may take of a signature, in
// characters: the widest with which all of the file fits, for a whole list of
// short lines is a better map than half of one with long lines. 0 is the name alone.
var outlineWidths = []int{snippetChars + 20, 72, 40, 0}

// outlineLines writes entries as wide as lets all of them fit into room, else
// as short as they get.
func outlineLines(facts *code.Facts, shown []int32, items []outlineItem, room int) (lines []string, shortened bool) {
	for i, width := range outlineWidths {
		lines = lines[:0]
		left := room
		for k, n := range shown {
			lines = append(lines, outlineLine(&facts.Definitions[n], &items[k], width))
			left -= utf8.RuneCountInString(lines[k])
		}
		if left >= 0 {
			return lines, i > 0
		}
	}
	return lines, true
}

func outlineLine(d *code.Definition, item *outlineItem, width int) string {
	text := describe(d)
	switch {
	case width == 0:
		text = d.Kind.String() + " " + d.Name
	case utf8.RuneCountInString(text) > width:
		text = clip(text, width)
	}
	if item.outer != "" {
		text += " (in " + item.outer + ")"
	}
	return fmt.Sprintf("%s%s %s\n", strings.Repeat("  ", item.Depth), d.Lines, text)
}
