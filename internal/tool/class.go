package tool

import (
	"context"
	"strings"

	"sextant/internal/search"
)

type classIn struct {
	Name      string `json:"name" jsonschema:"bare or qualified"`
	Kind      string `json:"kind,omitempty" jsonschema:"class, interface, trait, enum, struct, type"`
	Fuzzy     bool   `json:"fuzzy,omitempty" jsonschema:"names like it too"`
	Directory string `json:"directory,omitempty" jsonschema:"only here"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

type methodIn struct {
	Name      string `json:"name" jsonschema:"bare or qualified"`
	ClassName string `json:"class_name,omitempty" jsonschema:"only of this class, inherited ones too"`
	Fuzzy     bool   `json:"fuzzy,omitempty" jsonschema:"names like it too"`
	Directory string `json:"directory,omitempty" jsonschema:"only here"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var namedRules = map[string]rule{"fuzzy": unlisted(rule{}), "max": between(1, 200).or(20), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}

var classTool = define(Tool{
	Name: "find_class", Title: "Find a class", Group: Code, ReadOnly: true,
	Description: "Where a class, interface, trait, enum, struct or type is declared.",
}, rulesOf(namedRules, map[string]rule{"kind": unlisted(rule{})}), findClass)

var methodTool = define(Tool{
	Name: "find_method", Title: "Find a method", Group: Code, ReadOnly: true,
	Description: "Where a method or function is declared.",
}, namedRules, findMethod)

func findClass(ctx context.Context, c *Call, in classIn) (*Reply, error) {
	q := search.DefinitionQuery{Name: in.Name, Kinds: search.TypeKinds(), Budget: c.Budget}
	if in.Kind != "" {
		kinds, err := parseKinds("kind", []string{in.Kind})
		if err != nil {
			return nil, err
		}
		q.Kinds = kinds
	}
	return c.named(ctx, q, in.Fuzzy, definitionIn{Name: in.Name, Kind: firstOf(in.Kind, "type"), Directory: in.Directory, Max: in.Max, Offset: in.Offset, MaxTokens: in.MaxTokens})
}

func findMethod(ctx context.Context, c *Call, in methodIn) (*Reply, error) {
	name := in.Name
	if of := strings.TrimSpace(in.ClassName); of != "" {
		name = of + "." + name
	}
	q := search.DefinitionQuery{Name: name, Kinds: search.CallableKinds(), Budget: c.Budget}
	return c.named(ctx, q, in.Fuzzy, definitionIn{Name: name, Kind: "method", Directory: in.Directory, Max: in.Max, Offset: in.Offset, MaxTokens: in.MaxTokens})
}

// named answers a question for definitions of some kinds by their name.
func (c *Call) named(ctx context.Context, q search.DefinitionQuery, fuzzy bool, in definitionIn) (*Reply, error) {
	if strings.TrimSpace(q.Name) == "" {
		return nil, inputErrorf("name must say what to find, e.g. Store.open")
	}
	var err error
	if q.Directory, err = c.within("directory", in.Directory); err != nil {
		return nil, err
	}
	found, err := search.FindDefinitions(ctx, c.View, q)
	if err == nil && fuzzy && len(found.Items) == 0 {
		found, err = search.FuzzyDefinitions(ctx, c.View, q)
	}
	if err != nil {
		return nil, err
	}
	return c.definitions(in, found)
}
