package csharp

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf16"

	"sextant/internal/lang"
)

// project is what a .csproj file, or a Directory.Build.props, says.
type project struct {
	file, dir string
	// output is the OutputType, lower case; sdk the Sdk attribute.
	output, sdk string
	references  []string // project files, as paths of the checkout
	usings      []using
	// open says that more belongs to the project than the file shows: linked
	// sources, shared projects, references through variables.
	open bool
}

// using is a namespace or a type that a project imports in every file.
type using struct {
	name   string
	static bool
}

// projectOf returns the project that a file belongs to: the nearest directory
// with a .csproj file, nil if none.
func projectOf(p lang.Project, file string) *project {
	for dir := lang.Dir(file); ; dir = lang.Dir(dir) {
		if found := projectIn(p, dir); found != nil {
			return found
		}
		if dir == "" {
			return nil
		}
	}
}

func projectIn(p lang.Project, dir string) *project {
	return p.Memo("csharp project "+dir, func() any {
		var found *project
		for _, base := range p.Entries(dir) {
			if path.Ext(base) != ".csproj" {
				continue
			}
			if found == nil {
				found = readProject(p, path.Join(dir, base))
			} else {
				found.open = true // several projects share the directory
			}
		}
		return found
	}).(*project)
}

// readProject reads a project file with the Directory.Build.props above it.
func readProject(p lang.Project, file string) *project {
	out := &project{file: file, dir: lang.Dir(file)}
	src, _ := p.Read(file)
	out.read(src)
	for dir := out.dir; ; dir = lang.Dir(dir) {
		if src, ok := p.Read(path.Join(dir, "Directory.Build.props")); ok {
			shared := &project{dir: dir}
			shared.read(src)
			if out.output == "" {
				out.output = shared.output
			}
			out.usings = append(out.usings, shared.usings...)
			out.references = append(out.references, shared.references...)
			out.open = out.open || shared.open
			return out
		}
		if dir == "" {
			return out
		}
	}
}

func (pr *project) read(src []byte) {
	eachElement(plainText(src), func(name string, attribute func(string) string, text string) {
		include := strings.ReplaceAll(attribute("Include"), `\`, "/")
		switch name {
		case "Project":
			pr.sdk = attribute("Sdk")
		case "OutputType":
			pr.output = strings.ToLower(strings.TrimSpace(text))
		case "ProjectReference":
			file := path.Join(pr.dir, include)
			if include == "" || strings.ContainsAny(include, "$*") || strings.HasPrefix(file, "../") {
				pr.open = pr.open || include != ""
				return
			}
			pr.references = append(pr.references, file)
		case "Compile":
			pr.open = pr.open || strings.Contains(include, "..") || strings.Contains(include, "$")
		case "Import":
			pr.open = pr.open || strings.HasSuffix(attribute("Project"), ".projitems")
		case "Using":
			if include != "" && attribute("Alias") == "" {
				pr.usings = append(pr.usings, using{include, strings.EqualFold(attribute("Static"), "true")})
			}
		}
	})
}

// reach is the set of directories whose sources a project may use: its own
// and those of the projects it refers to, also through others. known is false
// if its files do not tell all of them.
func (pr *project) reach(p lang.Project) (dirs map[string]bool, known bool) {
	type answer struct {
		dirs  map[string]bool
		known bool
	}
	a := p.Memo("csharp reach "+pr.file, func() any {
		out := answer{map[string]bool{pr.dir: true}, !pr.open}
		queue := pr.references
		for len(queue) > 0 && out.known {
			file := queue[0]
			queue = queue[1:]
			dir := lang.Dir(file)
			if out.dirs[dir] {
				continue
			}
			next := projectIn(p, dir)
			if next == nil || next.open {
				out.known = false
				break
			}
			out.dirs[dir] = true
			queue = append(queue[:len(queue):len(queue)], next.references...)
		}
		return out
	}).(answer)
	return a.dirs, a.known
}

// runs reports whether the project gives a program rather than a library.
func (pr *project) runs() bool {
	switch pr.output {
	case "exe", "winexe":
		return true
	case "":
		sdk, _, _ := strings.Cut(pr.sdk, "/")
		switch sdk {
		case "Microsoft.NET.Sdk.Web", "Microsoft.NET.Sdk.Worker", "Microsoft.NET.Sdk.BlazorWebAssembly":
			return true
		}
	}
	return false
}

// programs lists the Program.cs of every project that is a program.
func programs(p lang.Project) []string {
	var out []string
	for _, file := range p.Named("Program.cs") {
		if pr := projectIn(p, lang.Dir(file)); pr != nil && pr.runs() {
			out = append(out, file)
		}
	}
	return out
}

// plainText decodes what Visual Studio may have written: a byte order mark
// before UTF-8, or UTF-16.
func plainText(src []byte) []byte {
	if rest, ok := bytes.CutPrefix(src, []byte("\xef\xbb\xbf")); ok {
		return rest
	}
	low := 0
	switch {
	case bytes.HasPrefix(src, []byte("\xff\xfe")):
	case bytes.HasPrefix(src, []byte("\xfe\xff")):
		low = 1
	default:
		return src
	}
	units := make([]uint16, 0, len(src)/2)
	for i := 2; i+1 < len(src); i += 2 {
		units = append(units, uint16(src[i+low])|uint16(src[i+1-low])<<8)
	}
	return []byte(string(utf16.Decode(units)))
}

// eachElement calls f for every start tag of an XML text with its attributes
// and the text up to the next tag. Comments and declarations are left out.
func eachElement(src []byte, f func(name string, attribute func(string) string, text string)) {
	for {
		at := bytes.IndexByte(src, '<')
		if at < 0 {
			return
		}
		src = src[at+1:]
		if bytes.HasPrefix(src, []byte("!--")) {
			end := bytes.Index(src, []byte("-->"))
			if end < 0 {
				return
			}
			src = src[end:]
			continue
		}
		end := tagEnd(src)
		if end < 0 {
			return
		}
		tag := string(src[:end])
		src = src[end+1:]
		if tag == "" || tag[0] == '/' || tag[0] == '?' || tag[0] == '!' {
			continue
		}
		name, rest := tag, ""
		if space := strings.IndexAny(tag, " \t\r\n/"); space >= 0 {
			name, rest = tag[:space], tag[space:]
		}
		text := ""
		if !strings.HasSuffix(tag, "/") {
			next := bytes.IndexByte(src, '<')
			if next < 0 {
				next = len(src)
			}
			text = string(src[:next])
		}
		f(name, func(key string) string { return attribute(rest, key) }, text)
	}
}

// tagEnd is the offset of the > that ends a tag, past any quoted value.
func tagEnd(src []byte) int {
	quote := byte(0)
	for i, c := range src {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return -1
}

// attribute returns the value of an attribute among those of a tag, "" if it
// has none of the name.
func attribute(tag, key string) string {
	for tag != "" {
		equals := strings.IndexByte(tag, '=')
		if equals < 0 {
			return ""
		}
		name := strings.TrimSpace(tag[:equals])
		value := strings.TrimLeft(tag[equals+1:], " \t\r\n")
		if value == "" {
			return ""
		}
		end := strings.IndexByte(value[1:], value[0])
		if end < 0 {
			return ""
		}
		if name == key {
			return value[1 : 1+end]
		}
		tag = value[end+2:]
	}
	return ""
}
