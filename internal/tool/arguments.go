package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"sextant/internal/code"
)

// aliases are other spellings of parameters: those of project-intel-tool,
// repo-memory and project_search, and of the file tools that clients bring along.
var aliases = map[string][]string{
	"max":           {"limit", "max_results", "head_limit"},
	"limit":         {"max", "max_results"},
	"scope":         {"path_prefix", "directory", "dir", "path"},
	"path_prefix":   {"scope", "directory"},
	"directory":     {"scope", "path_prefix", "dir", "path"},
	"project_root":  {"path", "directory", "dir", "root"},
	"path":          {"file", "file_path", "filename", "paths", "files", "directory", "dir"},
	"pattern":       {"query", "name", "glob"},
	"language":      {"lang", "languages"},
	"rule":          {"rules", "inline_rules"},
	"query":         {"pattern", "regex", "regexp", "search", "text"},
	"queries":       {"patterns", "searches"},
	"path_glob":     {"glob", "include", "globs"},
	"extensions":    {"extension", "ext", "type", "types", "language", "file_types"},
	"whole_word":    {"word", "words"},
	"fixed":         {"literal", "fixed_strings", "fixed_string"},
	"ref":           {"base", "commit", "since"},
	"keywords":      {"query", "question"},
	"symbol":        {"name"},
	"start_line":    {"offset", "start", "line"},
	"end_line":      {"end"},
	"context_lines": {"context", "lines", "c"},
}

// harnessKeys are added to arguments by clients, or ask for what is given
// anyway; they are no typing errors.
var harnessKeys = map[string]bool{"waitforprevious": true, "n": true, "linenumber": true}

// ignoreCase are grep's ways to say case=insensitive.
var ignoreCase = map[string]bool{"i": true, "ignorecase": true, "caseinsensitive": true}

// fold makes path_prefix, pathPrefix and path-prefix one word.
func fold(key string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(key))
}

