package typescript

import (
	"encoding/json"
	"path"
	"strings"

	"sextant/internal/lang"
)

// config is what module resolution needs of a tsconfig.json.
type config struct {
	base     string // directory that bare paths start from
	hasBase  bool
	patterns []pathPattern // the longest prefix first is found by match
}

// pathPattern is one entry of "paths", its substitutions relative to the root
// of the checkout.
type pathPattern struct {
	prefix, suffix string
	star           bool
	targets        []string
}

// configFile is the part of the file that is read.
type configFile struct {
	Extends    json.RawMessage `json:"extends"`
	References []struct {
		Path string `json:"path"`
	} `json:"references"`
	CompilerOptions struct {
		BaseURL *string             `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
}

// configsFor returns the configurations that hold in dir: the nearest
// tsconfig.json or jsconfig.json at or above it, then what that references.
func configsFor(p lang.Project, dir string) []*config {
	found := p.Memo("typescript.configs:"+dir, func() any {
		for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
			if file := path.Join(dir, name); p.File(file) {
				return loadConfigs(p, file)
			}
		}
		if dir == "" {
			return []*config(nil)
		}
		return configsFor(p, dirOf(dir))
	})
	return found.([]*config)
}

// maxReferences bounds how many referenced projects are read for one configuration.
const maxReferences = 64

func loadConfigs(p lang.Project, file string) []*config {
	var out []*config
	raw, ok := readConfig(p, file)
	if !ok {
		return nil
	}
	if c := effective(p, file, 0); c.hasBase || len(c.patterns) > 0 {
		out = append(out, c)
	}
	for i, ref := range raw.References {
		if i == maxReferences {
			break
		}
		target, ok := join(dirOf(file), ref.Path)
		if !ok {
			continue
		}
		if !p.File(target) {
			target = path.Join(target, "tsconfig.json")
		}
		// A project in another directory has a configuration of its own files.
		if !p.File(target) || dirOf(target) != dirOf(file) {
			continue
		}
		if c := effective(p, target, 0); c.hasBase || len(c.patterns) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func readConfig(p lang.Project, file string) (configFile, bool) {
	var raw configFile
	src, ok := p.Read(file)
	if !ok {
		return raw, false
	}
	// A wrong type in one field leaves the others usable.
	var syntaxError *json.SyntaxError
	if err := json.Unmarshal(plainJSON(src), &raw); err != nil && isSyntax(err, &syntaxError) {
		return configFile{}, false
	}
	return raw, true
}

// maxExtends bounds a chain of extended configurations.
const maxExtends = 16

// effective merges a configuration with those it extends.
func effective(p lang.Project, file string, depth int) *config {
	c := &config{}
	raw, ok := readConfig(p, file)
	if !ok || depth > maxExtends {
		return c
	}
	for _, parent := range stringOrList(raw.Extends) {
		if target := extended(p, file, parent); target != "" {
			up := effective(p, target, depth+1)
			if up.hasBase {
				c.base, c.hasBase = up.base, true
			}
			if up.patterns != nil {
				c.patterns = up.patterns
			}
		}
	}
	dir := dirOf(file)
	if raw.CompilerOptions.BaseURL != nil {
		if base, ok := join(dir, inConfigDir(*raw.CompilerOptions.BaseURL)); ok {
			c.base, c.hasBase = base, true
		}
	}
	if raw.CompilerOptions.Paths != nil {
		from := dir
		if c.hasBase {
			from = c.base
		}
		c.patterns = patterns(from, raw.CompilerOptions.Paths)
	}
	return c
}

// inConfigDir drops the template that names the configuration's own directory.
func inConfigDir(s string) string {
	return strings.TrimPrefix(strings.TrimPrefix(s, "${configDir}"), "/")
}

// extended finds the file that "extends" names.
func extended(p lang.Project, file, parent string) string {
	dir := dirOf(file)
	target, ok := "", false
	switch {
	case isRelative(parent):
		target, ok = join(dir, parent)
	default:
		name, rest := splitPackage(parent)
		if m := workspaces(p)[name]; m != nil {
			target, ok = join(m.dir, rest)
		}
	}
	if !ok {
		return ""
	}
	for _, t := range []string{target, target + ".json", path.Join(target, "tsconfig.json")} {
		if t != file && p.File(t) {
			return t
		}
	}
	return ""
}

func patterns(from string, paths map[string][]string) []pathPattern {
	out := make([]pathPattern, 0, len(paths))
	for key, targets := range paths {
		pp := pathPattern{}
		pp.prefix, pp.suffix, pp.star = strings.Cut(key, "*")
		for _, t := range targets {
			if full, ok := join(from, inConfigDir(t)); ok {
				pp.targets = append(pp.targets, full)
			}
		}
		out = append(out, pp)
	}
	return out
}

// match returns where "paths" leads a specifier: by the exact entry, else by
// the pattern with the longest prefix.
func (c *config) match(spec string) []string {
	best := -1
	for i := range c.patterns {
		pp := &c.patterns[i]
		if !pp.star {
			if pp.prefix == spec {
				return pp.targets
			}
			continue
		}
		if len(spec) >= len(pp.prefix)+len(pp.suffix) && strings.HasPrefix(spec, pp.prefix) && strings.HasSuffix(spec, pp.suffix) {
			if best < 0 || len(pp.prefix) > len(c.patterns[best].prefix) ||
				len(pp.prefix) == len(c.patterns[best].prefix) && len(pp.suffix) > len(c.patterns[best].suffix) {
				best = i
			}
		}
	}
	if best < 0 {
		return nil
	}
	pp := &c.patterns[best]
	middle := spec[len(pp.prefix) : len(spec)-len(pp.suffix)]
	out := make([]string, 0, len(pp.targets))
	for _, t := range pp.targets {
		if full, ok := join("", strings.Replace(t, "*", middle, 1)); ok {
			out = append(out, full)
		}
	}
	return out
}
