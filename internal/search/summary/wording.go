package summary

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sextant/internal/code"
)

// listed names the heaviest of several definitions, those of a kind together,
// as many as fit.
func listed(parts []part, room int) (line string) {
	most := 3
	if len(parts) == most+1 {
		most++ // a name is as short as "and 1 more"
	}
	for n := min(most, len(parts)); n > 0; n-- {
		if line = grouped(parts[:n]) + more(len(parts)-n); len(line) <= room {
			break
		}
	}
	return line
}

func grouped(top []part) string {
	var nouns []string
	names := make(map[string][]string)
	for _, p := range top {
		if names[p.noun] == nil {
			nouns = append(nouns, p.noun)
		}
		names[p.noun] = append(names[p.noun], p.name)
	}
	var groups []string
	for _, n := range nouns {
		word := n
		if len(names[n]) > 1 && n != elsewhere {
			word = plural(n)
		}
		groups = append(groups, strings.TrimSpace(word+" "+strings.Join(names[n], ", ")))
	}
	return strings.Join(groups, ", ")
}

// some joins at most max names, fewer if they would not fit into room
// characters, and counts the others.
func some(names []string, max, room int) (line string) {
	if len(names) == max+1 {
		max++ // a name is as short as "and 1 more"
	}
	for n := min(max, len(names)); n > 0; n-- {
		if line = strings.Join(names[:n], ", ") + more(len(names)-n); len(line) <= room {
			break
		}
	}
	return line
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

func numbered(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case strings.HasSuffix(noun, "y"):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

func unique(names []string) []string {
	seen := make(map[string]bool, len(names))
	return slices.DeleteFunc(names, func(n string) bool {
		was := seen[n]
		seen[n] = true
		return was || n == ""
	})
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// folded is a name without case and separators, for comparing it with a file's.
func folded(name string) string {
	return strings.ToLower(separators.Replace(name))
}

// declared are words before a name in a signature that say better than the
// kind what is defined, whatever the language.
var declared = map[string]string{"table": "table", "view": "view", "trigger": "trigger", "procedure": "procedure", "message": "message",
	"service": "service", "scalar": "scalar", "input": "input", "directive": "directive", "query": "query", "mutation": "mutation",
	"fragment": "fragment", "resource": "resource", "data": "data", "provider": "provider", "output": "output", "mixin": "mixin", "@mixin": "mixin",
	"@function": "function", "@media": "@media", "schema": "schema", "alias": "alias", "protocol": "protocol", "object": "object"}

// noun is what a definition is called.
func noun(d *code.Definition) string {
	at := strings.Index(d.Signature, d.Name)
	if at > 0 {
		words := strings.Fields(strings.Trim(d.Signature[:at], " \"`'("))
		for i := len(words) - 1; i >= 0; i-- {
			if n := declared[strings.ToLower(strings.Trim(words[i], "\"'`"))]; n != "" {
				return n
			}
		}
	}
	switch {
	case d.Name == "default" && isValue(d.Kind):
		return "default export"
	case d.Kind == code.KindClass && at > 0 && d.Signature[at-1] == '.':
		return "rule"
	case d.Kind == code.KindFunction && at == 0 && strings.HasPrefix(strings.TrimLeft(d.Signature[len(d.Name):], " "), ":"):
		return "target" // name: what it is made from
	case d.Kind == code.KindSection && len(d.Supertypes) > 0:
		return "stage"
	}
	return d.Kind.String()
}

// interpolated is what a preprocessor puts into a selector.
var interpolated = regexp.MustCompile(`#\{[^{}]*\}`)

// display is a name as a reader knows it, bounded.
func display(d *code.Definition) string {
	name := d.Name
	if name == "default" && isValue(d.Kind) {
		name = d.Value // what it is made from
	}
	if d.Kind == code.KindClass && strings.Contains(d.Signature, "."+name) && strings.Index(d.Signature, name) == strings.Index(d.Signature, "."+name)+1 {
		name = "." + name
	}
	if strings.Contains(name, "#{") {
		if short := interpolated.ReplaceAllString(name, ""); strings.Trim(short, ". ") != "" {
			name = short
		}
	}
	return code.Clip(oneLine(name), 60)
}
