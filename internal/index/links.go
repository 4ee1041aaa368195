package index

import (
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Link is one import of a file with where it leads.
type Link struct {
	// Key names the target in replies: a file, a package's directory, or the
	// specifier of something outside the checkout.
	Key   string
	Files []string // files of the checkout, sorted; none for an external
	Names []string // imported names
	Form  code.ImportForm
}

// Links is what a file leads to.
type Links struct {
	// Imports are the imports that bring in names, one a target.
	Imports []Link
	// Refs are files of the checkout that are mentioned without names:
	// side-effect and dynamic imports, includes, paths in documents.
	Refs []string
}

// Links finds the files behind a file's imports and mentions. Targets are
// files of the view, never guesses.
func (v *View) Links(f *File, facts *code.Facts) Links {
	if facts == nil {
		return Links{}
	}
	p := v.Project()
	var out Links
	refs := make(map[string]bool)
	place := make(map[string]int)
	for i := range facts.Imports {
		im := &facts.Imports[i]
		link := Link{Key: im.Specifier, Form: im.Form}
		if f.Language != nil && f.Language.Resolve != nil {
			t := f.Language.Resolve(p, f.Path, facts, im)
			link.Files = t.Files
			if t.Key != "" {
				link.Key = t.Key
			}
		}
		if bare(im) && len(link.Files) > 0 {
			for _, to := range link.Files {
				refs[to] = true
			}
			continue
		}
		for _, n := range im.Names {
			switch {
			case n.Alias != "" && n.Name == "*": // the whole module under a name: none of its names
			case n.Alias != "" && n.Name == "default":
				link.Names = append(link.Names, n.Alias)
			default:
				link.Names = append(link.Names, n.Name)
			}
		}
		if k, ok := place[link.Key]; ok {
			out.Imports[k].Names = append(out.Imports[k].Names, link.Names...)
			continue
		}
		place[link.Key] = len(out.Imports)
		out.Imports = append(out.Imports, link)
	}
	for i := range facts.Mentions {
		if to := mentioned(p, path.Dir(f.Path), facts.Mentions[i].Text); to != "" && to != f.Path {
			refs[to] = true
		}
	}
	for k := range out.Imports {
		out.Imports[k].Names = unique(out.Imports[k].Names)
	}
	for to := range refs {
		out.Refs = append(out.Refs, to)
	}
	sort.Strings(out.Refs)
	return out
}

// bare reports whether an import names a file without binding names.
func bare(im *code.Import) bool {
	switch im.Form {
	case code.ImportSideEffect, code.ImportDynamic, code.ImportInclude:
		return true
	case code.ImportRequire:
		return len(im.Names) == 0
	}
	return false
}

// mentioned finds the file that a path in prose means: relative to the
// directory of the file that mentions it, or to the root.
func mentioned(p lang.Project, dir, text string) string {
	clean := func(s string) string {
		s = path.Clean(s)
		if s == "." || s == ".." || strings.HasPrefix(s, "../") {
			return ""
		}
		return s
	}
	text = strings.ReplaceAll(text, `\`, "/")
	if strings.HasPrefix(text, "/") {
		text = strings.TrimLeft(text, "/")
	} else if s := clean(path.Join(dir, text)); s != "" && p.File(s) {
		return s
	}
	if s := clean(text); s != "" && p.File(s) {
		return s
	}
	return ""
}

func unique(names []string) []string {
	if len(names) < 2 {
		return names
	}
	seen := make(map[string]bool, len(names))
	out := names[:0]
	for _, n := range names {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}
