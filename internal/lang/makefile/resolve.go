package makefile

import (
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the files behind an include, or the Makefile of a directory
// for which make is started. A reference at the beginning of a name stands
// for a directory that is not known: what follows is tried beside the file,
// below the root and as the only path that ends so.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	here := path.Dir(from)
	name, open := literal(im.Specifier)
	if name == "" || strings.ContainsAny(name, "$") {
		return lang.Target{Key: im.Specifier}
	}
	if strings.HasSuffix(im.Specifier, "/") {
		for _, dir := range [...]string{here, "."} {
			for _, base := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
				if file := path.Join(dir, name, base); p.File(file) {
					return lang.Target{Files: []string{file}, Key: file}
				}
			}
		}
		return lang.Target{Key: im.Specifier}
	}
	for _, dir := range [...]string{here, "."} {
		if files := matching(p, path.Join(dir, name)); len(files) > 0 {
			key := files[0]
			if len(files) > 1 {
				key = path.Join(dir, name)
			}
			return lang.Target{Files: files, Key: key}
		}
	}
	if open {
		if found := p.WithSuffix(path.Clean(name)); len(found) == 1 {
			return lang.Target{Files: found, Key: found[0]}
		}
	}
	return lang.Target{Key: im.Specifier}
}

// literal cuts the references off the beginning of a name.
func literal(name string) (rest string, open bool) {
	for strings.HasPrefix(name, "$(") || strings.HasPrefix(name, "${") {
		depth, end := 0, -1
		for i := 1; i < len(name) && end < 0; i++ {
			switch name[i] {
			case '(', '{':
				depth++
			case ')', '}':
				if depth--; depth == 0 {
					end = i + 1
				}
			}
		}
		if end < 0 {
			return "", true
		}
		name, open = strings.TrimLeft(name[end:], "/"), true
	}
	if rest, ok := strings.CutPrefix(name, "@"); ok { // @top_srcdir@/x.mk
		if i := strings.IndexByte(rest, '@'); i >= 0 {
			return strings.TrimLeft(rest[i+1:], "/"), true
		}
	}
	return name, open
}

// matching lists the files that a name with or without wildcards means.
func matching(p lang.Project, name string) []string {
	if !strings.ContainsAny(name, "*?[") {
		if p.File(name) {
			return []string{name}
		}
		return nil
	}
	dir, pattern := path.Split(name)
	dir = strings.TrimSuffix(dir, "/")
	if strings.ContainsAny(dir, "*?[") {
		return nil
	}
	var out []string
	for _, base := range p.Entries(dir) {
		if ok, err := path.Match(pattern, base); err == nil && ok {
			out = append(out, path.Join(dir, base))
		}
	}
	sort.Strings(out)
	return out
}
