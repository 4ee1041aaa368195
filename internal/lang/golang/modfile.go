package golang

import "strings"

// directives is what resolving needs of a go.mod or go.work file.
type directives struct {
	module   string
	used     []string          // directories
	replaced map[string]string // module path -> local directory, as written
}

// parseModFile reads the file leniently: what it does not know it skips.
// A directive is a line, or a line inside "directive ( ... )".
func parseModFile(text []byte) directives {
	d := directives{replaced: make(map[string]string)}
	block := ""
	for _, line := range strings.Split(string(text), "\n") {
		words := modWords(line)
		switch {
		case len(words) == 0:
		case block != "" && words[0] == ")":
			block = ""
		case block != "":
			d.add(block, words)
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case len(words) == 1 && strings.HasSuffix(words[0], "("):
			block = strings.TrimSuffix(words[0], "(")
		default:
			d.add(words[0], words[1:])
		}
	}
	return d
}

func (d *directives) add(verb string, words []string) {
	switch {
	case verb == "module" && len(words) > 0:
		d.module = words[0]
	case verb == "use" && len(words) > 0:
		d.used = append(d.used, words[0])
	case verb == "replace":
		for i, w := range words {
			if w == "=>" && i > 0 && i+1 < len(words) && isLocalDir(words[i+1]) {
				d.replaced[words[0]] = words[i+1]
			}
		}
	}
}

// isLocalDir reports whether a replacement is a directory and not a module.
func isLocalDir(s string) bool {
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}

// modWords splits a line into words, unquoted, without its comment.
func modWords(line string) []string {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r")
		if line == "" || strings.HasPrefix(line, "//") {
			return words
		}
		if q := line[0]; q == '"' || q == '`' {
			if k := strings.IndexByte(line[1:], q); k >= 0 {
				words, line = append(words, line[1:1+k]), line[k+2:]
				continue
			}
		}
		k := strings.IndexAny(line, " \t\r")
		if k < 0 {
			k = len(line)
		}
		words, line = append(words, line[:k]), line[k:]
	}
}
