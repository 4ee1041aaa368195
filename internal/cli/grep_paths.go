package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sextant/internal/app"
	"sextant/internal/config"
	"sextant/internal/lang/all"
	"sextant/internal/tool"
)

// standing is where a search is asked from, and how its paths look from there.
type standing struct {
	base    string // the directory, from the root; "" is the root
	oneFile bool   // all that is searched is one file
	// typed are the paths as they were typed, by what they are from the root,
	// if they are all absolute.
	typed map[string]string
}

// stand turns what is searched, seen from the current directory, into what the
// root sees. With a root given as a flag, or outside the root, paths are
// those of the root already.
func (s *session) stand(a *app.App, g *tool.Grep) (h standing, err error) {
	ws := a.Index.Workspace()
	inside := false
	if !s.rootNamed() {
		dir, err := os.Getwd()
		if err != nil {
			return h, fmt.Errorf("finding the current directory: %w", err)
		}
		if h.base, err = ws.Clean(dir); err == nil {
			inside = true
		} else {
			h.base = ""
		}
	}
	below, absolute := true, len(g.Paths) > 0
	for i, p := range g.Paths {
		absolute = absolute && filepath.IsAbs(p)
		if inside && !filepath.IsAbs(p) {
			if _, err := os.Lstat(p); err == nil {
				if g.Paths[i], err = filepath.Abs(p); err != nil {
					return h, fmt.Errorf("resolving %q: %w", p, err)
				}
			}
		}
		rel, err := ws.Clean(g.Paths[i])
		if err != nil {
			continue // the search says it
		}
		below = below && (h.base == "" || rel == h.base || strings.HasPrefix(rel, h.base+"/"))
		if absolute {
			if h.typed == nil {
				h.typed = make(map[string]string)
			}
			h.typed[rel] = p
		}
		if len(g.Paths) == 1 {
			st, err := os.Stat(filepath.Join(ws.Root(), filepath.FromSlash(rel)))
			h.oneFile = err == nil && !st.IsDir()
		}
	}
	if !absolute {
		h.typed = nil
	}
	if h.base == "" {
		return h, nil
	}
	if len(g.Paths) == 0 {
		g.Paths = []string{h.base}
	}
	for i, glob := range g.Globs {
		g.Globs[i] = globFrom(h.base, glob, below)
	}
	return h, nil
}

// rootNamed reports whether a flag names the root.
func (s *session) rootNamed() bool {
	return s.rootDir != "" || strings.HasPrefix(config.Load("", s.set).Origins["root"], "flag")
}

// globFrom is a glob of a directory as the root sees it. One without a slash
// fits at any depth: only where nothing but the directory is searched is it
// bound to that, so that no directory above it counts.
func globFrom(base, glob string, below bool) string {
	not := ""
	if rest, ok := strings.CutPrefix(glob, "!"); ok {
		not, glob = "!", rest
	}
	glob = strings.TrimPrefix(glob, "./")
	// A name may hold what means something in a glob; any character will do there.
	base = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`*?[]{},\!#`, r) {
			return '?'
		}
		return r
	}, base)
	anywhere := !strings.Contains(strings.TrimSuffix(glob, "/"), "/") || strings.HasPrefix(glob, "**/")
	switch {
	case anywhere && !below:
		return not + glob
	case anywhere:
		return not + base + "/**/" + strings.TrimPrefix(glob, "**/")
	}
	return not + base + "/" + strings.TrimPrefix(glob, "/")
}

// shown is a path from the root as it is printed: from the current directory,
// or below the absolute path that was typed.
func (h standing) shown(p string) string {
	for at, rest := p, ""; h.typed != nil; {
		if typed, ok := h.typed[at]; ok {
			return filepath.Join(typed, filepath.FromSlash(rest))
		}
		if at == "" {
			break
		}
		rest = path.Join(path.Base(at), rest)
		if at = path.Dir(at); at == "." {
			at = ""
		}
	}
	if h.base == "" {
		return p
	}
	rel, err := filepath.Rel(filepath.FromSlash(h.base), filepath.FromSlash(p))
	if err != nil {
		return p
	}
	return filepath.ToSlash(rel)
}

// languageGlobs leave out the files of a language by name, alias or extension.
func languageGlobs(name string) (globs []string, err error) {
	for _, d := range all.Definitions() {
		names := append(append([]string{string(d.ID), d.Name}, d.Aliases...), d.Extensions...)
		known := false
		for _, n := range names {
			known = known || strings.EqualFold(strings.TrimPrefix(n, "."), strings.TrimPrefix(name, "."))
		}
		if !known {
			continue
		}
		for _, e := range d.Extensions {
			globs = append(globs, "!*"+e)
		}
		for _, n := range d.FileNames {
			globs = append(globs, "!"+n)
		}
		for _, p := range d.Prefixes {
			globs = append(globs, "!"+p+"*")
		}
		return globs, nil
	}
	return nil, fmt.Errorf("%q is no language known here; a glob such as -g '!*.%s' says which files", name, name)
}

// listTypes prints the languages that -t and -T take, and their files.
func (s *session) listTypes() error {
	for _, d := range all.Definitions() {
		var files []string
		for _, e := range d.Extensions {
			files = append(files, "*"+e)
		}
		files = append(files, d.FileNames...)
		for _, p := range d.Prefixes {
			files = append(files, p+"*")
		}
		if _, err := fmt.Fprintf(s.Out, "%s: %s\n", d.ID, strings.Join(files, ", ")); err != nil {
			return fmt.Errorf("printing: %w", err)
		}
	}
	return nil
}
