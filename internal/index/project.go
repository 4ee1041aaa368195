package index

import (
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// pathIndex is what import resolution asks of a set of paths. Views with the
// same paths share one, made when it is first needed.
type pathIndex struct {
	once   sync.Once
	dirs   map[string][]string // files directly in a directory, base names
	named  map[string][]string // paths by base name
	every  map[string]bool     // directories with files in or below them
	exists map[string]bool
}

func (x *pathIndex) build(files []*File) {
	x.dirs, x.named = make(map[string][]string), make(map[string][]string)
	x.every, x.exists = make(map[string]bool), make(map[string]bool, len(files))
	for _, f := range files {
		dir, base := path.Split(f.Path)
		dir = strings.TrimSuffix(dir, "/")
		x.dirs[dir] = append(x.dirs[dir], base)
		x.named[base] = append(x.named[base], f.Path)
		x.exists[f.Path] = true
		for d := dir; !x.every[d]; d = lang.Dir(d) {
			x.every[d] = true
			if d == "" {
				break
			}
		}
	}
	for _, names := range x.dirs {
		sort.Strings(names)
	}
}

// samePaths reports whether two views list the same files.
func samePaths(a, b []*File) bool {
	return slices.EqualFunc(a, b, func(x, y *File) bool { return x.Path == y.Path })
}

// project answers what finding an import's file asks of a checkout
// (lang.Project), from a view.
type project struct {
	v *View
	*pathIndex
	space string // of Memo: what is remembered holds for one state of the facts
}

// Project returns the view as import resolution sees it. What is remembered
// while facts are missing is not used once they are there: who declares what
// may have been asked of a part.
func (v *View) Project() *project {
	if v.allParsed() {
		return v.project("project:")
	}
	return v.project("early:")
}

func (v *View) project(space string) *project {
	v.paths.once.Do(func() { v.paths.build(v.files) })
	return &project{v, v.paths, space}
}

// File reports whether path is a file of the checkout.
func (p *project) File(path string) bool { return p.exists[path] }

// Entries lists the base names of the files directly in dir.
func (p *project) Entries(dir string) []string { return p.dirs[dir] }

// HasDir reports whether any file lies in dir or below it.
func (p *project) HasDir(dir string) bool { return p.every[dir] }

// Named lists the files with that base name.
func (p *project) Named(base string) []string { return p.named[base] }

// WithSuffix lists the files whose path is suffix or ends in "/"+suffix.
func (p *project) WithSuffix(suffix string) []string {
	var out []string
	for _, f := range p.named[path.Base(suffix)] {
		if f == suffix || strings.HasSuffix(f, "/"+suffix) {
			out = append(out, f)
		}
	}
	return out
}

// Read returns a file's text, false if it is not there or not text.
func (p *project) Read(path string) ([]byte, bool) {
	f := p.v.File(path)
	if f == nil {
		return nil, false
	}
	p.v.configs.Store(path, true)
	if f.Symlink || f.Unreadable || f.Signature.Size > p.v.ix.opt.MaxTextBytes {
		return nil, false
	}
	text, err := p.v.Text(f)
	if err != nil {
		p.v.outdated.Store(true) // what follows from the file's absence must not be kept
	}
	return text, err == nil
}

// Memo returns build's result, computed once a view under key.
func (p *project) Memo(key string, build func() any) any { return p.v.Memo(p.space+key, build) }

// Declaring lists the files of a language that declare themselves part of a
// package or namespace.
func (p *project) Declaring(language code.LanguageID, name string) []string {
	return p.Memo("declared:"+string(language), func() any { return p.v.ix.declared(p.v, language) }).(map[string][]string)[name]
}
