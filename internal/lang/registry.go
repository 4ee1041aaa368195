package lang

import (
	"bytes"
	"fmt"
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
)

// Registry finds the language of a file. It never changes once made.
type Registry struct {
	all       []*Definition
	byID      map[code.LanguageID]*Definition
	byExt     map[string]*Definition
	byName    map[string]*Definition
	byShebang map[string]*Definition
	byPrefix  map[string]*Definition
}

// NewRegistry indexes definitions. The error is two languages that claim one
// id, extension, file name, prefix or interpreter.
func NewRegistry(all []*Definition) (*Registry, error) {
	r := &Registry{all: all, byID: make(map[code.LanguageID]*Definition), byExt: make(map[string]*Definition),
		byName: make(map[string]*Definition), byShebang: make(map[string]*Definition),
		byPrefix: make(map[string]*Definition)}
	claim := func(m map[string]*Definition, what, key string, d *Definition) error {
		if o := m[key]; o != nil {
			return fmt.Errorf("languages %s and %s both claim %s %q", o.ID, d.ID, what, key)
		}
		m[key] = d
		return nil
	}
	for _, d := range all {
		if r.byID[d.ID] != nil {
			return nil, fmt.Errorf("language %s is listed twice", d.ID)
		}
		r.byID[d.ID] = d
		for _, e := range d.Extensions {
			if err := claim(r.byExt, "extension", e, d); err != nil {
				return nil, err
			}
		}
		for _, n := range d.FileNames {
			if err := claim(r.byName, "file name", n, d); err != nil {
				return nil, err
			}
		}
		for _, p := range d.Prefixes {
			if err := claim(r.byPrefix, "prefix", p, d); err != nil {
				return nil, err
			}
		}
		for _, s := range d.Shebangs {
			if err := claim(r.byShebang, "interpreter", s, d); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// All lists the languages in the order they were given.
func (r *Registry) All() []*Definition { return r.all }

// ByID returns a language, or nil.
func (r *Registry) ByID(id code.LanguageID) *Definition { return r.byID[id] }

// ByPath returns the language that a path's name tells, or nil.
func (r *Registry) ByPath(p string) *Definition {
	base := path.Base(p)
	if d := r.byName[base]; d != nil {
		return d
	}
	// The longest extension that is known wins: ".d.ts" before ".ts".
	for i := 0; i < len(base); i++ {
		if base[i] == '.' && i > 0 {
			if d := r.byExt[strings.ToLower(base[i:])]; d != nil {
				return d
			}
		}
	}
	for p, d := range r.byPrefix {
		if strings.HasPrefix(base, p) {
			return d
		}
	}
	return nil
}

// ByShebang returns the language that a script's first line tells, or nil.
func (r *Registry) ByShebang(text []byte) *Definition {
	if !bytes.HasPrefix(text, []byte("#!")) {
		return nil
	}
	line := text[2:min(len(text), 256)]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	words := strings.Fields(string(line))
	for i, w := range words {
		name := path.Base(w)
		if name == "env" || i > 0 && (strings.HasPrefix(w, "-") || strings.Contains(w, "=")) {
			continue
		}
		if d := r.byShebang[name]; d != nil {
			return d
		}
		return r.byShebang[strings.TrimRight(name, "0123456789.")]
	}
	return nil
}

// Lookup returns the language that a user names by id, name, alias or
// extension, or nil.
func (r *Registry) Lookup(name string) *Definition {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	for _, d := range r.all {
		if string(d.ID) == name || strings.EqualFold(d.Name, name) {
			return d
		}
		for _, a := range d.Aliases {
			if a == name {
				return d
			}
		}
	}
	return r.byExt["."+name]
}

// Extensions lists every known extension, sorted.
func (r *Registry) Extensions() []string {
	var out []string
	for e := range r.byExt {
		out = append(out, e)
	}
	sort.Strings(out)
	return out
}
