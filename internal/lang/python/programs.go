package python

import (
	"slices"
	"strings"

	"sextant/internal/lang"
)

// scriptTables are the tables of pyproject.toml whose values are "module:function".
var scriptTables = map[string]bool{"project.scripts": true, "project.gui-scripts": true, "tool.poetry.scripts": true,
	"tool.pdm.scripts": true, "tool.flit.scripts": true}

// programs lists the modules behind the commands that a project installs:
// the script tables of pyproject.toml, console_scripts of setup.cfg and setup.py.
func programs(p lang.Project) []string {
	var out []string
	add := func(manifest, module string) {
		module = strings.TrimSpace(module)
		if module == "" || strings.ContainsAny(module, " /\\<>{}") {
			return
		}
		out = append(out, absolute(p, manifest, strings.Split(module, "."), nil)...)
	}
	for _, file := range p.Named("pyproject.toml") {
		src, _ := p.Read(file)
		table := ""
		for line := range strings.Lines(string(src)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") {
				table = strings.Trim(line, "[] ")
				continue
			}
			if _, value, ok := strings.Cut(line, "="); ok && scriptTables[table] {
				add(file, scriptModule(value))
			}
		}
	}
	for _, name := range []string{"setup.cfg", "setup.py"} {
		for _, file := range p.Named(name) {
			src, _ := p.Read(file)
			_, after, found := strings.Cut(string(src), "console_scripts")
			if !found {
				continue
			}
			for line := range strings.Lines(after) {
				if _, value, ok := strings.Cut(line, "="); ok {
					add(file, scriptModule(value))
				} else if t := strings.TrimSpace(line); strings.HasPrefix(t, "[") && name == "setup.cfg" || t == "}," || t == "}" {
					break // the next section
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// scriptModule is the module of "module:function", quoted or not; "" for
// anything else.
func scriptModule(value string) string {
	value = strings.Trim(strings.TrimSpace(value), `"',[] `)
	module, function, ok := strings.Cut(value, ":")
	if !ok || function == "" || strings.ContainsAny(module, `"'`) {
		return ""
	}
	return module
}
