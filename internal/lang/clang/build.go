package clang

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"sextant/internal/lang"
)

// build is what the checkout says about include directories.
type build struct {
	files map[string][]string // by compiled file
	all   []string            // of every file, for headers
	cmake []string
}

// of lists the include directories that count for a file, best first: those
// it is compiled with, or for a header those of all, the nearest first.
func (b *build) of(from string) []string {
	own, ok := b.files[from]
	if ok {
		return append(slices.Clone(own), nearest(b.cmake, from)...)
	}
	return append(nearest(b.all, from), nearest(b.cmake, from)...)
}

// nearest sorts directories by how much of the way they share with a file.
func nearest(dirs []string, from string) []string {
	out := slices.Clone(dirs)
	slices.SortStableFunc(out, func(a, b string) int { return lang.SharedDirs(from, b+"/") - lang.SharedDirs(from, a+"/") })
	return out
}

// builds reads compile_commands.json and CMakeLists.txt files, once a view.
func builds(p lang.Project) *build {
	return p.Memo("clang include directories", func() any {
		b := &build{files: make(map[string][]string)}
		for _, name := range p.Named("compile_commands.json") {
			if text, ok := p.Read(name); ok && len(text) <= maxCommands {
				b.commands(p, name, text)
			}
		}
		for _, name := range p.Named("CMakeLists.txt") {
			if text, ok := p.Read(name); ok {
				b.cmakeLists(p, name, text)
			}
		}
		return b
	}).(*build)
}

// maxCommands bounds a compile_commands.json that is read (bytes).
const maxCommands = 64 << 20

// commands takes the include directories of each compiled file. Directories
// are absolute paths on some machine: what counts is their end that exists.
func (b *build) commands(p lang.Project, name string, text []byte) {
	var entries []struct {
		Directory, File, Command string
		Arguments                []string
	}
	if json.Unmarshal(text, &entries) != nil {
		return
	}
	root := rootOf(p, name, len(entries), func(i int) (string, string) { return entries[i].Directory, entries[i].File })
	seen := make(map[string]bool)
	for i := range entries {
		e := &entries[i]
		args := e.Arguments
		if len(args) == 0 {
			args = split(e.Command)
		}
		dir := inside(root, e.Directory, path.Dir(name))
		file, ok := within(root, dir, e.File)
		var dirs []string
		for k := 0; k < len(args); k++ {
			value, isDir := "", false
			for _, flag := range [...]string{"-isystem", "-iquote", "-idirafter", "-I", "/I", "/external:I"} {
				if rest, found := strings.CutPrefix(args[k], flag); found {
					value, isDir = strings.TrimPrefix(rest, "="), true
					break
				}
			}
			if !isDir {
				continue
			}
			if value == "" && k+1 < len(args) {
				k++
				value = args[k]
			}
			d, known := within(root, dir, value)
			if !known || d != "." && !p.HasDir(d) {
				continue
			}
			if !slices.Contains(dirs, d) {
				dirs = append(dirs, d)
			}
			if !seen[d] {
				seen[d] = true
				b.all = append(b.all, d)
			}
		}
		if ok {
			b.files[file] = append(b.files[file], dirs...)
		}
	}
}

// rootOf finds the absolute path under which the checkout lay when the
// commands were recorded: the one that makes most compiled files exist.
func rootOf(p lang.Project, name string, n int, entry func(int) (directory, file string)) string {
	votes := make(map[string]int)
	best := ""
	for i := 0; i < n && i < 200; i++ {
		directory, file := entry(i)
		file = strings.ReplaceAll(file, "\\", "/")
		if !absolute(file) {
			file = path.Join(strings.ReplaceAll(directory, "\\", "/"), file)
		}
		if !absolute(file) {
			continue
		}
		file = path.Clean(file)
		// The longest end of the path that is a file of the checkout.
		for at := 0; ; {
			next := strings.IndexByte(file[at:], '/')
			if next < 0 {
				break
			}
			at += next + 1
			if p.File(file[at:]) {
				root := strings.TrimSuffix(file[:at], "/")
				votes[root]++
				if votes[root] > votes[best] || best == "" {
					best = root
				}
				break
			}
		}
	}
	return best
}

func absolute(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':' && name[2] == '/'
}

