// Package tool holds every tool once: its name, its words, its typed input
// and its handler. The MCP server, the command line and docs/tools.md all
// follow from these rows. In go a request as JSON and an index; out comes a
// Reply. How replies look is decided in reply.go; freshness in run.go.
//
// The main type is Tool.
package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"sort"

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
	// Adds tools have a further effect when they are called again.
	Adds bool
	// Schema is the JSON schema of the arguments.
	Schema *jsonschema.Schema
	// Listed is the schema as clients are shown it: without what costs tokens
	// in every session and says nothing that the names or an error do not.
	Listed *jsonschema.Schema

	fields map[string]string // parameters by folded name
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
	// unlisted parameters are taken and documented, but not shown to clients
	// in every session: another tool's description or a reply tells of them.
	unlisted bool
}

func between(min, max float64) rule { return rule{min: &min, max: &max} }

func (r rule) or(def any) rule { r.def = def; return r }

func oneOf(def string, values ...string) rule { return anyOf(values...).or(def) }

// anyOf is oneOf without a default.
func anyOf(values ...string) rule {
	var r rule
	for _, v := range values {
		r.enum = append(r.enum, v)
	}
	return r
}

func unlisted(r rule) rule { r.unlisted = true; return r }

// rulesOf joins rules of parameters that several tools share.
func rulesOf(shared ...map[string]rule) map[string]rule {
	out := make(map[string]rule)
	for _, rules := range shared {
		maps.Copy(out, rules)
	}
	return out
}

// define makes a tool from a typed handler. Parameters are the fields of In:
// `json` gives the name (",omitempty" makes it optional), `jsonschema` the words.
func define[In any](t Tool, rules map[string]rule, handle func(ctx context.Context, c *Call, in In) (*Reply, error)) Tool {
	schema, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", t.Name, err)) // a fault of the row, found by every test
	}
	t.fields = make(map[string]string)
	for name, s := range schema.Properties {
		t.fields[fold(name)] = name
		r := rules[name]
		s.Minimum, s.Maximum, s.Enum = r.min, r.max, r.enum
		if r.def != nil {
			s.Default, _ = json.Marshal(r.def)
		}
	}
	for name := range rules {
		if schema.Properties[name] == nil {
			panic(fmt.Sprintf("tool %s: a rule for %q, which is no parameter", t.Name, name))
		}
	}
	portable(schema)
	t.Schema, t.Listed = schema, listed(schema, rules)
	t.handle = func(ctx context.Context, c *Call, args []byte) (*Reply, error) {
		var in In
		if err := decode(args, &in, rules); err != nil {
			return nil, err
		}
		return handle(ctx, c, in)
	}
	return t
}

// plain are parameters that every tool that has them means the same: the
// instructions name them once for all.
var plain = map[string]bool{"max": true, "directory": true}

// bare are parameters whose names say all.
var bare = map[string]bool{"line": true, "extensions": true, "start_line": true, "end_line": true, "whole_word": true, "depth": true}

// paging parameters are named by the closing line of each reply that they help with.
var paging = map[string]bool{"offset": true, "max_tokens": true}

// listed copies a schema without what a model need not read in every session:
// bounds, which are said when they are passed, words of plain parameters, and
// parameters that are unlisted.
func listed(s *jsonschema.Schema, rules map[string]rule) *jsonschema.Schema {
	out := *s
	out.Properties = make(map[string]*jsonschema.Schema, len(s.Properties))
	for name, p := range s.Properties {
		if rules[name].unlisted || paging[name] || plain[name] {
			continue
		}
		c := *p
		c.Minimum, c.Maximum = nil, nil
		c.Default = nil // what is left out is what one would want
		if bare[name] {
			c.Description = ""
		}
		if c.Items != nil && c.Items.Type == "object" {
			c.Items = &jsonschema.Schema{Type: "object"}
		}
		out.Properties[name] = &c
	}
	return &out
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
