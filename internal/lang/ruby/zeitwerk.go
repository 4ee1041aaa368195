package ruby

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// visible lists the files that define the constants a file uses without
// requiring them. Zeitwerk finds a constant's file by its name, gems that
// require all their files up front name them the same way: Admin::UserMailer
// is admin/user_mailer.rb below an autoload directory. A name is looked up as
// Ruby would, from the innermost module around the use outwards, then in what
// the file includes; of A::B::C the longest part that has a file counts.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	l := lookup{project: p, from: from, facts: f, roots: autoloadRoots(p, from), known: make(map[string]string),
		nested: make(map[int32][]string), included: included(p, from, f)}
	found := make(map[string]bool)
	var out []lang.Target
	for i := range f.References {
		r := &f.References[i]
		if r.Local || r.Name == "" || !upper(r.Name[0]) || r.Role == code.RoleImport || r.Role == code.RoleCall || r.Role == code.RoleWrite {
			continue
		}
		name := r.Name
		switch r.Qualifier {
		case code.QualifierNone:
		case code.QualifierName, code.QualifierPath:
			if r.QualifierText == "" || !upper(r.QualifierText[0]) || strings.ContainsAny(r.QualifierText, "()[]|<") {
				continue
			}
			name = r.QualifierText + "." + name
		default:
			continue
		}
		if i+1 < len(f.References) && qualifies(r, &f.References[i+1], name) {
			continue // the whole of A::B is looked for, then its parts
		}
		if file := l.find(r.Enclosing, name); file != "" && !found[file] {
			found[file] = true
			out = append(out, lang.Target{Files: []string{file}, Key: file, Every: true})
		}
	}
	slices.SortFunc(out, func(a, b lang.Target) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// qualifies reports whether the constant at r only says where next is.
func qualifies(r, next *code.Reference, name string) bool {
	return next.Name != "" && upper(next.Name[0]) && next.Span.Start <= r.Span.End+2 && next.QualifierText == name
}

type lookup struct {
	project  lang.Project
	from     string
	facts    *code.Facts
	roots    map[string]bool
	known    map[string]string  // by dotted constant: its file, "" without one
	nested   map[int32][]string // by definition: the modules around it
	included []string           // modules whose constants the whole file has
}

// find looks a constant up from definition i outwards, then the constants that
// it is part of.
func (l *lookup) find(i int32, name string) string {
	nesting, ok := l.nested[i]
	if !ok {
		nesting = append(l.nesting(i), l.included...)
		l.nested[i] = nesting
	}
	for part := name; ; {
		if file, own := l.among(nesting, part); own || file == l.from {
			return ""
		} else if file != "" {
			if part != name && l.elsewhere(file, name[len(part)+1:]) {
				return ""
			}
			return file
		}
		end := strings.LastIndexByte(part, '.')
		if end <= 0 {
			return ""
		}
		part = part[:end]
		if last := part[strings.LastIndexByte(part, '.')+1:]; last == "" || !upper(last[0]) {
			return ""
		}
	}
}

// among finds a constant's file in the first of several modules that has it.
// Own is true if that is the file that is looked at.
func (l *lookup) among(modules []string, name string) (file string, own bool) {
	for _, around := range modules {
		if around != "" {
			around += "."
		}
		if l.defines(around + name) {
			return "", true
		}
		if file = l.file(around + name); file != "" {
			return file, false
		}
	}
	return "", false
}

// elsewhere reports whether what is left of a constant's name hardly stands in
// the file that the first part has: a class of a module that keeps its classes
// in a folder of its own.
func (l *lookup) elsewhere(file, rest string) bool {
	first, _, _ := strings.Cut(rest, ".")
	return strings.ToUpper(first) != first && l.project.HasDir(strings.TrimSuffix(file, ".rb"))
}

// nesting lists the modules around definition i as a bare constant in it sees
// them, innermost first; "" is the last.
func (l *lookup) nesting(i int32) []string {
	var out []string
	for ; i != code.NoDefinition && len(out) < maxChain; i = l.facts.Definitions[i].Container {
		switch d := &l.facts.Definitions[i]; d.Kind {
		case code.KindModule, code.KindClass, code.KindStruct, code.KindRecord:
			out = append(out, strings.TrimPrefix(l.facts.QualifiedName(i), topModule+"."))
		}
	}
	return append(out, "")
}

// defines reports whether the file itself defines the dotted constant.
func (l *lookup) defines(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	for i := range l.facts.Definitions {
		d := &l.facts.Definitions[i]
		if d.Name == last && upper(last[0]) && !d.Kind.IsCallable() && d.Kind != code.KindModule && strings.TrimPrefix(l.facts.QualifiedName(int32(i)), topModule+".") == name {
			return true
		}
	}
	return false
}

// file is the file that defines a constant by its name, "" if there is none.
func (l *lookup) file(name string) string {
	if file, ok := l.known[name]; ok {
		return file
	}
	best, most := "", -1
	for _, spelling := range spellings(name) {
		for _, file := range l.project.WithSuffix(spelling + ".rb") {
			dir := strings.TrimSuffix(strings.TrimSuffix(file, spelling+".rb"), "/")
			if !l.autoloaded(dir) {
				continue
			}
			if n := lang.SharedDirs(file, l.from); n > most {
				best, most = file, n
			}
		}
		if best != "" {
			break
		}
	}
	l.known[name] = best
	return best
}

// autoloaded reports whether constants are looked for below dir: app/models
// and its like, lib of the same project or of a gem, and what the
// application's configuration adds.
func (l *lookup) autoloaded(dir string) bool {
	if l.roots[dir] {
		return true
	}
	project, kind := loadRoot(dir)
	switch kind {
	case rootApp:
		return path.Base(dir) != "views" && path.Base(dir) != "assets" && path.Base(dir) != "javascript"
	case rootLib:
		return path.Base(dir) == "lib" && (project == "" || strings.HasPrefix(l.from, project+"/") || isGem(l.project, project))
	}
	return false
}

// spellings are the paths under which a dotted constant may be looked for:
// the usual one, and where the name has acronyms those of an inflector that
// knows them (OAuthToken: o_auth_token, oauth_token).
func spellings(name string) []string {
	usual := pathOf(name)
	out := []string{usual}
	if !acronym(name) {
		return out
	}
	at := strings.LastIndexByte(usual, '/') + 1
	var gaps []int
	for i := at; i < len(usual); i++ {
		if usual[i] == '_' {
			gaps = append(gaps, i)
		}
	}
	const most = 4 // underscores that may be one too many; twice as many paths each
	gaps = gaps[:min(len(gaps), most)]
	heads := []string{usual[:at]}
	if joined := strings.ReplaceAll(usual[:at], "_", ""); joined != usual[:at] {
		heads = append(heads, joined)
	}
	for _, head := range heads {
		for mask := 0; mask < 1<<len(gaps); mask++ {
			b := []byte(head)
			for i := at; i < len(usual); i++ {
				if k := slices.Index(gaps, i); k >= 0 && mask&(1<<k) != 0 {
					continue
				}
				b = append(b, usual[i])
			}
			if s := string(b); s != usual {
				out = append(out, s)
			}
		}
	}
	return out
}

// acronym reports whether a name has two capitals in a row, or one before a
// word's end: where inflectors disagree.
func acronym(name string) bool {
	for i := 1; i < len(name); i++ {
		if upper(name[i]) && upper(name[i-1]) {
			return true
		}
	}
	return false
}

// autoloadRoots reads the directories that the application around a file adds
// to those that are autoloaded anyway.
func autoloadRoots(p lang.Project, from string) map[string]bool {
	for dir := lang.Dir(from); ; dir = lang.Dir(dir) {
		if config := path.Join(dir, "config/application.rb"); p.File(config) {
			return p.Memo("ruby autoload "+dir, func() any { return readAutoload(p, dir, config) }).(map[string]bool)
		}
		if dir == "" {
			return nil
		}
	}
}

// readAutoload finds the literal paths on the lines of a configuration that
// add to autoload_paths or eager_load_paths.
func readAutoload(p lang.Project, dir, config string) map[string]bool {
	text, _ := p.Read(config)
	roots := make(map[string]bool)
	for line := range bytes.Lines(text) {
		if i := bytes.IndexByte(line, '#'); i >= 0 && len(bytes.TrimSpace(line[:i])) == 0 {
			continue
		}
		if bytes.Contains(line, []byte("autoload_lib")) {
			roots[path.Join(dir, "lib")] = true
		}
		if !bytes.Contains(line, []byte("autoload_paths")) && !bytes.Contains(line, []byte("eager_load_paths")) &&
			!bytes.Contains(line, []byte("autoload_once_paths")) {
			continue
		}
		parts := quoted(line)
		if bytes.Contains(line, []byte(".join(")) {
			parts = []string{path.Join(parts...)}
		}
		for _, part := range parts {
			if i := strings.IndexByte(part, '}'); i >= 0 {
				part = part[i+1:]
			}
			part = strings.Trim(part, "*/")
			if part != "" && p.HasDir(path.Join(dir, part)) {
				roots[path.Join(dir, part)] = true
			}
		}
	}
	return roots
}

// quoted lists the strings of a line and the words of its %w lists.
func quoted(line []byte) []string {
	var out []string
	for len(line) > 0 {
		i := bytes.IndexAny(line, "'\"%")
		if i < 0 {
			break
		}
		closing := line[i]
		line = line[i+1:]
		if closing == '%' {
			if len(line) < 2 || line[0] != 'w' && line[0] != 'W' {
				continue
			}
			k := strings.IndexByte("([{<|", line[1])
			if k < 0 {
				continue
			}
			line, closing = line[2:], ")]}>|"[k]
			end := bytes.IndexByte(line, closing)
			if end < 0 {
				break
			}
			out = append(out, strings.Fields(string(line[:end]))...)
			line = line[end+1:]
			continue
		}
		end := bytes.IndexByte(line, closing)
		if end < 0 {
			break
		}
		out = append(out, string(line[:end]))
		line = line[end+1:]
	}
	return out
}
