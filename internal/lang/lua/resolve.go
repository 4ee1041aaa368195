package lua

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// roots are the folders below a root in which sources lie by convention.
var roots = []string{"", "lua", "src", "lib"}

// resolve finds the file behind require, dofile or loadfile: what a rockspec
// says, then the root of the checkout, then the folders from the importing
// file upwards, then the one file whose path ends so.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	found := ""
	if im.Form == code.ImportInclude {
		found = include(p, from, im.Specifier)
	} else {
		found = require(p, from, im.Specifier, im.Form != code.ImportDynamic)
	}
	if found == "" {
		return outside
	}
	return lang.Target{Files: []string{found}, Key: found}
}

// include finds a path given to dofile or loadfile.
func include(p lang.Project, from, name string) string {
	name = strings.TrimPrefix(name, "./")
	for _, dir := range outwards(from) {
		if f := path.Join(dir, name); name != "" && p.File(f) && f != from {
			return f
		}
	}
	return ""
}

// outwards lists the root, then the folders from the file's own upwards.
func outwards(from string) []string {
	dirs := []string{""}
	for d := path.Dir(from); d != "." && d != "/"; d = path.Dir(d) {
		dirs = append(dirs, d)
	}
	return dirs
}

// require finds a module; only one that is certain to be meant may be found by
// the end of its path alone.
func require(p lang.Project, from, name string, certain bool) string {
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return module(p, from, path.Join(path.Dir(from), name))
	}
	if f := rocks(p).modules[name]; f != "" && f != from {
		return f
	}
	rel := strings.ReplaceAll(name, ".", "/")
	if rel == "" || strings.HasPrefix(rel, "/") || strings.Contains(rel, "//") {
		return ""
	}
	for _, dir := range outwards(from) {
		for _, root := range roots {
			if f := module(p, from, path.Join(dir, root, rel)); f != "" {
				return f
			}
		}
	}
	if !certain || !strings.Contains(rel, "/") {
		return ""
	}
	for _, suffix := range []string{rel + ".lua", rel + "/init.lua"} {
		if all := p.WithSuffix(suffix); len(all) == 1 && all[0] != from {
			return all[0]
		}
	}
	return ""
}

// module is the file of a module whose path without extension is base. A file
// does not require itself: it shares a library's name.
func module(p lang.Project, from, base string) string {
	for _, f := range []string{base + ".lua", base + "/init.lua"} {
		if f != from && p.File(f) {
			return f
		}
	}
	return ""
}

// rockspecs is what the checkout's rockspecs say.
type rockspecs struct {
	modules  map[string]string // module name to file
	programs []string
}

var (
	rockPair   = regexp.MustCompile(`(?:\[\s*["']([\w.\-/]+)["']\s*\]|([A-Za-z_]\w*))\s*=\s*["']([^"'\n]+)["']`)
	rockBin    = regexp.MustCompile(`\bbin\s*=\s*\{([^{}]*)\}`)
	rockString = regexp.MustCompile(`["']([^"'\n]+)["']\s*(?:[,;}]|$|\n)`)
	rockNote   = regexp.MustCompile(`--[^\n]*`)
)

// rocks reads the rockspecs at the root and in the folders that hold them by
// convention.
func rocks(p lang.Project) *rockspecs {
	return p.Memo("lua.rockspecs", func() any {
		r := &rockspecs{modules: make(map[string]string)}
		for _, dir := range []string{"", "rockspec", "rockspecs"} {
			for _, base := range p.Entries(dir) {
				if strings.HasSuffix(base, ".rockspec") {
					r.read(p, path.Join(dir, base))
				}
			}
		}
		slices.Sort(r.programs)
		r.programs = slices.Compact(r.programs)
		return r
	}).(*rockspecs)
}

// read takes the modules and programs of one rockspec that are files.
func (r *rockspecs) read(p lang.Project, file string) {
	raw, ok := p.Read(file)
	if !ok {
		return
	}
	text := rockNote.ReplaceAllString(string(raw), "")
	bins := rockBin.FindStringSubmatch(text)
	if bins != nil {
		text = strings.Replace(text, bins[0], "", 1)
		for _, m := range rockString.FindAllStringSubmatch(bins[1]+"\n", -1) {
			if p.File(m[1]) {
				r.programs = append(r.programs, m[1])
			}
		}
	}
	for _, m := range rockPair.FindAllStringSubmatch(text, -1) {
		if strings.HasSuffix(m[3], ".lua") && p.File(m[3]) {
			r.modules[m[1]+m[2]] = m[3]
		}
	}
}

// programs lists the scripts that a rockspec installs.
func programs(p lang.Project) []string { return rocks(p).programs }
