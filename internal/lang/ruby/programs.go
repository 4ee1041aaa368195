package ruby

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// programs lists where running the checkout's projects begins: the programs
// that gem specifications install, config.ru, and an application's bin/rails.
func programs(p lang.Project) []string {
	projects := map[string]bool{"": true}
	for _, base := range []string{"Gemfile", "Rakefile", "config.ru", "version.rb"} {
		for _, file := range p.Named(base) {
			dir := lang.Dir(file)
			if base == "version.rb" {
				lib := strings.LastIndex("/"+dir, "/lib/")
				if lib < 0 {
					continue
				}
				dir = strings.TrimSuffix(dir[:lib], "/")
			}
			projects[dir] = true
		}
	}
	var out []string
	for dir := range projects {
		if p.File(path.Join(dir, "config.ru")) {
			out = append(out, path.Join(dir, "config.ru"))
		}
		if file := path.Join(dir, "bin/rails"); p.File(file) && p.File(path.Join(dir, "config/application.rb")) {
			out = append(out, file)
		}
		for _, base := range p.Entries(dir) {
			if strings.HasSuffix(base, ".gemspec") {
				out = append(out, executables(p, dir, base)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// executables lists the Ruby programs that a gem specification installs.
func executables(p lang.Project, dir, base string) []string {
	text, _ := p.Read(path.Join(dir, base))
	bindir, named, computed := "bin", []string(nil), false
	for line := range bytes.Lines(text) {
		line, _, _ = bytes.Cut(line, []byte(" #"))
		switch {
		case bytes.Contains(line, []byte(".bindir")):
			if q := quoted(line); len(q) > 0 {
				bindir = q[0]
			}
		case bytes.Contains(line, []byte(".executable")):
			q := quoted(line)
			if bytes.ContainsAny(line, "`(") || bytes.Contains(line, []byte("files")) || bytes.Contains(line, []byte("Dir")) {
				computed = true
				if bytes.Contains(line, []byte("exe/")) {
					bindir = "exe"
				}
				continue
			}
			named = append(named, q...)
		}
	}
	if computed {
		named = append(named, p.Entries(path.Join(dir, bindir))...)
	}
	var out []string
	for _, name := range named {
		if file := path.Join(dir, bindir, name); p.File(file) && isRubyScript(p, file) {
			out = append(out, file)
		}
	}
	return out
}

func isRubyScript(p lang.Project, file string) bool {
	if path.Ext(file) == ".rb" {
		return true
	}
	text, ok := p.Read(file)
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return ok && bytes.HasPrefix(line, []byte("#!")) && bytes.Contains(line, []byte("ruby"))
}

// isEntryPoint knows rack files, and scripts that ask whether they are the
// program: if __FILE__ == $0.
func isEntryPoint(file string, f *code.Facts) bool {
	if path.Ext(file) == ".ru" {
		return true
	}
	return slices.ContainsFunc(f.References, func(r code.Reference) bool {
		return (r.Name == "$0" || r.Name == "$PROGRAM_NAME") && r.Role == code.RoleRead && r.Enclosing == code.NoDefinition
	})
}
