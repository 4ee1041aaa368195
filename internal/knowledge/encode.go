package knowledge

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Encode returns the file's bytes, equal for equal content. The form keeps
// diffs and merges small: paths sorted, one line a field, lists and maps on
// their field's line, so that changing one file's entry changes only that
// entry's lines. Empty fields are left out, and the characters that matter to
// HTML stand as they are.
func (b *Base) Encode() []byte {
	keys := slices.Collect(maps.Keys(b.Entries))
	for key := range b.Extra {
		if b.Entries[key] == nil {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	out := []byte("{")
	for i, key := range keys {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, "\n  "...)
		out = appendString(out, key)
		out = append(out, ": "...)
		if e := b.Entries[key]; e != nil {
			out = e.appendTo(out)
		} else {
			out = appendTopLevel(out, b.Extra[key])
		}
	}
	if len(keys) > 0 {
		out = append(out, '\n')
	}
	return append(out, "}\n"...)
}

// lines writes an object with one line a member.
type lines struct {
	out   []byte
	begun bool
}

func (l *lines) key(key string) {
	if l.begun {
		l.out = append(l.out, ',')
	}
	l.begun = true
	l.out = append(l.out, "\n    "...)
	l.out = appendString(l.out, key)
	l.out = append(l.out, ": "...)
}

func (l *lines) end() []byte {
	if l.begun {
		l.out = append(l.out, "\n  "...)
	}
	return append(l.out, '}')
}

func (e *Entry) appendTo(out []byte) []byte {
	l := &lines{out: append(out, '{')}
	written := map[string]bool{}
	for _, f := range fields {
		value := f.value(e)
		if e.omits(f.key, value) {
			continue
		}
		written[f.key] = true
		l.key(f.key)
		l.out = appendValue(l.out, value)
	}
	for _, key := range slices.Sorted(maps.Keys(e.Extra)) {
		if !written[key] {
			l.key(key)
			l.out = append(l.out, e.Extra[key]...)
		}
	}
	return l.end()
}

// omits reports whether a field is empty. The sizes of a known file are
// written even when they are zero, unless a value of the wrong type is kept
// in their place.
func (e *Entry) omits(key string, value any) bool {
	switch v := value.(type) {
	case *int:
		_, kept := e.Extra[key]
		always := e.Structured && !kept && (key == "sizeChars" || key == "lineCount")
		return *v == 0 && !always
	case *bool:
		return !*v
	case *string:
		return *v == ""
	case *[]string:
		return len(*v) == 0
	case *map[string][]string:
		return len(*v) == 0
	}
	return true
}

// appendTopLevel writes a top-level value that is not an entry; an object gets
// the form of an entry.
func appendTopLevel(out []byte, raw json.RawMessage) []byte {
	v, ok := anyOf(raw).(map[string]any)
	if !ok {
		return append(out, raw...)
	}
	l := &lines{out: append(out, '{')}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		l.key(key)
		l.out = appendValue(l.out, v[key])
	}
	return l.end()
}

// canonical brings a JSON value into its one form: keys sorted, one line,
// numbers as they were written.
func canonical(raw json.RawMessage) json.RawMessage { return appendValue(nil, anyOf(raw)) }

func anyOf(raw json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil // only for bytes that are not JSON, which Parse has refused
	}
	return v
}

func appendValue(out []byte, value any) []byte {
	switch v := value.(type) {
	case *int:
		return appendInt(out, *v)
	case *bool:
		return appendValue(out, *v)
	case *string:
		return appendString(out, *v)
	case *[]string:
		return appendList(out, *v, appendString)
	case *map[string][]string:
		return appendMap(out, *v, func(out []byte, names []string) []byte { return appendList(out, names, appendString) })
	case bool:
		if v {
			return append(out, "true"...)
		}
		return append(out, "false"...)
	case string:
		return appendString(out, v)
	case json.Number:
		return append(out, v...)
	case []any:
		return appendList(out, v, appendValue)
	case map[string]any:
		return appendMap(out, v, appendValue)
	}
	return append(out, "null"...)
}

func appendInt(out []byte, v int) []byte {
	return strconv.AppendInt(out, int64(v), 10)
}

func appendList[T any](out []byte, items []T, item func([]byte, T) []byte) []byte {
	out = append(out, '[')
	for i, v := range items {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = item(out, v)
	}
	return append(out, ']')
}

func appendMap[T any](out []byte, members map[string]T, member func([]byte, T) []byte) []byte {
	out = append(out, '{')
	for i, key := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = appendString(out, key)
		out = append(out, ": "...)
		out = member(out, members[key])
	}
	return append(out, '}')
}

// appendString quotes as JavaScript's JSON.stringify does, so that a file
// shared with project-intel-tool keeps its strings: only quotes, backslashes
// and control characters are escaped. Bytes that are not UTF-8 become U+FFFD.
func appendString(out []byte, s string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	if isPlain(s) {
		return append(append(out, s...), '"')
	}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\b':
			out = append(out, `\b`...)
		case r == '\f':
			out = append(out, `\f`...)
		case r < 0x20:
			out = append(out, `\u00`...)
			out = append(out, hex[r>>4], hex[r&15])
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}

// isPlain reports whether s is quoted as it stands.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] == '"' || s[i] == '\\' {
			return false
		}
	}
	return utf8.ValidString(s)
}
