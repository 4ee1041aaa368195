package rust

import "strings"

// setting is one value of a manifest: the names of its tables and keys on the
// way, and the value, unquoted where it is a string.
type setting struct {
	keys  []string
	value string
}

// readManifest reads the tables, strings and inline tables of a Cargo.toml
// leniently: what it does not know it skips.
func readManifest(text []byte) []setting {
	var out []setting
	var table []string
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(withoutComment(lines[i]))
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			table = keyParts(strings.Trim(line, "[]"))
		default:
			key, value, ok := cutOutside(line, '=')
			if !ok {
				continue
			}
			value = strings.TrimSpace(value)
			for _, quote := range []string{`"""`, "'''"} {
				if rest, ok := strings.CutPrefix(value, quote); ok {
					for !strings.Contains(rest, quote) && i+1 < len(lines) {
						i++
						rest = lines[i]
					}
				}
			}
			for open(value) && i+1 < len(lines) {
				i++
				value += " " + strings.TrimSpace(withoutComment(lines[i]))
			}
			keys := append(append([]string(nil), table...), keyParts(key)...)
			out = addValue(out, keys, value)
		}
	}
	return out
}

// addValue adds a value, an inline table as the values in it.
func addValue(out []setting, keys []string, value string) []setting {
	if inside, ok := strings.CutPrefix(value, "{"); ok {
		for _, part := range splitOutside(strings.TrimSuffix(inside, "}"), ',') {
			if key, v, ok := cutOutside(part, '='); ok {
				below := append(append([]string(nil), keys...), keyParts(key)...)
				out = append(out, setting{below, unquote(v)})
			}
		}
		return out
	}
	return append(out, setting{keys, unquote(value)})
}

// open reports whether brackets or braces of a value are still to be closed.
func open(value string) bool {
	depth := 0
	outside(value, func(i int) bool {
		switch value[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		return true
	})
	return depth > 0
}

// outside calls f at each byte that is not inside a string, until it says no.
func outside(s string, f func(i int) bool) {
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0:
			if !f(i) {
				return
			}
		case c == '\\' && quote == '"':
			i++
		case c == quote:
			quote = 0
		}
	}
}

func withoutComment(line string) string {
	end := len(line)
	outside(line, func(i int) bool {
		if line[i] == '#' {
			end = i
			return false
		}
		return true
	})
	return line[:end]
}

// cutOutside cuts at the first separator that is not inside a string.
func cutOutside(s string, separator byte) (before, after string, ok bool) {
	at := -1
	outside(s, func(i int) bool {
		if s[i] == separator {
			at = i
		}
		return at < 0
	})
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+1:], true
}

// splitOutside splits at separators that are in neither strings nor brackets.
func splitOutside(s string, separator byte) (parts []string) {
	start, depth := 0, 0
	outside(s, func(i int) bool {
		switch c := s[i]; {
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == separator && depth == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
		return true
	})
	return append(parts, s[start:])
}

func keyParts(key string) []string {
	parts := splitOutside(key, '.')
	for i := range parts {
		parts[i] = unquote(parts[i])
	}
	return parts
}

func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
