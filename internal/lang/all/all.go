// Package all lists the languages: the one place to add a line for a new one.
package all

import (
	"sort"

	"sextant/internal/lang"
	"sextant/internal/lang/bash"
	"sextant/internal/lang/clang"
	"sextant/internal/lang/csharp"
	"sextant/internal/lang/css"
	"sextant/internal/lang/dockerfile"
	"sextant/internal/lang/golang"
	"sextant/internal/lang/graphql"
	"sextant/internal/lang/hcl"
	"sextant/internal/lang/html"
	"sextant/internal/lang/java"
	"sextant/internal/lang/json"
	"sextant/internal/lang/kotlin"
	"sextant/internal/lang/lua"
	"sextant/internal/lang/makefile"
	"sextant/internal/lang/markdown"
	"sextant/internal/lang/php"
	"sextant/internal/lang/protobuf"
	"sextant/internal/lang/python"
	"sextant/internal/lang/ruby"
	"sextant/internal/lang/rust"
	"sextant/internal/lang/scala"
	"sextant/internal/lang/sql"
	"sextant/internal/lang/text"
	"sextant/internal/lang/toml"
	"sextant/internal/lang/typescript"
	"sextant/internal/lang/yaml"
	"sextant/internal/lang/zig"
)

// Definitions lists every language, sorted by id.
func Definitions() []*lang.Definition {
	out := []*lang.Definition{
		bash.Definition(),
		csharp.Definition(),
		dockerfile.Definition(),
		golang.Definition(),
		graphql.Definition(),
		hcl.Definition(),
		java.Definition(),
		json.Definition(),
		kotlin.Definition(),
		lua.Definition(),
		makefile.Definition(),
		markdown.Definition(),
		php.Definition(),
		python.Definition(),
		protobuf.Definition(),
		ruby.Definition(),
		rust.Definition(),
		scala.Definition(),
		sql.Definition(),
		text.Definition(),
		text.ReStructuredText(),
		text.AsciiDoc(),
		text.Org(),
		toml.Definition(),
		yaml.Definition(),
		zig.Definition(),
	}
	out = append(out, clang.Definitions()...)
	out = append(out, css.Definitions()...)
	scripts := typescript.Linking()
	for _, d := range html.Definitions() {
		if d.ID != "html" { // components hold the scripts that other scripts import
			d.Linking = scripts
		}
		out = append(out, d)
	}
	out = append(out, typescript.Definitions()...)
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	// Code embedded in another language's file is known by the name users give
	// a language. A clash of names is reported where the registry is made.
	if r, err := lang.NewRegistry(out); err == nil {
		for _, d := range out {
			d.Peer = r.Lookup
		}
	}
	return out
}
