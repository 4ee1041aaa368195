package typescript

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// runners are the commands of a package.json's scripts that are given the
// file to run.
var runners = map[string]bool{"node": true, "nodemon": true, "ts-node": true, "ts-node-dev": true, "tsx": true, "bun": true, "deno": true}

// programs lists what the package.json files of a checkout say can be run or
// imported: bin, the package's main file, and the scripts start and dev.
func programs(p lang.Project) []string {
	var out []string
	add := func(file string) {
		if file != "" {
			out = append(out, file)
		}
	}
	for _, file := range p.Named("package.json") {
		dir := lang.Dir(file)
		if strings.Contains("/"+file, "/node_modules/") {
			continue
		}
		m := manifestIn(p, dir)
		if m == nil {
			continue
		}
		r := &resolver{p: p, dir: dir}
		switch bin := m.Bin.(type) {
		case string:
			add(r.built(dir, bin))
		case map[string]any:
			for _, target := range bin {
				if s, ok := target.(string); ok {
					add(r.built(dir, s))
				}
			}
		}
		if m.Main != nil || m.Module != nil || m.Exports != nil {
			add(r.entry(m))
		}
		for _, name := range []string{"start", "dev"} {
			add(r.started(m, name))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// started finds the file that a script of the manifest runs.
func (r *resolver) started(m *manifest, name string) string {
	scripts, _ := m.Scripts.(map[string]any)
	command, _ := scripts[name].(string)
	words := strings.Fields(command)
	for i, w := range words {
		if !runners[path.Base(w)] {
			continue
		}
		for _, arg := range words[i+1:] {
			switch {
			case strings.HasPrefix(arg, "-"), arg == "run", arg == "watch":
				continue
			case strings.ContainsAny(arg, "&|;"):
				return ""
			}
			return r.built(m.dir, arg)
		}
	}
	return ""
}
