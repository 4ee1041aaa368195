package php

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// programs lists what composer.json files install as commands, and the
// scripts by which frameworks are started.
func programs(p lang.Project) []string {
	var out []string
	add := func(file string) {
		if p.File(file) {
			out = append(out, file)
		}
	}
	for _, file := range p.Named("composer.json") {
		dir := strings.TrimSuffix(strings.TrimSuffix(file, "composer.json"), "/")
		if strings.Contains("/"+file, "/vendor/") {
			continue
		}
		for _, name := range []string{"artisan", "bin/console", "public/index.php", "index.php", "web/index.php"} {
			add(path.Join(dir, name))
		}
		src, _ := p.Read(file)
		var manifest struct {
			Bin any `json:"bin"`
		}
		if json.Unmarshal(src, &manifest) != nil {
			continue
		}
		switch bin := manifest.Bin.(type) {
		case string:
			add(path.Join(dir, bin))
		case []any:
			for _, b := range bin {
				if s, ok := b.(string); ok {
					add(path.Join(dir, s))
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
