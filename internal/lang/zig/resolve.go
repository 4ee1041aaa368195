package zig

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file behind @import and @embedFile, whose paths count
// from the importing file, the module that a build script declares, and the
// headers that C code includes.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	near := path.Join(path.Dir(from), im.Specifier)
	inside := near != ".." && !strings.HasPrefix(near, "../") && !strings.HasPrefix(im.Specifier, "/")
	switch {
	case path.Ext(from) == ".zon":
		// A dependency's folder begins at its build script.
		for _, f := range []string{path.Join(near, "build.zig"), path.Join(near, "build.zig.zon")} {
			if inside && p.File(f) && f != from {
				return lang.Target{Files: []string{f}, Key: near}
			}
		}
	case inside && p.File(near) && near != from:
		return target(near)
	case strings.HasSuffix(im.Specifier, ".h"):
		if all := p.WithSuffix(im.Specifier); len(all) == 1 {
			return target(all[0])
		}
	case im.Form != code.ImportInclude && !strings.HasSuffix(im.Specifier, ".zig"):
		if f := module(p, from, im.Specifier); f != "" {
			return target(f)
		}
	case im.Form == code.ImportInclude:
		// Build scripts embed by names of their own.
		if f := module(p, from, im.Specifier); f != "" {
			return target(f)
		}
	}
	return outside
}

func target(file string) lang.Target { return lang.Target{Files: []string{file}, Key: file} }

// module is the root file of the module called name: what the build script
// nearest to the importing file says, then the folders that its package
// depends on, then the one other build script that declares it.
func module(p lang.Project, from, name string) string {
	if name == "std" || name == "builtin" || name == "root" {
		return ""
	}
	all := builds(p)
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if b := all[dir]; b != nil {
			if f := b.modules[name]; f != "" {
				return f
			}
			for _, dep := range b.dependencies {
				if d := all[dep]; d != nil && d.modules[name] != "" {
					return d.modules[name]
				}
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	found := ""
	for _, b := range all {
		switch f := b.modules[name]; {
		case f == "" || f == found:
		case found != "":
			return ""
		default:
			found = f
		}
	}
	return found
}
