package knowledge

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Entry is what is known about one file.
type Entry struct {
	// Structured says that the structural fields have been filled in; without
	// it an empty file and an unknown one would look the same.
	Structured bool
	SizeChars  int // characters
	LineCount  int
	Exports    []string
	// Imports maps a project path or a package name to the names imported from it.
	Imports map[string][]string
	// Refs lists the project paths that the file mentions without importing names.
	Refs []string

	// Summary, Role, Technologies and SearchTags come from an analysis.
	Summary      string
	Role         string
	Technologies []string
	SearchTags   []string

	// AnalysisDelta is the change since the analysis ("+12 lines +340
	// chars"); empty when the sizes are those of the analysis.
	AnalysisDelta string
	// SizeCharsWhenAnalysed, LineCountWhenAnalysed and AnalysedHash describe
	// the content that was analysed; zero when that is not known.
	SizeCharsWhenAnalysed int
	LineCountWhenAnalysed int
	AnalysedHash          string

	// Deleted marks a file that is gone but whose analysis is kept in case it
	// comes back.
	Deleted bool

	// Extra holds the keys this version does not know and the values whose
	// type is not the expected one, canonically encoded.
	Extra map[string]json.RawMessage
}

// Analysed reports whether the entry has a summary.
func (e *Entry) Analysed() bool { return e.Summary != "" }

// hasSemantics reports whether an analysis left anything worth keeping.
func (e *Entry) hasSemantics() bool {
	return e.Summary != "" || e.Role != "" || len(e.Technologies) > 0 || len(e.SearchTags) > 0
}

// hasBaseline reports whether the sizes at analysis are known.
func (e *Entry) hasBaseline() bool {
	return e.SizeCharsWhenAnalysed > 0 || e.LineCountWhenAnalysed > 0
}

// Weight is the share of their score that the semantic fields keep: 1 when the
// file is as it was analysed or when that is not known, towards 0 the more its
// size has changed since.
func (e *Entry) Weight() float64 {
	if !e.hasBaseline() {
		return 1
	}
	return SemanticWeight(e.SizeCharsWhenAnalysed, e.SizeChars)
}

// SemanticWeight returns min(baseline, current)/max(baseline, current) for two
// sizes in characters: 1 when they are equal, 0 when only one is zero.
func SemanticWeight(baseline, current int) float64 {
	if baseline == current {
		return 1
	}
	low, high := min(baseline, current), max(baseline, current)
	if low <= 0 {
		return 0
	}
	return float64(low) / float64(high)
}

// Clone returns a deep copy.
func (e *Entry) Clone() *Entry {
	c := *e
	c.Exports = slices.Clone(e.Exports)
	c.Imports = maps.Clone(e.Imports)
	for from, names := range c.Imports {
		c.Imports[from] = slices.Clone(names)
	}
	c.Refs = slices.Clone(e.Refs)
	c.Technologies = slices.Clone(e.Technologies)
	c.SearchTags = slices.Clone(e.SearchTags)
	c.Extra = maps.Clone(e.Extra)
	return &c
}

// field is one key of an entry in the order of the file, which is
// project-intel-tool's.
type field struct {
	key   string
	value func(*Entry) any // a pointer to where it is kept
}

var fields = []field{
	{"sizeChars", func(e *Entry) any { return &e.SizeChars }},
	{"lineCount", func(e *Entry) any { return &e.LineCount }},
	{"exports", func(e *Entry) any { return &e.Exports }},
	{"imports", func(e *Entry) any { return &e.Imports }},
	{"refs", func(e *Entry) any { return &e.Refs }},
	{"summary", func(e *Entry) any { return &e.Summary }},
	{"role", func(e *Entry) any { return &e.Role }},
	{"technologies", func(e *Entry) any { return &e.Technologies }},
	{"searchTags", func(e *Entry) any { return &e.SearchTags }},
	{"analysisDelta", func(e *Entry) any { return &e.AnalysisDelta }},
	{"sizeCharsWhenAnalysed", func(e *Entry) any { return &e.SizeCharsWhenAnalysed }},
	{"lineCountWhenAnalysed", func(e *Entry) any { return &e.LineCountWhenAnalysed }},
	{"analysedHash", func(e *Entry) any { return &e.AnalysedHash }},
	{"deleted", func(e *Entry) any { return &e.Deleted }},
}

// structuralKeys are the keys that Update writes whole.
var structuralKeys = []string{"sizeChars", "lineCount", "exports", "imports", "refs"}

// semanticKeys are the keys that an analysis writes whole.
var semanticKeys = []string{"summary", "role", "technologies", "searchTags", "analysisDelta",
	"sizeCharsWhenAnalysed", "lineCountWhenAnalysed", "analysedHash"}

// parseEntry reads an object as an entry, and reports whether it is one: it has
// at least one key of an entry. A value of the wrong type goes to Extra, so
// that writing the file again does not lose it, and is reported to warn.
func parseEntry(object []byte, warn func(key string)) (e *Entry, is bool) {
	e = &Entry{}
	for key, raw := range members(object) {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i < 0 {
			e.keep(key, raw)
			continue
		}
		is = true
		switch {
		case string(raw) == "null":
		case !decode(raw, fields[i].value(e)):
			warn(key)
			e.keep(key, raw)
		case key == "sizeChars" || key == "lineCount":
			e.Structured = true
		}
	}
	return e, is
}

func (e *Entry) keep(key string, raw json.RawMessage) {
	if e.Extra == nil {
		e.Extra = map[string]json.RawMessage{}
	}
	e.Extra[key] = canonical(raw)
}

// forget drops raw values under keys that are about to be written whole.
func (e *Entry) forget(keys []string) {
	for _, key := range keys {
		delete(e.Extra, key)
	}
}

// decode stores a value of the expected type and reports whether it was one;
// otherwise it leaves *to unchanged. Negative counts and null inside a list of
// names are not.
func decode(raw json.RawMessage, to any) bool {
	switch to := to.(type) {
	case *int:
		v, err := strconv.Atoi(string(raw))
		if err != nil || v < 0 {
			return false
		}
		*to = v
	case *bool:
		v, err := strconv.ParseBool(string(raw))
		if err != nil || raw[0] != 't' && raw[0] != 'f' {
			return false
		}
		*to = v
	case *string:
		v, ok := decodeString(raw)
		if !ok {
			return false
		}
		*to = v
	case *[]string:
		v, ok := decodeList(raw)
		if !ok {
			return false
		}
		*to = v
	case *map[string][]string:
		if raw[0] != '{' {
			return false
		}
		v := map[string][]string{}
		for from, list := range members(raw) {
			names := []string{}
			if string(list) != "null" {
				var ok bool
				if names, ok = decodeList(list); !ok {
					return false
				}
			}
			v[from] = names
		}
		*to = v
	}
	return true
}

func decodeList(raw json.RawMessage) ([]string, bool) {
	if raw[0] != '[' {
		return nil, false
	}
	out := []string{}
	for item := range elements(raw) {
		s, ok := decodeString(item)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// wrongType is the warning for a value of the wrong type.
func wrongType(path, key string) string {
	return fmt.Sprintf("%s: the value of %q has an unexpected type; it is kept but not used", path, key)
}
