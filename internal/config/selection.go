package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

const defaultPreset = "standard"

var presets = []string{"lean", defaultPreset, "full"}

// parseSelection brings a tool selection into its canonical form: lower case,
// comma-separated, each name once (the last mention counts), starting from the
// standard preset when it only leaves tools out.
func parseSelection(text string) (string, error) {
	var items []string
	for _, item := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		item = strings.ToLower(item)
		name := strings.TrimPrefix(item, "-")
		if !isName(name) {
			return "", fmt.Errorf("%w: %q is not a name", errNotAllowed, item)
		}
		items = slices.DeleteFunc(items, func(have string) bool { return strings.TrimPrefix(have, "-") == name })
		items = append(items, item)
	}
	if len(items) == 0 {
		return "", errNotAllowed
	}
	if !slices.ContainsFunc(items, func(item string) bool { return item[0] != '-' }) {
		items = append([]string{defaultPreset}, items...)
	}
	return strings.Join(items, ","), nil
}

// selectionOf turns repo-memory's object form ({"summaries": false, "tasks":
// true}) into a selection. It amends the standard preset unless it switches
// that off or names another one.
func selectionOf(on map[string]bool) (string, error) {
	var base, rest []string
	_, named := on[defaultPreset]
	for _, p := range presets {
		if on[p] {
			base = append(base, p)
			named = true
		}
	}
	if !named {
		base = []string{defaultPreset}
	}
	for _, name := range slices.Sorted(maps.Keys(on)) {
		switch {
		case !isName(strings.ToLower(name)):
			return "", fmt.Errorf("%w: %q is not a name", errNotAllowed, name)
		case slices.Contains(presets, name):
		case on[name]:
			rest = append(rest, name)
		default:
			rest = append(rest, "-"+name)
		}
	}
	return strings.Join(append(base, rest...), ","), nil
}

// isName reports whether s can be a tool's or a group's name.
func isName(s string) bool {
	for i, r := range s {
		if !(r >= 'a' && r <= 'z' || i > 0 && (r == '_' || r >= '0' && r <= '9')) {
			return false
		}
	}
	return s != ""
}
