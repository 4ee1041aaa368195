package docgen

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"sextant/internal/lang/all"
)

// Accuracy is one measurement of answers about symbols against those of a
// language's compiler or language server, in bench/accuracy.json.
type Accuracy struct {
	Language   string  `json:"language"`
	Repository string  `json:"repository"`
	Tool       string  `json:"tool"`
	Mode       string  `json:"mode"` // name: given only the name; exact: the qualified name and where it is defined; pos: a use
	Questions  int     `json:"questions"`
	Precision  float64 `json:"precision"` // means over questions
	Recall     float64 `json:"recall"`
	F1         float64 `json:"f1"`
	MicroF1    float64 `json:"micro_f1"` // over all lines
	Hit        float64 `json:"hit,omitempty"`
}

// ReadAccuracy reads bench/accuracy.json.
func ReadAccuracy(b []byte) (rows []Accuracy, err error) {
	err = json.Unmarshal(b, &rows)
	return rows, err
}

// oracles says whose answers are taken for the truth.
var oracles = map[string]string{"go": "go/types", "ts": "the TypeScript language service", "python": "pyright", "php": "intelephense", "c": "clangd", "java": "javac"}

// AccuracyPage is docs/accuracy.md.
func AccuracyPage(rows []Accuracy) string {
	var b strings.Builder
	b.WriteString("# Accuracy of code intelligence\n\n")
	fmt.Fprintf(&b, notice, "bench/accuracy.json and the linking of the languages")
	b.WriteString("A use of a name is resolved when it is asked for: by scopes and imports, and for a member by the type of what stands before\n" +
		"it. Each answer carries its evidence: `exact` (nothing else is possible), `likely` (nothing else of the checkout fits as well)\n" +
		"or `name` (it has the name; counted, listed on request).\n\n## What is resolved\n\n| language | resolved | beyond it |\n|---|---|---|\n")
	type row struct{ resolves, beyond string }
	names := make(map[row][]string)
	var order []row
	for _, d := range all.Definitions() {
		if d.Linking == nil || d.Linking.Resolves == "" {
			continue
		}
		r := row{d.Linking.Resolves, d.Linking.Beyond}
		if names[r] == nil {
			order = append(order, r)
		}
		names[r] = append(names[r], d.Name)
	}
	for _, r := range order {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.Join(names[r], ", "), cell(r.resolves), cell(r.beyond))
	}
	b.WriteString("\nIn every other language with facts, bare names are resolved within their file and by imports, members by their name where it\n" +
		"is the only one of the checkout.\n\n## Measured\n\nAnswers of the first page against " + oracleList() + ". `name` asks with the bare name and expects every\n" +
		"symbol of that name, `exact` for one symbol by its qualified name and place, `pos` by a line that uses it. P, R and F1 are means over the\n" +
		"questions, F1 (lines) is over all lines together; a page holds 10,000 characters, which cuts the answers about names with thousands of uses.\n")
	byTool := make(map[string][]Accuracy)
	var tools []string
	for _, r := range rows {
		if byTool[r.Tool] == nil {
			tools = append(tools, r.Tool)
		}
		byTool[r.Tool] = append(byTool[r.Tool], r)
	}
	for _, t := range tools {
		list := byTool[t]
		sort.SliceStable(list, func(i, j int) bool {
			if list[i].Mode != list[j].Mode {
				return list[i].Mode < list[j].Mode
			}
			return list[i].Language+list[i].Repository < list[j].Language+list[j].Repository
		})
		fmt.Fprintf(&b, "\n### `%s`\n\n", t)
		if t == "find_definition" {
			b.WriteString("| asked by | language | repository | questions | first answer right |\n|---|---|---|---|---|\n")
			for _, r := range list {
				fmt.Fprintf(&b, "| %s | %s | %s | %d | %.2f |\n", r.Mode, r.Language, r.Repository, r.Questions, r.Hit)
			}
			continue
		}
		b.WriteString("| asked by | language | repository | questions | P | R | F1 | F1 (lines) |\n|---|---|---|---|---|---|---|---|\n")
		for _, r := range list {
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %.2f | %.2f | %.2f | %.2f |\n", r.Mode, r.Language, r.Repository, r.Questions, r.Precision, r.Recall, r.F1, r.MicroF1)
		}
	}
	return b.String()
}

func oracleList() string {
	var names []string
	for _, o := range oracles {
		names = append(names, o)
	}
	sort.Strings(names)
	return strings.Join(names, ", ")
}
