package python

import (
	"path"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// layout is what the manifests of a directory say about where packages lie.
type layout struct {
	roots  []string          // directories to import from, the manifest's own left out
	mapped map[string]string // package name -> its directory
}

// layouts are those of the checkout, by the directory of the manifest.
func layouts(p lang.Project) map[string]*layout {
	return p.Memo("python layouts", func() any {
		all := make(map[string]*layout)
		for name, read := range map[string]func(string, *layout){"pyproject.toml": readPyproject, "setup.cfg": readSetupCfg, "setup.py": readSetupPy} {
			for _, file := range p.Named(name) {
				src, ok := p.Read(file)
				if !ok {
					continue
				}
				dir := lang.Dir(file)
				found := &layout{mapped: make(map[string]string)}
				read(string(src), found)
				l := all[dir]
				if l == nil {
					l = &layout{mapped: make(map[string]string)}
					all[dir] = l
				}
				for _, r := range found.roots {
					if at, ok := inside(dir, r); ok && at != dir && p.HasDir(at) && !slices.Contains(l.roots, at) {
						l.roots = append(l.roots, at)
					}
				}
				for pkg, d := range found.mapped {
					if at, ok := inside(dir, d); ok && p.HasDir(at) && path.Base(at) != pkg {
						l.mapped[pkg] = at
					}
				}
			}
		}
		for _, l := range all {
			slices.Sort(l.roots) // manifests of one directory come in no order
		}
		return all
	}).(map[string]*layout)
}

// inside joins a relative path to dir; false where it leaves the checkout.
func inside(dir, relative string) (string, bool) {
	at := path.Join(dir, relative)
	if at == "." {
		at = ""
	}
	return at, at != ".." && !strings.HasPrefix(at, "../") && !path.IsAbs(at)
}

// place takes an entry of package_dir: a package and its directory, "" for all.
func (l *layout) place(pkg, dir string) {
	if pkg == "" {
		l.roots = append(l.roots, dir)
	} else if dir != "" && !strings.Contains(pkg, ".") {
		l.mapped[pkg] = dir
	}
}

func readPyproject(src string, l *layout) {
	eachTOML(src, func(table, key, value string) {
		switch table + " " + key {
		case "tool.setuptools.packages.find where", "tool.hatch.build sources", "tool.hatch.build.targets.wheel sources",
			"tool.pdm.build package-dir", "tool.maturin python-source":
			l.roots = append(l.roots, quoted(value)...)
		case "tool.setuptools package-dir":
			for _, pair := range strings.Split(strings.Trim(value, "{}"), ",") {
				if pkg, dir, ok := strings.Cut(pair, "="); ok {
					l.place(unquoted(pkg), unquoted(dir))
				}
			}
		case "tool.hatch.build.targets.wheel packages":
			for _, dir := range quoted(value) {
				l.roots = append(l.roots, lang.Dir(dir))
			}
		case "tool.poetry packages":
			for _, item := range strings.Split(value, "}") {
				if _, after, ok := strings.Cut(item, "from"); ok {
					if from := quoted(after); len(from) > 0 {
						l.roots = append(l.roots, from[0])
					}
				}
			}
		default:
			if table == "tool.setuptools.package-dir" {
				l.place(key, unquoted(value))
			}
		}
	})
}

// eachTOML calls each for the entries of a document, values that run over
// several lines joined. It reads what manifests contain, not all of TOML.
func eachTOML(src string, each func(table, key, value string)) {
	table, key, value := "", "", ""
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(withoutTOMLComment(line))
		switch {
		case line == "":
		case key != "":
			value += line
		case line[0] == '[':
			table = strings.Trim(line, "[] ")
		default:
			var ok bool
			if key, value, ok = strings.Cut(line, "="); !ok {
				key = ""
				continue
			}
			key, value = unquoted(key), strings.TrimSpace(value)
		}
		if key != "" && strings.Count(value, "[") <= strings.Count(value, "]") && strings.Count(value, "{") <= strings.Count(value, "}") {
			each(table, key, value)
			key = ""
		}
	}
}

func withoutTOMLComment(line string) string {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == 0 && c == '#':
			return line[:i]
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return line
}

func readSetupCfg(src string, l *layout) {
	section, key := "", ""
	for line := range strings.Lines(src) {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' || text[0] == ';' {
			continue
		}
		if text[0] == '[' {
			section, key = strings.Trim(text, "[]"), ""
			continue
		}
		if line[0] != ' ' && line[0] != '\t' {
			var value string
			key, value, _ = strings.Cut(text, "=")
			key, text = strings.TrimSpace(key), strings.TrimSpace(value)
		}
		switch section + " " + key {
		case "options package_dir":
			if pkg, dir, ok := strings.Cut(text, "="); ok {
				l.place(strings.TrimSpace(pkg), strings.TrimSpace(dir))
			}
		case "options.packages.find where":
			l.roots = append(l.roots, text)
		}
	}
}

func readSetupPy(src string, l *layout) {
	if _, after, ok := strings.Cut(src, "package_dir"); ok {
		if open, rest, ok := strings.Cut(after, "{"); ok && strings.TrimSpace(open) == "=" {
			body, _, _ := strings.Cut(rest, "}")
			for _, pair := range strings.Split(body, ",") {
				if pkg, dir, ok := strings.Cut(pair, ":"); ok {
					l.place(unquoted(pkg), unquoted(dir))
				}
			}
		}
	}
	for _, call := range []string{"find_packages(", "find_namespace_packages("} {
		for _, after := range strings.Split(src, call)[1:] {
			argument, _, _ := strings.Cut(after, ")")
			first, _, _ := strings.Cut(argument, ",")
			if name, value, ok := strings.Cut(argument, "where"); ok && strings.HasPrefix(strings.TrimSpace(value), "=") {
				first, _, _ = strings.Cut(value, ",")
			} else if strings.Contains(first, "=") || strings.TrimSpace(name) == "" {
				continue
			}
			l.roots = append(l.roots, quoted(first)...)
		}
	}
}

// quoted lists the strings in a text, in quotes of either kind.
func quoted(text string) []string {
	var out []string
	for {
		k := strings.IndexAny(text, `"'`)
		if k < 0 {
			return out
		}
		end := strings.IndexByte(text[k+1:], text[k])
		if end < 0 {
			return out
		}
		out = append(out, text[k+1:k+1+end])
		text = text[k+end+2:]
	}
}

func unquoted(text string) string { return strings.Trim(strings.TrimSpace(text), `"'`) }
