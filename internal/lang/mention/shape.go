package mention

import (
	"bytes"
	"unicode/utf8"
)

// judge reports whether text, a run of path characters, is a path.
func judge(text []byte) (Shape, bool) {
	var s Shape
	letters, double, last, wide := 0, false, -1, false
	segment := 0
	for i, b := range text {
		switch {
		case b == '/':
			double = double || i > 0 && text[i-1] == '/'
			s.Slash = true
			last, segment = i, 0
			continue
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', b >= utf8.RuneSelf:
			letters++
		}
		segment++
		wide = wide || segment > 1
	}
	if double || letters == 0 {
		return s, false
	}
	base := text[last+1:]
	ext := extension(base)
	s.Extension = ext != nil
	s.Known = known(ext)
	if s.Slash {
		first := text[:bytes.IndexByte(text, '/')]
		if isDomain(first) || isDigest(first) {
			return s, false
		}
		return s, wide || text[0] == '/' || text[0] == '.'
	}
	return s, s.Extension && (s.Known || !isNumber(base)) && !isDomain(base) && !isAbbreviation(base)
}

// extension returns the letters and digits after the last dot of a base name,
// nil unless there are 1-5, or a known one's length, with a letter among them and a
// name before the dot.
func extension(base []byte) []byte {
	i := bytes.LastIndexByte(base, '.')
	if i <= 0 || base[i-1] == '.' {
		return nil
	}
	ext := base[i+1:]
	if len(ext) < 1 || len(ext) > 5 && !known(ext) {
		return nil
	}
	letter := false
	for _, b := range ext {
		switch {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z':
			letter = true
		case '0' <= b && b <= '9':
		default:
			return nil
		}
	}
	if !letter {
		return nil
	}
	return ext
}

// isNumber reports whether text is a version or a measure: 1.2.3, v1.x, 0.5s.
func isNumber(text []byte) bool {
	if len(text) > 1 && (text[0] == 'v' || text[0] == 'V') {
		text = text[1:]
	}
	digits := 0
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		digits++
	}
	return digits > 0 && digits < len(text) && text[digits] == '.'
}

// isDomain reports whether text ends like an internet host or a mail address.
func isDomain(text []byte) bool {
	i := bytes.LastIndexByte(text, '.')
	if i <= 0 || text[0] == '.' {
		return false
	}
	switch string(text[i+1:]) {
	case "com", "org", "net", "io", "edu", "gov", "mil", "info", "biz", "co", "uk", "de", "fr", "jp", "cn", "eu", "nl", "ru",
		"br", "us", "me", "xyz", "cloud", "localhost":
		return true
	case "dev", "app", "in", "sh", "ai", "it", "tv": // file names end so as well
		return bytes.HasPrefix(text, []byte("www.")) || bytes.HasPrefix(text, []byte("docs.")) || bytes.IndexByte(text, '@') > 0 ||
			string(text) == "go.dev" || string(text) == "pkg.go.dev" || string(text) == "gopkg.in"
	}
	return false
}

// isDigest reports whether text begins like an integrity hash: sha512-...
func isDigest(text []byte) bool {
	if !bytes.HasPrefix(text, []byte("sha")) {
		return false
	}
	i := 3
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return i > 3 && i < len(text) && text[i] == '-'
}

// isAbbreviation reports whether every part between dots is one letter, as in
// "e.g" and "i.e"; "a.c" and "a.h" are files.
func isAbbreviation(text []byte) bool {
	for i := 1; i < len(text); i += 2 {
		if text[i] != '.' {
			return false
		}
	}
	switch text[len(text)-1] {
	case 'c', 'h':
		return false
	}
	return len(text)%2 == 1
}

// Whole reports whether text as a whole is written like one path, and the
// length of the path without its query and fragment. Beside path characters
// it may have segments such as [id], (group) and $name. It is for text that
// something else delimits: a string value, an inline code span.
func Whole(text []byte) (n int, s Shape, ok bool) {
	n = len(text)
	if i := bytes.IndexAny(text, "#?"); i >= 0 {
		n = i
	}
	if n == 0 || n > maxPath {
		return 0, s, false
	}
	odd := false
	for i := 0; i < n; {
		end, _ := word(text[:n], i)
		if end > i {
			i = end
			continue
		}
		switch text[i] {
		case '[', '(', '$':
			if i > 0 && text[i-1] != '/' && text[i-1] != '[' {
				return 0, s, false
			}
			if text[i] == '$' && i == 0 {
				return 0, s, false
			}
		case ']', ')':
		default:
			return 0, s, false
		}
		odd = true
		i++
	}
	if first, end := trim(text, 0, n); first != 0 || end != n {
		return 0, s, false
	}
	if isDotFile(text[:n]) {
		return n, Shape{Known: true}, true
	}
	s, ok = judge(text[:n])
	return n, s, ok && (s.Slash || !odd)
}

// isDotFile reports whether text is a hidden file's name (".gitignore") and
// not just an extension (".ts").
func isDotFile(text []byte) bool {
	if len(text) < 4 || text[0] != '.' {
		return false
	}
	for _, b := range text[1:] {
		if (b < 'a' || b > 'z') && b != '-' && b != '_' {
			return false
		}
	}
	return string(text) == ".env" || !known(text[1:])
}

// Link returns the length of the path that a link's destination names: the
// destination without its fragment and query, and 0 when that is no path
// relative to the document or to the project's root.
func Link(dest []byte) int {
	n := len(dest)
	if i := bytes.IndexAny(dest, "#?"); i >= 0 {
		n = i
	}
	path := dest[:n]
	if n > 4*maxPath || bytes.HasPrefix(path, []byte("//")) || bytes.ContainsAny(path, "{}<>\n|\\*") {
		return 0
	}
	if i := bytes.IndexAny(path, ":/"); i >= 0 && path[i] == ':' {
		return 0 // a scheme
	}
	if path = bytes.TrimLeft(path, "./"); len(path) == 0 && n < 2 {
		return 0
	}
	if i := bytes.IndexByte(path, '@'); i > 0 && isDomain(path[i:]) {
		return 0
	}
	return n
}
