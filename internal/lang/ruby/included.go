package ruby

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// included lists the dotted modules that a file includes outside all classes,
// itself or through the helper that a test requires: their constants are known
// by their bare names then.
func included(p lang.Project, from string, f *code.Facts) []string {
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for i := range f.References {
		r := &f.References[i]
		if r.Role != code.RoleInherit || r.Enclosing != code.NoDefinition || r.Name == "" || !upper(r.Name[0]) {
			continue
		}
		switch r.Qualifier {
		case code.QualifierNone:
			add(r.Name)
		case code.QualifierName, code.QualifierPath:
			add(r.QualifierText + "." + r.Name)
		}
	}
	if !isTest(from) {
		return out
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		if !strings.HasSuffix(path.Base(im.Specifier), "helper") {
			continue
		}
		for _, helper := range resolve(p, from, f, im).Files {
			for _, name := range p.Memo("ruby includes "+helper, func() any { return readIncludes(p, helper) }).([]string) {
				add(name)
			}
		}
	}
	return out
}

// readIncludes finds the modules that unindented lines of a file include.
func readIncludes(p lang.Project, file string) []string {
	text, _ := p.Read(file)
	var out []string
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte("include "))
		if !ok {
			continue
		}
		rest, _, _ = bytes.Cut(rest, []byte("#"))
		for name := range strings.SplitSeq(string(rest), ",") {
			name = strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(name), "::"), "::", ".")
			if name != "" && upper(name[0]) && !strings.ContainsAny(name, " ()\"'") {
				out = append(out, name)
			}
		}
	}
	return out
}
