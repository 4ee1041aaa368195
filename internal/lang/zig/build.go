package zig

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// build is what one package's build.zig and build.zig.zon say, as far as
// they say it with literals.
type build struct {
	modules      map[string]string // module name to root file
	programs     []string          // root files of executables
	dependencies []string          // folders of packages in the checkout
}

var (
	// A call that makes a module, with the variable it goes to and the name
	// it is given where there are such.
	moduleCall     = regexp.MustCompile(`(?:(?:const|var)\s+(\w+)\s*=\s*)?[\w.]+\.(addModule|createModule|addExecutable|addStaticLibrary|addSharedLibrary|addLibrary|addObject|addTest)\(\s*(?:"([^"\n]*)")?`)
	anonymousCall  = regexp.MustCompile(`\.(?:addAnonymousImport|addAnonymousModule|addPackagePath)\(\s*"([^"\n]+)"`)
	importCall     = regexp.MustCompile(`\.(?:addImport|addModule)\(\s*"([^"\n]+)"\s*,\s*(\w+)(?:\.module\(\s*"([^"\n]+)"|\.root_module|\s*\))`)
	importEntry    = regexp.MustCompile(`\.name\s*=\s*"([^"\n]+)"\s*,\s*\.module\s*=\s*(\w+)(?:\.module\(\s*"([^"\n]+)")?`)
	rootFile       = regexp.MustCompile(`\.(?:root_source_file|source_file|root_src)\s*=\s*(?:[\w.]+\.path\(\s*|\.\{\s*\.(?:path|cwd_relative)\s*=\s*)?"([^"\n]+)"`)
	rootModule     = regexp.MustCompile(`\.root_module\s*=\s*(\w+)`)
	quotedPath     = regexp.MustCompile(`"([^"\n]+\.zig)"`)
	pathDependency = regexp.MustCompile(`\.path\s*=\s*"([^"\n]+)"`)
	lineComment    = regexp.MustCompile(`(?m)^\s*//[^\n]*`)
)

// builds reads every build script of the checkout, by folder; the root's is ".".
func builds(p lang.Project) map[string]*build {
	return p.Memo("zig.builds", func() any {
		all := make(map[string]*build)
		for _, file := range p.Named("build.zig") {
			if raw, ok := p.Read(file); ok {
				all[path.Dir(file)] = readBuild(p, path.Dir(file), string(raw))
			}
		}
		return all
	}).(map[string]*build)
}

func readBuild(p lang.Project, dir, text string) *build {
	b := &build{modules: make(map[string]string)}
	text = lineComment.ReplaceAllString(text, "")
	variables := make(map[string]string) // variable to root file
	roots := func(body, fallback string) string {
		if m := rootFile.FindStringSubmatch(body); m != nil {
			if f := path.Join(dir, m[1]); p.File(f) {
				return f
			}
			return ""
		}
		if m := rootModule.FindStringSubmatch(body); m != nil && variables[m[1]] != "" {
			return variables[m[1]]
		}
		if m := quotedPath.FindStringSubmatch(body); m != nil && fallback != "" {
			if f := path.Join(dir, m[1]); p.File(f) {
				return f
			}
		}
		return ""
	}
	for _, m := range moduleCall.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		file := roots(arguments(text, m[5]), "")
		if file == "" {
			continue
		}
		if v := group(1); v != "" {
			variables[v] = file
		}
		switch group(2) {
		case "addModule":
			if name := group(3); name != "" {
				b.modules[name] = file
			}
		case "addExecutable":
			b.programs = append(b.programs, file)
		}
	}
	for _, m := range anonymousCall.FindAllStringSubmatchIndex(text, -1) {
		if f := roots(arguments(text, m[0]), "path"); f != "" {
			b.modules[text[m[2]:m[3]]] = f
		}
	}
	for _, re := range []*regexp.Regexp{importCall, importEntry} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			if f := variables[m[2]]; f != "" && m[3] == "" && b.modules[m[1]] == "" {
				b.modules[m[1]] = f
			}
		}
	}
	if raw, ok := p.Read(path.Join(dir, "build.zig.zon")); ok {
		for _, m := range pathDependency.FindAllStringSubmatch(lineComment.ReplaceAllString(string(raw), ""), -1) {
			b.dependencies = append(b.dependencies, path.Join(dir, m[1]))
		}
	}
	slices.Sort(b.programs)
	b.programs = slices.Compact(b.programs)
	return b
}

// maxArguments bounds how much of a call is read (bytes).
const maxArguments = 1 << 14

// arguments is the text between the next opening parenthesis and its partner.
func arguments(text string, from int) string {
	text = text[from:min(len(text), from+maxArguments)]
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return ""
	}
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return text[open+1 : i]
			}
		}
	}
	return text[open+1:]
}

// programs lists the root files of the executables that build scripts make.
func programs(p lang.Project) []string {
	var out []string
	for _, b := range builds(p) {
		out = append(out, b.programs...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
