package typescript

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// workspaces returns the packages of the checkout's workspaces by name.
func workspaces(p lang.Project) map[string]*manifest {
	return p.Memo("typescript.workspaces", func() any { return findWorkspaces(p) }).(map[string]*manifest)
}

func findWorkspaces(p lang.Project) map[string]*manifest {
	found := make(map[string]*manifest)
	var dirs []string
	roots := make(map[string][]string) // directory to its member patterns
	for _, file := range p.Named("package.json") {
		if strings.HasPrefix(file, "node_modules/") || strings.Contains(file, "/node_modules/") {
			continue
		}
		dirs = append(dirs, lang.Dir(file))
	}
	for _, dir := range slices.Concat(dirs, dirsOf(p.Named("pnpm-workspace.yaml")), dirsOf(p.Named("lerna.json"))) {
		if patterns := members(p, dir); len(patterns) > 0 {
			roots[dir] = patterns
		}
	}
	if len(roots) == 0 {
		return found
	}
	for _, dir := range dirs {
		for root, patterns := range roots {
			rel, ok := below(root, dir)
			if !ok || rel != "" && !isMember(patterns, rel) {
				continue
			}
			if m := manifestIn(p, dir); m != nil && m.Name != "" && found[m.Name] == nil {
				found[m.Name] = m
			}
			break
		}
	}
	return found
}

func dirsOf(files []string) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = lang.Dir(f)
	}
	return out
}

// below returns dir relative to root, "" for root itself.
func below(root, dir string) (string, bool) {
	if root == dir {
		return "", true
	}
	if root == "" {
		return dir, true
	}
	return strings.CutPrefix(dir, root+"/")
}

// members lists the workspace patterns declared in dir, by package.json,
// pnpm-workspace.yaml or lerna.json.
func members(p lang.Project, dir string) []string {
	var out []string
	if m := manifestIn(p, dir); m != nil {
		switch ws := m.Workspaces.(type) {
		case []any:
			out = append(out, texts(ws)...)
		case map[string]any:
			if list, ok := ws["packages"].([]any); ok {
				out = append(out, texts(list)...)
			}
		}
	}
	if file := path.Join(dir, "pnpm-workspace.yaml"); p.File(file) {
		if src, ok := p.Read(file); ok {
			out = append(out, yamlPackages(string(src))...)
		}
	}
	return append(out, lernaPackages(p, dir)...)
}

// lernaPackages are the members that lerna.json declares; without a list those
// of packages/.
func lernaPackages(p lang.Project, dir string) []string {
	file := path.Join(dir, "lerna.json")
	src, ok := p.Read(file)
	if !p.File(file) || !ok {
		return nil
	}
	var l struct {
		Packages      []string
		UseWorkspaces bool
	}
	if json.Unmarshal(plainJSON(src), &l) != nil || l.UseWorkspaces {
		return nil
	}
	if l.Packages == nil {
		return []string{"packages/*"}
	}
	return l.Packages
}

func texts(list []any) []string {
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// yamlPackages reads the list under `packages:`, in block or flow form.
func yamlPackages(src string) []string {
	var out []string
	inside := false
	for _, line := range strings.Split(src, "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "packages:"); ok {
			inside = true
			rest = strings.TrimSpace(rest)
			if strings.HasPrefix(rest, "[") {
				rest, _, _ = strings.Cut(rest[1:], "]")
				for _, item := range strings.Split(rest, ",") {
					if s := yamlScalar(item); s != "" {
						out = append(out, s)
					}
				}
			}
			continue
		}
		if !inside {
			continue
		}
		item, ok := strings.CutPrefix(text, "-")
		if !ok {
			inside = false
			continue
		}
		if s := yamlScalar(item); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func yamlScalar(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
	}
	s, _, _ = strings.Cut(s, " #")
	return strings.TrimSpace(s)
}

// isMember reports whether a directory matches the patterns; one with "!"
// takes out what those before it let in.
func isMember(patterns []string, dir string) bool {
	in := false
	for _, p := range patterns {
		negated := strings.HasPrefix(p, "!")
		p = strings.TrimPrefix(strings.TrimPrefix(p, "!"), "./")
		if p = strings.TrimSuffix(p, "/"); matchDir(strings.Split(p, "/"), strings.Split(dir, "/")) {
			in = !negated
		}
	}
	return in
}

// matchDir matches path segments: * within one, ** across several.
func matchDir(pattern, dir []string) bool {
	// Greedy with one point to return to, as ** is the only repetition.
	i, j, starI, starJ := 0, 0, -1, 0
	for j < len(dir) {
		switch {
		case i < len(pattern) && pattern[i] == "**":
			starI, starJ = i, j
			i++
			continue
		case i < len(pattern):
			if ok, _ := path.Match(pattern[i], dir[j]); ok {
				i, j = i+1, j+1
				continue
			}
		}
		if starI < 0 {
			return false
		}
		starJ++
		i, j = starI+1, starJ
	}
	for i < len(pattern) && pattern[i] == "**" {
		i++
	}
	return i == len(pattern)
}
