package protobuf

import (
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file behind an import. Protobuf looks below its roots,
// which only the build knows: those of buf's configuration come first, then
// every directory above the importing file with the usual root names in it,
// then the only file, or the nearest, that ends so.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	spec := path.Clean(im.Specifier)
	if spec == "." || strings.HasPrefix(spec, "..") || strings.HasPrefix(spec, "/") {
		return lang.Target{Key: im.Specifier}
	}
	found := func(file string) lang.Target { return lang.Target{Files: []string{file}, Key: file} }
	for _, root := range roots(p) {
		if within(root, from) && p.File(path.Join(root, spec)) {
			return found(path.Join(root, spec))
		}
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, sub := range [...]string{"", "proto", "protos", "src/main/proto", "third_party", "vendor"} {
			if file := path.Join(dir, sub, spec); p.File(file) {
				return found(file)
			}
		}
		if dir == "." {
			break
		}
	}
	for _, root := range roots(p) {
		if file := path.Join(root, spec); p.File(file) {
			return found(file)
		}
	}
	files := p.WithSuffix(spec)
	switch {
	case len(files) == 1:
		return found(files[0])
	case len(files) > 1 && strings.Contains(spec, "/"):
		return found(nearest(files, from))
	}
	return lang.Target{Key: im.Specifier}
}

func within(root, from string) bool { return root == "" || strings.HasPrefix(from, root+"/") }

// nearest is the file that shares most of from's directories; of equals the first.
func nearest(files []string, from string) string {
	best, most := files[0], -1
	for _, f := range files {
		if n := lang.SharedDirs(f, from); n > most {
			best, most = f, n
		}
	}
	return best
}

// roots lists the directories below which buf looks for imports, the deepest first.
func roots(p lang.Project) []string {
	return p.Memo("protobuf roots", func() any {
		var out []string
		for _, name := range [...]string{"buf.yaml", "buf.work.yaml"} {
			for _, file := range p.Named(name) {
				text, ok := p.Read(file)
				if !ok {
					continue
				}
				dir := path.Dir(file)
				listed := directories(string(text))
				if len(listed) == 0 && name == "buf.yaml" {
					listed = []string{"."}
				}
				for _, d := range listed {
					if r := path.Join(dir, d); r == "." {
						out = append(out, "")
					} else if !strings.HasPrefix(r, "../") && r != ".." {
						out = append(out, r)
					}
				}
			}
		}
		sort.SliceStable(out, func(i, j int) bool {
			if a, b := strings.Count(out[i], "/"), strings.Count(out[j], "/"); a != b {
				return a > b
			}
			return len(out[i]) > len(out[j]) || len(out[i]) == len(out[j]) && out[i] < out[j]
		})
		return out
	}).([]string)
}

// directories reads what buf's configuration lists: "- path: x" below modules,
// "- x" below directories, and the roots of old versions.
func directories(yaml string) []string {
	var out []string
	section := ""
	for _, line := range strings.Split(yaml, "\n") {
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		if line[0] != ' ' && line[0] != '-' && strings.HasSuffix(text, ":") {
			section = strings.TrimSuffix(text, ":")
			continue
		}
		if line[0] != ' ' && line[0] != '-' {
			section = ""
			continue
		}
		value := strings.TrimSpace(strings.TrimPrefix(text, "-"))
		switch section {
		case "modules":
			if v, ok := strings.CutPrefix(value, "path:"); ok {
				out = append(out, strings.Trim(strings.TrimSpace(v), `"'`))
			}
		case "directories":
			out = append(out, strings.Trim(value, `"'`))
		case "build":
			if value != "roots:" && strings.HasPrefix(text, "-") {
				out = append(out, strings.Trim(value, `"'`))
			}
		}
	}
	return out
}
