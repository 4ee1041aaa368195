package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// entry is one key of a settings file, nested keys joined by dots.
type entry struct {
	key string
	raw json.RawMessage
}

// readEntries lists the keys of a settings file in file order. Objects under
// a key that only groups settings (gc) are flattened.
func readEntries(data []byte) ([]entry, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("it is empty; an empty object is written {}")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return nil, syntaxError(data, err)
	}
	if bytes.TrimSpace(data)[0] != '{' {
		return nil, errors.New("it does not hold a JSON object")
	}
	return objectEntries("", data)
}

func objectEntries(prefix string, data []byte) ([]entry, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var out []entry
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string)
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		if raw[0] == '{' && prefix == "" && isGroup(key) {
			nested, err := objectEntries(key+".", raw)
			if err != nil {
				return nil, err
			}
			out = append(out, nested...)
			continue
		}
		out = append(out, entry{prefix + key, raw})
	}
	return out, nil
}

// isGroup reports whether key only groups settings, as gc does.
func isGroup(key string) bool {
	return slices.ContainsFunc(table, func(s Setting) bool {
		group, _, nested := strings.Cut(s.Key, ".")
		return nested && fold(group) == fold(key)
	})
}

// fold makes the spellings of a key equal: maxFiles, max_files, max-files.
func fold(key string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(key))
}

// syntaxError says where the JSON is wrong: line and column from 1, the column
// in characters.
func syntaxError(data []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	at := min(max(int(syntax.Offset)-1, 0), len(data))
	if strings.Contains(syntax.Error(), "unexpected end") {
		at = len(data)
	}
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	line := bytes.Count(data[:at], []byte("\n")) + 1
	column := utf8.RuneCount(data[start:at]) + 1
	hint := ""
	if at < len(data) {
		switch data[at] {
		case '/', '#':
			hint = "; comments are not allowed"
		case '}', ']':
			hint = "; a comma before it has to go"
		}
	}
	return fmt.Errorf("it is not valid JSON at line %d, column %d (%s%s)", line, column, syntax.Error(), hint)
}

// nearest returns the candidate closest to name by edit distance, or "" when
// none is close enough to be what was meant.
func nearest(name string, candidates []string) string {
	best, at := "", 1+len(fold(name))/3
	for _, c := range candidates {
		if d := distance(fold(name), fold(c)); d < at || d == at && best == "" {
			best, at = c, d
		}
	}
	return best
}

func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
