package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"

	"sextant/internal/docgen"
)

// accuracy joins the results of an evaluation of answers about symbols, given as
// files, into bench/accuracy.json, from which docs/accuracy.md is made. A result
// names its repositories under "index_s" ("go/restic") and gives a table for each
// tool and mode.
func (b *bench) accuracy() error {
	const name = "bench/accuracy.json"
	var rows []docgen.Accuracy
	for _, file := range strings.Split(b.results, ",") {
		raw, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var r struct {
			Index  map[string]float64                    `json:"index_s"`
			Tables map[string]map[string]json.RawMessage `json:"tables"`
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			return fmt.Errorf("reading %s: %w", file, err)
		}
		if len(r.Index) != 1 {
			return fmt.Errorf("%s holds %d repositories: score one at a time", file, len(r.Index))
		}
		for of := range r.Index {
			language, repository, _ := strings.Cut(of, "/")
			for table, by := range r.Tables {
				toolName, mode, _ := strings.Cut(table, "/")
				var strata map[string]struct {
					N                 int
					P, R, F1, MicroF1 float64
					Hit1              *float64 `json:"hit1"`
				}
				if toolName == "cost" || by[language] == nil || json.Unmarshal(by[language], &strata) != nil {
					continue
				}
				all := strata["all"]
				row := docgen.Accuracy{Language: language, Repository: repository, Tool: toolName, Mode: mode, Questions: all.N,
					Precision: hundredths(all.P), Recall: hundredths(all.R), F1: hundredths(all.F1), MicroF1: hundredths(all.MicroF1)}
				if all.Hit1 != nil {
					row.Hit = hundredths(*all.Hit1)
				}
				rows = append(rows, row)
			}
		}
	}
	sort.Slice(rows, func(i, j int) bool {
		x, y := rows[i], rows[j]
		return x.Tool+"\x00"+x.Mode+"\x00"+x.Language+"\x00"+x.Repository < y.Tool+"\x00"+y.Mode+"\x00"+y.Language+"\x00"+y.Repository
	})
	out := []string{}
	for _, r := range rows {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		out = append(out, string(line))
	}
	fmt.Printf("%d rows in %s\n", len(rows), name)
	return os.WriteFile(name, []byte("[\n"+strings.Join(out, ",\n")+"\n]\n"), 0o644)
}

func hundredths(x float64) float64 { return math.Round(x*100) / 100 }