// inside turns the directory of an entry into one of the checkout; one that
// is not absolute counts from where the file of commands lies.
func inside(root, directory, beside string) string {
	d := path.Clean(strings.ReplaceAll(directory, "\\", "/"))
	if !absolute(d) {
		return path.Join(beside, d)
	}
	return d
}

// within turns a path, as seen from dir, into one of the checkout.
func within(root, dir, name string) (string, bool) {
	name = strings.ReplaceAll(name, "\\", "/")
	if name == "" {
		return "", false
	}
	if !absolute(name) {
		name = path.Join(dir, name)
	}
	name = path.Clean(name)
	if absolute(name) {
		if name == root {
			return ".", true
		}
		rest, ok := strings.CutPrefix(name, root+"/")
		return rest, ok && rest != ""
	}
	return name, name != ".." && !strings.HasPrefix(name, "../")
}

// split takes a shell command apart into words, quotes removed.
func split(command string) []string {
	var out []string
	var word strings.Builder
	some := false
	quote := byte(0)
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			} else if c == '\\' && quote == '"' && i+1 < len(command) {
				i++
				word.WriteByte(command[i])
			} else {
				word.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote, some = c, true
		case c == '\\' && i+1 < len(command) && (command[i+1] == ' ' || command[i+1] == '"' || command[i+1] == '\\'):
			i++
			word.WriteByte(command[i])
			some = true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if some {
				out = append(out, word.String())
				word.Reset()
				some = false
			}
		default:
			word.WriteByte(c)
			some = true
		}
	}
	if some {
		out = append(out, word.String())
	}
	return out
}

// cmakeLists takes the directories that include_directories and
// target_include_directories name without computing them.
func (b *build) cmakeLists(p lang.Project, name string, text []byte) {
	here := path.Dir(name)
	for _, call := range cmakeCalls(string(text)) {
		for _, word := range call {
			dir, ok := cmakeDirectory(p, here, word)
			if ok && (dir == "." || p.HasDir(dir)) && !slices.Contains(b.cmake, dir) {
				b.cmake = append(b.cmake, dir)
			}
		}
	}
}

// cmakeCalls lists the words of the calls that name include directories.
func cmakeCalls(text string) [][]string {
	var out [][]string
	var code strings.Builder
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		code.WriteString(line)
		code.WriteByte('\n')
	}
	rest := code.String()
	low := strings.ToLower(rest)
	for {
		at := strings.Index(low, "include_directories")
		if at < 0 {
			return out
		}
		at += len("include_directories")
		rest, low = rest[at:], low[at:]
		open := strings.TrimLeft(rest, " \t")
		if !strings.HasPrefix(open, "(") {
			continue
		}
		if end := strings.IndexByte(open, ')'); end > 0 {
			out = append(out, split(open[1:end]))
		}
	}
}

// cmakeDirectory reads one word of a call as a directory of the checkout.
func cmakeDirectory(p lang.Project, here, word string) (string, bool) {
	word = strings.TrimSuffix(strings.TrimPrefix(word, "$<BUILD_INTERFACE:"), ">")
	switch word {
	case "PUBLIC", "PRIVATE", "INTERFACE", "SYSTEM", "BEFORE", "AFTER", "":
		return "", false
	}
	for _, v := range [...]string{"${CMAKE_CURRENT_SOURCE_DIR}", "${CMAKE_CURRENT_LIST_DIR}"} {
		if rest, ok := strings.CutPrefix(word, v); ok {
			word = "./" + rest
		}
	}
	for _, v := range [...]string{"${PROJECT_SOURCE_DIR}", "${CMAKE_SOURCE_DIR}"} {
		rest, ok := strings.CutPrefix(word, v)
		if !ok || strings.Contains(rest, "$") {
			continue
		}
		// The project is declared here or further up.
		for rest != "" && here != "." && !p.HasDir(path.Join(here, rest)) {
			here = path.Dir(here)
		}
		if rest == "" {
			here = "."
		}
		return path.Join(here, rest), true
	}
	if strings.Contains(word, "$") || absolute(word) {
		return "", false
	}
	word = path.Join(here, word)
	return word, word != ".." && !strings.HasPrefix(word, "../")
}
