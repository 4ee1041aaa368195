// Package tool holds every tool once: its name, its words, its typed input
// and its handler. The MCP server, the command line and docs/tools.md all
// follow from these rows. In go a request as JSON and an index; out comes a
// Reply. How replies look is decided in reply.go; freshness in run.go.
//
// The main type is Tool.
package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Group is a set of tools that are switched on and off together.
type Group string

// The groups of docs/tools.md.
const (
	Knowledge  Group = "knowledge"
	Navigation Group = "navigation"
	Summaries  Group = "summaries"
	Files      Group = "files"
	Search     Group = "search"
	Code       Group = "code"
	Git        Group = "git"
	Tasks      Group = "tasks"
	Telemetry  Group = "telemetry"
)

// Tool is one tool.
type Tool struct {
	Name  string
	Title string
	// Description says what it gives and when to reach for it.
	Description string
	Group       Group
	// ReadOnly tools change nothing, not even in the cache's state as a caller sees it.
	ReadOnly bool
	// Schema is the JSON schema of the arguments.
	Schema *jsonschema.Schema

	fields map[string]bool
	handle func(ctx context.Context, c *Call, args []byte) (*Reply, error)
}

// InputError is a fault of the caller: what was wrong and what would work.
type InputError struct{ Text string }

func (e *InputError) Error() string { return e.Text }

func inputErrorf(format string, args ...any) error {
	return &InputError{fmt.Sprintf(format, args...)}
}

// rule narrows one parameter beyond its Go type.
type rule struct {
	min, max *float64
	enum     []any
	def      any
}

func between(min, max float64) rule { return rule{min: &min, max: &max} }

func (r rule) or(def any) rule { r.def = def; return r }

func oneOf(def string, values ...string) rule {
	r := rule{def: def}
	for _, v := range values {
		r.enum = append(r.enum, v)
	}
	return r
}

// define makes a tool from a typed handler. Parameters are the fields of In:
// `json` gives the name (",omitempty" makes it optional), `jsonschema` the words.
func define[In any](t Tool, rules map[string]rule, handle func(ctx context.Context, c *Call, in In) (*Reply, error)) Tool {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", t.Name, err)) // a fault of the row, found by every test
	}
	t.fields = make(map[string]bool)
	for name, s := range schema.Properties {
		t.fields[name] = true
		r := rules[name]
		s.Minimum, s.Maximum, s.Enum = r.min, r.max, r.enum
		if r.def != nil {
			s.Default, _ = json.Marshal(r.def)
		}
	}
	for name := range rules {
		if !t.fields[name] {
			panic(fmt.Sprintf("tool %s: a rule for %q, which is no parameter", t.Name, name))
		}
	}
	portable(schema)
	t.Schema = schema
	checks := rules
	t.handle = func(ctx context.Context, c *Call, args []byte) (*Reply, error) {
		var in In
		if err := decode(args, &in, checks); err != nil {
			return nil, err
		}
		return handle(ctx, c, in)
	}
	return t
}

// portable removes what some clients refuse: null types, and closed objects,
// which reject the keys that one client adds to every call.
func portable(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	s.AdditionalProperties = nil
	portable(s.Items)
	for _, p := range s.Properties {
		portable(p)
	}
}

// decode reads arguments strictly by type and bounds; errors name the
// parameter, the value and what is allowed.
func decode(args []byte, in any, rules map[string]rule) error {
	if len(bytes.TrimSpace(args)) == 0 || string(bytes.TrimSpace(args)) == "null" {
		args = []byte("{}")
	}
	if err := json.Unmarshal(args, in); err != nil {
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			if te.Field == "" {
				return inputErrorf("arguments must be a JSON object, not %s", te.Value)
			}
			return inputErrorf("%s must be %s, not %s", te.Field, typeName(te.Type), te.Value)
		}
		return inputErrorf("arguments are not valid JSON: %v", err)
	}
	v := reflect.ValueOf(in).Elem()
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		r, f := rules[name], v.Field(i)
		if f.IsZero() {
			if r.def != nil {
				f.Set(reflect.ValueOf(r.def).Convert(f.Type()))
			}
			continue
		}
		switch f.Kind() {
		case reflect.Int:
			if x := float64(f.Int()); r.min != nil && x < *r.min || r.max != nil && x > *r.max {
				return inputErrorf("%s must be between %.0f and %.0f, not %d", name, *r.min, *r.max, f.Int())
			}
		case reflect.String:
			if len(r.enum) > 0 && !contains(r.enum, f.String()) {
				return inputErrorf("%s must be one of %s, not %q", name, list(r.enum), f.String())
			}
		}
	}
	return nil
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}

func contains(values []any, s string) bool {
	for _, v := range values {
		if v == s {
			return true
		}
	}
	return false
}

func list(values []any) string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprint(v))
	}
	return strings.Join(out, ", ")
}

// aliases are the references' other spellings of parameters.
var aliases = map[string][]string{
	"max": {"limit", "max_results"}, "limit": {"max", "max_results"}, "scope": {"path_prefix", "directory"},
	"path_prefix": {"scope", "directory"}, "directory": {"scope", "path_prefix", "dir"}, "path": {"file", "file_path"},
	"pattern": {"query"}, "keywords": {"query"},
}

// harnessKeys are added to arguments by clients; they are no typing errors.
var harnessKeys = map[string]bool{"wait_for_previous": true}

// normalise renames camelCase and alias keys to the tool's own and returns
// the keys that mean nothing to it.
func (t *Tool) normalise(args []byte) (out []byte, unknown []string, err error) {
	var m map[string]json.RawMessage
	if len(bytes.TrimSpace(args)) == 0 || json.Unmarshal(args, &m) != nil || m == nil {
		return args, nil, nil // decode says what is wrong with it
	}
	renamed := make(map[string]json.RawMessage, len(m))
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		name := snake(k)
		switch {
		case t.fields[name]:
			if _, taken := renamed[name]; !taken || name == k {
				renamed[name] = m[k]
			}
		case t.byAlias(name) != "":
			if to := t.byAlias(name); renamed[to] == nil && m[to] == nil {
				renamed[to] = m[k]
			}
		case !harnessKeys[name]:
			unknown = append(unknown, k)
		}
	}
	out, err = json.Marshal(renamed)
	return out, unknown, err
}

func (t *Tool) byAlias(name string) string {
	fields := make([]string, 0, len(t.fields))
	for f := range t.fields {
		fields = append(fields, f)
	}
	sort.Strings(fields)
	for _, f := range fields {
		for _, a := range aliases[f] {
			if a == name {
				return f
			}
		}
	}
	return ""
}

// snake turns pathPrefix into path_prefix.
func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return strings.ReplaceAll(b.String(), "-", "_")
}

// Parameters lists the names of the tool's parameters, required ones first.
func (t *Tool) Parameters() []string {
	var out []string
	required := make(map[string]bool)
	for _, r := range t.Schema.Required {
		required[r] = true
		out = append(out, r)
	}
	var rest []string
	for p := range t.Schema.Properties {
		if !required[p] {
			rest = append(rest, p)
		}
	}
	sort.Strings(rest)
	return append(out, rest...)
}
