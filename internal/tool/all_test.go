package tool_test

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"sextant/internal/mcpserver"
	"sextant/internal/tokens"
	"sextant/internal/tool"
)

// A server's name and a tool's make one of at most 60 or 64 characters in some
// clients; 20 leaves room for the longest prefix that one of them puts before it.
var toolName = regexp.MustCompile(`^[a-z][a-z_]{0,19}$`)

func TestEveryTool(t *testing.T) {
	seen := map[string]bool{}
	for _, tl := range tool.All() {
		if !toolName.MatchString(tl.Name) || seen[tl.Name] {
			t.Errorf("%q is not a good name, or not a new one", tl.Name)
		}
		seen[tl.Name] = true
		if n := len(tl.Description); n == 0 || n >= 300 || !strings.HasSuffix(tl.Description, ".") {
			t.Errorf("%s: a description of %d bytes", tl.Name, n)
		}
		if tl.Title == "" || tl.Group == "" {
			t.Errorf("%s: no title or group", tl.Name)
		}
		s := tl.Listed
		if s.Type != "object" || s.AnyOf != nil || s.OneOf != nil || s.AllOf != nil || s.Not != nil || s.AdditionalProperties != nil {
			t.Errorf("%s: the top of the schema is no plain, open object", tl.Name)
		}
		for name, p := range s.Properties {
			if tl.Schema.Properties[name].Description == "" {
				t.Errorf("%s.%s has no description", tl.Name, name)
			}
			checkParameter(t, tl.Name+"."+name, p)
		}
	}
	if tool.ByName("nothing") != nil || tool.ByName("query") == nil {
		t.Error("ByName")
	}
	if !slices.IsSortedFunc(tool.All(), func(a, b *tool.Tool) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("tools are not sorted")
	}
}

func checkParameter(t *testing.T, name string, p *jsonschema.Schema) {
	t.Helper()
	switch {
	case len(p.Types) > 0 || !slices.Contains([]string{"string", "integer", "boolean", "array"}, p.Type):
		t.Errorf("%s: type %q %q", name, p.Type, p.Types)
	case p.Type == "array" && (p.Items == nil || p.Items.Type != "string" && p.Items.Type != "object"):
		t.Errorf("%s: a list of something else than strings or objects", name)
	case len(p.Description) > 120:
		t.Errorf("%s: description of %d bytes", name, len(p.Description))
	}
	if len(p.Enum) > 0 && p.Default != nil {
		var def any
		if err := json.Unmarshal(p.Default, &def); err != nil || !slices.Contains(p.Enum, def) {
			t.Errorf("%s: default %s is none of %v", name, p.Default, p.Enum)
		}
	}
}

// What clients are shown is reviewed as a diff.
func TestListing(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(mcpserver.Listing(tool.All())); err != nil {
		t.Fatal(err)
	}
	const name = "testdata/listing.json"
	if *update {
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("the listing is not %s; run the test with -update and look at the difference", name)
	}
}

func TestListingCost(t *testing.T) {
	for _, c := range []struct {
		selection string
		most      int
	}{{"lean", 900}, {"standard", 3500}, {"full", 5000}} {
		on, _ := tool.Select(c.selection)
		b, err := json.Marshal(mcpserver.Listing(on))
		if err != nil {
			t.Fatal(err)
		}
		if got := tokens.OfListing(len(b) + len(mcpserver.Instructions(on))); got > c.most || len(on) == 0 {
			t.Errorf("%s: %d tools cost about %d tokens, at most %d are allowed", c.selection, len(on), got, c.most)
		} else {
			t.Logf("%s: %d tools, about %d tokens", c.selection, len(on), got)
		}
	}
}

func TestSelect(t *testing.T) {
	names := func(selection string) string {
		on, _ := tool.Select(selection)
		var out []string
		for _, tl := range on {
			out = append(out, tl.Name)
		}
		return strings.Join(out, " ")
	}
	full := names("full")
	for _, c := range []struct{ selection, want string }{
		{"", names("standard")},
		{"lean", "find_usages get_file_summary get_impact get_project_map get_symbol grep_code query read_file"},
		{"query", "query"},
		{"query,find_files", "find_files query"},
		{"find_files query query", "find_files query"},
		{"files", "directory_tree find_files get_file_outline read_file"},
		{"files,-read_file", "directory_tree find_files get_file_outline"},
		{"-files,-search,-git", "batch_file_summaries find_class find_definition find_extends find_implementations find_method find_route find_source find_tests find_usages force_reread get_changed_files get_dependency_graph get_file_summary get_impact get_index_status get_project_map get_related_files get_symbol invalidate query search_by_purpose what_calls who_calls"},
		{"lean,-query,find_files", "find_files find_usages get_file_summary get_impact get_project_map get_symbol grep_code read_file"},
		{"full,-full", ""},
		{"telemetry", "get_token_report"},
		{"-full,query", "query"},
		{"full,tasks,-nothing", full},
	} {
		if got := names(c.selection); got != c.want {
			t.Errorf("%q selects %q, want %q", c.selection, got, c.want)
		}
	}
	if _, warnings := tool.Select("query,tasks,telemetry,grpe,-nothing"); len(warnings) != 2 ||
		!strings.Contains(warnings[0], "grpe") || !strings.Contains(warnings[1], "nothing") {
		t.Errorf("warnings: %q", warnings)
	}
}
