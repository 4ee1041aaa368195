package summary

import (
	"fmt"
	"sort"
	"strings"

	"sextant/internal/code"
)

// document describes prose: its title, its first sentence, else its sections.
func document(s *Source) phrase {
	f := s.Facts
	top := int32(code.NoDefinition)
	for i := range f.Definitions {
		if f.Definitions[i].Kind == code.KindHeading {
			top = int32(i)
			break
		}
	}
	if top == code.NoDefinition {
		return phrase{text: sentence(f.Doc, s.Path), clear: true}
	}
	title := code.Clip(code.OneLine(f.Definitions[top].Name), 70)
	text := "\"" + title + "\""
	if place(s) == "" {
		text = "heading " + text
	}
	doc := sentence(f.Doc, s.Path, title)
	if doc != "" {
		return phrase{text: text + ": " + clip(doc, roomForDoc), clear: true}
	}
	if sections := below(f, top); len(sections) > 0 {
		return phrase{text: text + ": sections " + some(sections, 4, left(s, text+"sections ")), clear: true}
	}
	return phrase{text: text, clear: true}
}

// below lists the headings directly under the first one or, if it has none,
// beside it.
func below(f *code.Facts, top int32) (out []string) {
	for _, parent := range []int32{top, f.Definitions[top].Container} {
		for i := int(top) + 1; i < len(f.Definitions); i++ {
			if d := &f.Definitions[i]; d.Kind == code.KindHeading && d.Container == parent {
				out = append(out, code.Clip(code.OneLine(d.Name), 40))
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return unique(out)
}

// naming are keys whose values say what a file of keys is, not what is in it.
var naming = map[string]bool{"name": true, "title": true, "module": true, "package": true, "description": true, "version": true, "$schema": true, "kind": true,
	"license": true, "private": true, "type": true, "author": true, "extends": true, "id": true, "apiVersion": true, "homepage": true, "sidebar_label": true}

// keyed is one key of the top level.
type keyed struct {
	name     string
	lines    uint32
	children []string
}

// keys describes a file of keys: the name that it gives itself, its own words,
// and its largest keys with how much they hold.
func keys(s *Source) phrase {
	f := s.Facts
	var list []keyed
	at := make(map[int32]int)
	where := make(map[string]int)
	own, kind, inner := "", "", ""
	total := uint32(0)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if k, ok := at[d.Container]; ok && d.Container != code.NoDefinition {
			list[k].children = append(list[k].children, code.Clip(d.Name, 40))
			if d.Name == "name" && own == "" && (list[k].name == "project" || list[k].name == "package" || list[k].name == "metadata") {
				own = value(d)
			}
			if inner == "" && (d.Name == "summary" || d.Name == "description") {
				inner = value(d)
			}
			continue
		}
		if d.Container != code.NoDefinition || d.Name == "" {
			continue
		}
		switch d.Name {
		case "name", "module", "title":
			if v := value(d); own == "" && v != "" {
				own = v
			}
		case "kind":
			kind = value(d)
		}
		lines := height(d)
		total += lines
		k, ok := where[d.Name]
		if !ok {
			k = len(list)
			where[d.Name] = k
			list = append(list, keyed{name: code.Clip(code.OneLine(d.Name), 40)})
		}
		list[k].lines += lines
		at[int32(i)] = k
	}
	if own != "" && kind != "" {
		own = kind + " " + own
	}
	doc := sentence(f.Doc, s.Path, own)
	if doc == "" && len(list) == 1 {
		doc = sentence(code.FirstSentence(inner, 200), s.Path, list[0].name)
	}
	line := ""
	if own = code.Clip(code.OneLine(own), 60); own != "" {
		line = "\"" + own + "\""
	}
	switch {
	case line != "" && doc != "":
		line += ": " + clip(doc, roomForDoc)
	case doc != "":
		line = clip(doc, roomForDoc)
	}
	return phrase{text: join2(line, largestKeys(list, total, left(s, line))), clear: own != "" || doc != ""}
}

// largestKeys names the keys that hold most. One that is most of the file is
// told by what is in it. Names that do not fit into room characters are counted.
func largestKeys(list []keyed, total uint32, room int) string {
	var rest []keyed
	for _, k := range list {
		if !naming[k.name] {
			k.children = unique(k.children)
			rest = append(rest, k)
		}
	}
	if len(rest) == 0 {
		return ""
	}
	sort.SliceStable(rest, func(i, j int) bool { return rest[i].lines > rest[j].lines })
	if big := rest[0]; big.lines*10 >= total*6 && len(big.children) > 0 {
		return big.name + " (" + some(big.children, 3, room-len(big.name)-len(" () and 10 more")) + ")" + more(len(rest)-1)
	}
	names := make([]string, len(rest))
	for i, k := range rest {
		names[i] = k.name
		if n := len(k.children); n > 1 {
			names[i] += fmt.Sprintf(" (%d)", n)
		}
	}
	word := "keys "
	if len(names) == 1 {
		word = "key "
	}
	return word + some(names, 4, room-len(word))
}

// value is what a key is set to, as far as its signature says.
func value(d *code.Definition) string {
	rest := d.Signature
	if i := strings.IndexAny(rest, ":="); i >= 0 {
		rest = strings.Trim(rest[i+1:], " \t\"',>=")
	} else {
		return ""
	}
	if strings.ContainsAny(rest, "{}[]\n") || strings.HasSuffix(rest, "…") {
		return ""
	}
	return rest
}
