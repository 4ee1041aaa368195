// Package docgen writes the pages of docs/ that follow from tables in the
// source: tools, languages, settings. In go those tables, out comes Markdown.
// The pages are committed; a test of this package fails when one is stale and
// rewrites them with -update (make docs).
package docgen

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"sextant/internal/config"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/tool"
)

const notice = "<!-- Generated from %s: change that, then run `make docs`. -->\n\n"

// cell makes text fit into a table cell.
func cell(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "|", `\|`) }

// code lists words as code, separated by commas.
func code(words ...string) string {
	var out []string
	for _, w := range words {
		out = append(out, "`"+cell(w)+"`")
	}
	return strings.Join(out, ", ")
}

// ToolTable is the short list of the tools, for README.md.
func ToolTable() string {
	var b strings.Builder
	b.WriteString("| tool | what it answers |\n|---|---|\n")
	for _, t := range tool.All() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.Name, cell(t.Description))
	}
	return b.String()
}

// Tools is docs/tools.md.
func Tools() string {
	var b strings.Builder
	b.WriteString("# Tools\n\n")
	fmt.Fprintf(&b, notice, "the rows of package tool")
	b.WriteString("Each tool is offered over MCP and can be called from a shell: `sextant call NAME '{\"parameter\": value}'`;\n" +
		"`sextant --help` lists the shorter commands. The setting `tools` (see [settings](settings.md)) switches tools and groups on and off.\n" +
		"Parameters in camelCase are accepted too. Every reply is bounded and says what it left out.\n")
	on, _ := tool.Select("standard")
	standard := make(map[string]bool)
	for _, t := range on {
		standard[t.Name] = true
	}
	for _, t := range tool.All() {
		effect := "reads only"
		if !t.ReadOnly {
			effect = "changes stored data"
		}
		offered := "on by default"
		if !standard[t.Name] {
			offered = "off by default"
		}
		fmt.Fprintf(&b, "\n## `%s`\n\n%s\n\nGroup `%s`, %s, %s.\n", t.Name, t.Description, t.Group, effect, offered)
		parameters(&b, t)
	}
	return b.String()
}

func parameters(b *strings.Builder, t *tool.Tool) {
	names := t.Parameters()
	if len(names) == 0 {
		b.WriteString("\nNo parameters.\n")
		return
	}
	b.WriteString("\n| parameter | type | default | allowed | meaning |\n|---|---|---|---|---|\n")
	required := make(map[string]bool)
	for _, r := range t.Schema.Required {
		required[r] = true
	}
	for _, name := range names {
		p := t.Schema.Properties[name]
		kind, def, allowed := p.Type, "", ""
		if p.Items != nil {
			kind += " of " + p.Items.Type
		}
		var s string
		switch {
		case required[name]:
			def = "required"
		case json.Unmarshal(p.Default, &s) == nil:
			if s != "" {
				def = code(s)
			}
		case len(p.Default) > 0:
			def = code(string(p.Default))
		}
		switch {
		case len(p.Enum) > 0:
			var values []string
			for _, v := range p.Enum {
				values = append(values, fmt.Sprint(v))
			}
			allowed = code(values...)
		case p.Minimum != nil && p.Maximum != nil:
			allowed = fmt.Sprintf("%.0f to %.0f", *p.Minimum, *p.Maximum)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", name, kind, def, allowed, cell(p.Description))
	}
}

// Languages is docs/languages.md.
func Languages() string {
	var b strings.Builder
	b.WriteString("# Languages\n\n")
	fmt.Fprintf(&b, notice, "the definitions in internal/lang")
	b.WriteString("Every text file is listed, its words are searched and its lines can be read. For the languages below it is parsed as well.\n" +
		"An extension or file name decides; a script without one is known by the interpreter on its first line, and a header called\n" +
		"`.h` is C++ where its text says so.\n\n" +
		"Code inside other files is read as what it is, with its places in the file that holds it: scripts and styles in HTML, Vue and\n" +
		"Svelte, PHP in HTML, here documents, fenced blocks in Markdown (of which only the uses count).\n")
	full := func(d *lang.Definition) bool { return !d.StructureOnly }
	table(&b, "Definitions, imports and references", full)
	table(&b, "Structure: what an outline shows, and the files they lead to", func(d *lang.Definition) bool { return !full(d) })
	return b.String()
}

// starred writes prefixes as patterns.
func starred(prefixes []string) []string {
	out := make([]string, len(prefixes))
	for i, p := range prefixes {
		out[i] = p + "*"
	}
	return out
}

func table(b *strings.Builder, title string, wanted func(*lang.Definition) bool) {
	fmt.Fprintf(b, "\n## %s\n\n| language | files | read by | imports lead to files | kinds of definitions |\n|---|---|---|---|---|\n", title)
	for _, d := range all.Definitions() {
		if !wanted(d) {
			continue
		}
		files := slices.Concat(d.Extensions, d.FileNames, starred(d.Prefixes))
		reader := "a scanner of its own"
		switch {
		case d.ReadBy != "":
			reader = d.ReadBy
		case d.Grammar != nil:
			reader = "tree-sitter"
		}
		leads := "no"
		if d.Resolve != nil {
			leads = "yes"
		}
		var kinds []string
		for _, k := range d.Kinds {
			kinds = append(kinds, k.String())
		}
		sort.Strings(kinds)
		fmt.Fprintf(b, "| %s (`%s`) | %s | %s | %s | %s |\n", d.Name, d.ID, code(files...), reader, leads, strings.Join(kinds, ", "))
	}
}

// Later are the settings that are read and checked but that nothing obeys
// yet: they are there so that configurations of the tools that Sextant
// replaces are understood.
var Later = []string{"max_batch_tokens", "chars_per_token",
	"mcp_sampling", "mcp_logging", "mcp_progress"}

// Settings is docs/settings.md.
func Settings() string {
	later := make(map[string]bool)
	for _, name := range Later {
		later[name] = true
	}
	var b strings.Builder
	b.WriteString("# Settings\n\n")
	fmt.Fprintf(&b, notice, "the table in internal/config")
	fmt.Fprintf(&b, "A flag wins over an environment variable, that over the project's file `%s` (or `%s` when there is none),\n"+
		"that over the user's file `sextant/config.json` in the user's configuration directory, that over the default.\n"+
		"Of several variables the first that is set counts. A value that is not allowed is skipped with a warning, which `sextant doctor` shows.\n\n"+
		"Settings marked * are understood but do nothing yet.\n\n", config.ProjectFile, config.RepoMemoryFile)
	b.WriteString("| setting | key in a file | environment | flag | default | allowed | meaning |\n|---|---|---|---|---|---|---|\n")
	for _, s := range config.Settings() {
		name := "`" + s.Name + "`"
		if later[s.Name] {
			name += " *"
		}
		key, def := "none", "none"
		if s.Key != "" {
			key = code(s.Key)
		}
		if s.UserOnly {
			key += " (user's file only)"
		}
		if s.Default != "" {
			def = code(s.Default)
		}
		var flags []string
		for _, f := range s.Flags {
			flags = append(flags, "--"+f)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", name, key, code(s.Env...), code(flags...), def, cell(s.Allowed()), cell(s.Doc))
	}
	return b.String()
}
