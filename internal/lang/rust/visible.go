package rust

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// visible lists the files behind paths that are written out in the code
// (crate::config::load()), and the crate's files of macros, whose names need
// no import.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	var out []lang.Target
	r := &resolver{p, packageOf(p, from), from, f}
	seen := make(map[string]bool)
	for i := range f.References {
		ref := &f.References[i]
		if ref.Role == code.RoleImport || !isPath(f.References, i) {
			continue
		}
		key := ref.QualifierText + "." + ref.Name
		if seen[key] || i+1 < len(f.References) && f.References[i+1].QualifierText == key {
			continue // the path goes on
		}
		seen[key] = true
		if at, ok := r.path(strings.Split(key, "."), ref.Span.Start, nil, 0); ok && at.file != from && !seen[at.file] {
			seen[at.file] = true
			out = append(out, lang.Target{Files: []string{at.file}, Key: at.file, Every: true})
		}
	}
	if files := macroFiles(p, r.pkg.dir); len(files) > 0 {
		// The file itself is listed too: it keeps the target one of several, of
		// which only those count that define a macro the file uses.
		files = append(files, from)
		slices.Sort(files)
		out = append(out, lang.Target{Files: slices.Compact(files), Key: r.pkg.dir})
	}
	return out
}

// isPath reports whether the i-th reference is qualified by a path of modules
// and not by a value: "a::b", not "a.b".
func isPath(refs []code.Reference, i int) bool {
	ref := &refs[i]
	switch ref.Qualifier {
	case code.QualifierPath:
		if !strings.Contains(ref.QualifierText, ".") || strings.ContainsAny(ref.QualifierText, "()[]#~!<>@^*|") || ref.QualifierText[0] == '.' {
			return false
		}
		switch before, _, _ := strings.Cut(ref.QualifierText, "."); before {
		case "crate", "super", "self":
			return true
		}
		for k := i - 1; k >= 0 && k > i-3; k-- {
			if refs[k].Name == code.LastPart(ref.QualifierText) {
				return refs[k].Span.End+2 == ref.Span.Start
			}
		}
	case code.QualifierName:
		switch ref.QualifierText {
		case "crate", "super", "self", "$crate":
			return true
		}
		for k := i - 1; k >= 0 && k > i-3; k-- {
			if refs[k].Name == ref.QualifierText {
				return refs[k].Span.End+2 == ref.Span.Start
			}
		}
	}
	return false
}

// macroFiles lists the files of the crate that are named as holders of macros.
func macroFiles(p lang.Project, dir string) []string {
	return p.Memo("rust macros "+dir, func() any {
		var files []string
		for _, base := range []string{"macros.rs", "mod.rs"} {
			for _, file := range p.Named(base) {
				if base == "mod.rs" && path.Base(path.Dir(file)) != "macros" || packageOf(p, file).dir != dir {
					continue
				}
				files = append(files, file)
				if base == "mod.rs" {
					for _, other := range p.Entries(path.Dir(file)) {
						if strings.HasSuffix(other, ".rs") {
							files = append(files, path.Join(path.Dir(file), other))
						}
					}
				}
			}
		}
		return files
	}).([]string)
}

// exportedMacros maps the macros that a crate's files of macros define to
// those files: #[macro_export] makes them names of the crate's root.
func exportedMacros(p lang.Project, dir string) map[string]string {
	return p.Memo("rust exported macros "+dir, func() any {
		out := make(map[string]string)
		for _, file := range macroFiles(p, dir) {
			text, _ := p.Read(file)
			for _, line := range strings.Split(string(text), "\n") {
				rest, ok := strings.CutPrefix(strings.TrimSpace(line), "macro_rules!")
				if words := strings.FieldsFunc(rest, notNameRune); ok && len(words) > 0 && out[words[0]] == "" {
					out[words[0]] = file
				}
			}
		}
		return out
	}).(map[string]string)
}

func notNameRune(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isTest follows Cargo: integration tests lie in tests/. Unit tests in a file
// of their own are by custom called tests.rs, test.rs or name_test.rs.
func isTest(file string) bool {
	dir, base := path.Split(file)
	for _, part := range strings.Split(strings.TrimSuffix(dir, "/"), "/") {
		if part == "tests" || part == "test" {
			return true
		}
	}
	name := strings.TrimSuffix(base, ".rs")
	return name == "tests" || name == "test" || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_tests")
}

// isEntryPoint knows the files that Cargo runs by their place, if they have a
// main function.
func isEntryPoint(file string, f *code.Facts) bool {
	dir, base := path.Split("/" + file)
	program := base == "main.rs" || base == "build.rs" ||
		strings.HasSuffix(dir, "/src/bin/") || strings.HasSuffix(dir, "/examples/")
	return program && slices.ContainsFunc(f.Definitions, func(d code.Definition) bool {
		return d.Name == "main" && d.Kind == code.KindFunction && d.Container == code.NoDefinition
	})
}
