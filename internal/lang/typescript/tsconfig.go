package typescript

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// config is what module resolution needs of a tsconfig.json.
type config struct {
	base     string // directory that bare paths start from
	hasBase  bool
	patterns []pathPattern // the longest prefix first is found by match
	rootDirs []string      // directories that stand for one at run time
	outputs  []output
}

// output says where the compiler puts what it makes of a directory's files.
type output struct{ built, source string }

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
	Include    []string        `json:"include"`
	Files      []string        `json:"files"`
	References []struct {
		Path string `json:"path"`
	} `json:"references"`
	CompilerOptions struct {
		BaseURL        *string             `json:"baseUrl"`
		Paths          map[string][]string `json:"paths"`
		RootDirs       []string            `json:"rootDirs"`
		RootDir        *string             `json:"rootDir"`
		OutDir         *string             `json:"outDir"`
		DeclarationDir *string             `json:"declarationDir"`
	} `json:"compilerOptions"`
}

// options are the settings of a configuration with those that it extends.
// Directories are relative to the root of the checkout, as the file that sets
// them means them; what begins with configDir is the extending file's.
type options struct {
	baseURL, rootDir, outDir, declarationDir setting
	paths                                    map[string][]string
	pathsDir                                 string
	rootDirs                                 []setting
}

// setting is a path and the directory of the file that has it; unset without one.
type setting struct {
	text, dir string
	set       bool
}

// configDir stands for the directory of the configuration that is extended.
const configDir = "${configDir}"

// in is the path that a setting means for the configuration in dir.
func (s setting) in(dir string) (string, bool) {
	if !s.set {
		return "", false
	}
	if rest, ok := strings.CutPrefix(s.text, configDir); ok {
		return join(dir, strings.TrimPrefix(rest, "/"))
	}
	return join(s.dir, s.text)
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
		return configsFor(p, lang.Dir(dir))
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
	if c := effective(p, file); c.says() {
		out = append(out, c)
	}
	for i, ref := range raw.References {
		if i == maxReferences {
			break
		}
		target, ok := join(lang.Dir(file), ref.Path)
		if !ok {
			continue
		}
		if !p.File(target) {
			target = path.Join(target, "tsconfig.json")
		}
		if !p.File(target) || lang.Dir(target) != lang.Dir(file) && !reachesOut(p, target) {
			continue
		}
		if c := effective(p, target); c.says() {
			out = append(out, c)
		}
	}
	return out
}

// reachesOut reports whether a configuration is for files outside its own
// directory; those inside find it by themselves.
func reachesOut(p lang.Project, file string) bool {
	raw, ok := readConfig(p, file)
	outside := func(s string) bool { return strings.HasPrefix(s, "../") }
	return ok && (slices.ContainsFunc(raw.Include, outside) || slices.ContainsFunc(raw.Files, outside))
}

// says reports whether a configuration has a word on where imports lead.
func (c *config) says() bool { return c.hasBase || len(c.patterns) > 0 || len(c.rootDirs) > 0 }

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

// effective is what a configuration says with those it extends.
func effective(p lang.Project, file string) *config {
	return p.Memo("typescript.effective:"+file, func() any {
		dir := lang.Dir(file)
		o := merged(p, file, 0)
		c := &config{}
		c.base, c.hasBase = o.baseURL.in(dir)
		if o.paths != nil {
			from := o.pathsDir
			if c.hasBase {
				from = c.base
			}
			c.patterns = patterns(from, dir, o.paths)
		}
		for _, s := range o.rootDirs {
			if d, ok := s.in(dir); ok {
				c.rootDirs = append(c.rootDirs, d)
			}
		}
		source, ok := o.rootDir.in(dir)
		if !ok {
			source = dir
		}
		for _, s := range []setting{o.outDir, o.declarationDir} {
			if built, ok := s.in(dir); ok && built != source {
				c.outputs = append(c.outputs, output{built, source})
			}
		}
		return c
	}).(*config)
}

// merged reads a configuration and those it extends.
func merged(p lang.Project, file string, depth int) options {
	var o options
	raw, ok := readConfig(p, file)
	if !ok || depth > maxExtends {
		return o
	}
	for _, parent := range stringOrList(raw.Extends) {
		if target := extended(p, file, parent); target != "" {
			o.override(merged(p, target, depth+1))
		}
	}
	dir := lang.Dir(file)
	given := func(s *string) setting {
		if s == nil {
			return setting{}
		}
		return setting{*s, dir, true}
	}
	own := options{baseURL: given(raw.CompilerOptions.BaseURL), rootDir: given(raw.CompilerOptions.RootDir),
		outDir: given(raw.CompilerOptions.OutDir), declarationDir: given(raw.CompilerOptions.DeclarationDir),
		paths: raw.CompilerOptions.Paths, pathsDir: dir}
	for _, d := range raw.CompilerOptions.RootDirs {
		own.rootDirs = append(own.rootDirs, setting{d, dir, true})
	}
	o.override(own)
	return o
}

// override replaces what the later of two configurations sets.
func (o *options) override(later options) {
	for _, s := range [][2]*setting{{&o.baseURL, &later.baseURL}, {&o.rootDir, &later.rootDir}, {&o.outDir, &later.outDir},
		{&o.declarationDir, &later.declarationDir}} {
		if s[1].set {
			*s[0] = *s[1]
		}
	}
	if later.paths != nil {
		o.paths, o.pathsDir = later.paths, later.pathsDir
	}
	if later.rootDirs != nil {
		o.rootDirs = later.rootDirs
	}
}

// extended finds the file that "extends" names.
func extended(p lang.Project, file, parent string) string {
	dir := lang.Dir(file)
	target, ok := "", false
	switch {
	case isRelative(parent):
		target, ok = join(dir, parent)
	default:
		name, rest := splitPackage(parent)
		m := workspaces(p)[name]
		if m == nil {
			return ""
		}
		for _, t := range exported(m.Exports, "./"+rest).targets {
			if full, ok := join(m.dir, t); ok && p.File(full) {
				return full
			}
		}
		target, ok = join(m.dir, rest)
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

// patterns reads "paths", whose substitutions start from a directory; dir is
// the configuration's.
func patterns(from, dir string, paths map[string][]string) []pathPattern {
	out := make([]pathPattern, 0, len(paths))
	for key, targets := range paths {
		pp := pathPattern{}
		pp.prefix, pp.suffix, pp.star = strings.Cut(key, "*")
		for _, t := range targets {
			if full, ok := (setting{t, from, true}).in(dir); ok {
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