// normalise renames differently spelt keys and aliases to the tool's own and
// returns the keys that mean nothing to it.
func (t *Tool) normalise(args []byte) (out []byte, unknown []string) {
	var m map[string]json.RawMessage
	if json.Unmarshal(args, &m) != nil || m == nil {
		return args, nil // decode says what is wrong with it
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	renamed := make(map[string]json.RawMessage, len(m))
	for _, k := range keys {
		if name, own := t.fields[fold(k)]; own {
			if _, taken := renamed[name]; !taken || name == k {
				renamed[name] = m[k]
			}
		}
	}
	for _, k := range keys {
		if _, own := t.fields[fold(k)]; own || harnessKeys[fold(k)] {
			continue
		}
		if _, given := renamed["case"]; ignoreCase[fold(k)] && t.fields["case"] != "" && !given {
			if string(m[k]) == "true" {
				renamed["case"] = json.RawMessage(`"insensitive"`)
			}
			continue
		}
		name := t.byAlias(k)
		if _, taken := renamed[name]; name == "" || taken {
			unknown = append(unknown, k)
			continue
		}
		renamed[name] = m[k]
	}
	out, err := json.Marshal(renamed)
	if err != nil {
		return args, unknown
	}
	return out, unknown
}

// byAlias is the parameter for which a key is another spelling, or "".
func (t *Tool) byAlias(key string) string {
	for _, p := range t.Parameters() {
		for _, a := range aliases[p] {
			if fold(a) == fold(key) {
				return p
			}
		}
	}
	return ""
}

// ignoredNote is the line that says which keys were not understood.
func (t *Tool) ignoredNote(unknown []string) string {
	if len(unknown) == 0 {
		return ""
	}
	known := "it takes no parameters"
	if p := t.Parameters(); len(p) > 0 {
		known = "parameters: " + strings.Join(p, ", ")
	}
	return fmt.Sprintf("(ignored: %s; %s)\n", clip(code.OneLine(some(unknown, 8)), snippetChars), known)
}

// decode reads arguments into a struct. What is meant counts: "25" and 25.0
// are numbers, a single string is a list of one, and null, 0 and "" stand for
// a parameter that is not given, as models fill in what they do not need.
// Errors name the parameter, the value and what is allowed.
func decode(args []byte, in any, rules map[string]rule) error {
	args = bytes.TrimSpace(args)
	if len(args) == 0 {
		args = []byte("null")
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(args, &m); err != nil {
		if json.Valid(args) {
			return inputErrorf("arguments must be a JSON object, not %s", valueName(args))
		}
		return inputErrorf("arguments are not valid JSON: %v", err)
	}
	return decodeFields(m, reflect.ValueOf(in).Elem(), rules)
}

func decodeFields(m map[string]json.RawMessage, v reflect.Value, rules map[string]rule) error {
	for i := range v.NumField() {
		name := jsonName(v.Type().Field(i))
		f := v.Field(i)
		if v.Type().Field(i).Anonymous {
			if err := decodeFields(m, f, rules); err != nil {
				return err
			}
			continue
		}
		if raw := m[name]; raw != nil && string(raw) != "null" {
			if !assign(f, raw) {
				return inputErrorf("%s must be %s, not %s", name, typeName(f.Type()), valueName(raw))
			}
		}
		if err := rules[name].apply(name, f); err != nil {
			return err
		}
	}
	return nil
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// apply fills in the default and checks the bounds.
func (r rule) apply(name string, f reflect.Value) error {
	if f.IsZero() {
		if r.def != nil {
			f.Set(reflect.ValueOf(r.def).Convert(f.Type()))
		}
		return nil
	}
	switch f.Kind() {
	case reflect.Int:
		x := float64(f.Int())
		if r.min != nil && x < *r.min || r.max != nil && x > *r.max {
			return inputErrorf("%s must be between %.0f and %.0f, not %d", name, *r.min, *r.max, f.Int())
		}
	case reflect.String:
		if len(r.enum) == 0 {
			return nil
		}
		for _, e := range r.enum {
			if strings.EqualFold(e.(string), strings.TrimSpace(f.String())) {
				f.SetString(e.(string))
				return nil
			}
		}
		return inputErrorf("%s must be one of %s, not %q", name, list(r.enum), clip(f.String(), snippetChars))
	}
	return nil
}

// assign stores a JSON value and reports whether it fits the field.
func assign(f reflect.Value, raw json.RawMessage) bool {
	switch f.Kind() {
	case reflect.Int:
		text := string(raw)
		if json.Unmarshal(raw, &text) == nil && strings.TrimSpace(text) == "" {
			return true // an empty string, for "none"
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || x != math.Trunc(x) || math.Abs(x) > 1e15 {
			return false
		}
		f.SetInt(int64(x))
	case reflect.Pointer:
		f.Set(reflect.New(f.Type().Elem()))
		return assign(f.Elem(), raw)
	case reflect.Bool:
		text := string(raw)
		_ = json.Unmarshal(raw, &text)
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "true":
			f.SetBool(true)
		case "false", "":
		default:
			return false
		}
	case reflect.String:
		if f.Type() == reflect.TypeFor[jsonText]() && len(raw) > 0 && raw[0] == '{' {
			f.SetString(string(raw))
			return true
		}
		if items, ok := stringList(raw); ok {
			f.SetString(strings.Join(items, ","))
			return true
		}
		text, ok := scalar(raw)
		f.SetString(text)
		return ok
	case reflect.Slice:
		if f.Type().Elem().Kind() != reflect.String {
			return json.Unmarshal(raw, f.Addr().Interface()) == nil
		}
		items, ok := stringList(raw)
		if !ok {
			var text string
			if text, ok = scalar(raw); !ok {
				return false
			}
			if items, ok = stringList([]byte(text)); !ok {
				for _, part := range strings.Split(text, ",") {
					if part = strings.TrimSpace(part); part != "" {
						items = append(items, part)
					}
				}
			}
		}
		f.Set(reflect.ValueOf(items))
	default:
		return false
	}
	return true
}

// scalar is a string or a number as text.
func scalar(raw json.RawMessage) (string, bool) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, true
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String(), true
	}
	return "", false
}

func stringList(raw []byte) ([]string, bool) {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || items == nil {
		return nil, false
	}
	out := make([]string, 0, len(items))
	for _, item := range items {
		s, ok := scalar(item)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Pointer:
		return typeName(t.Elem())
	}
	if t.Elem().Kind() == reflect.Struct {
		return "a list of objects"
	}
	return "a list of strings"
}

// valueName names a JSON value in an error.
func valueName(raw []byte) string {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return "nothing"
	case raw[0] == '{':
		return "an object"
	}
	return clip(string(raw), 60)
}

func list(values []any) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return strings.Join(out, ", ")
}
