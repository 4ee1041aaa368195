package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// errNotAllowed means that the value is not one the setting takes; the
// warning's sentence says what is.
var errNotAllowed = errors.New("not allowed")

// byteUnits lists the units of a size, longest names first within a size, so
// that a suffix is matched whole.
var byteUnits = []struct {
	name  string
	bytes int64
}{
	{"GiB", gib}, {"GB", gib}, {"G", gib},
	{"MiB", mib}, {"MB", mib}, {"M", mib},
	{"KiB", kib}, {"KB", kib}, {"K", kib},
	{"B", 1},
}

// setText stores a value written as text: a flag's, a variable's, a default
// or a JSON string.
func (s *Setting) setText(c *Config, text string) error {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }) {
		return errNotAllowed
	}
	trimmed := strings.TrimSpace(text)
	switch p := s.field(c).(type) {
	case *bool:
		v, err := parseBool(trimmed)
		if err != nil {
			return err
		}
		*p = v
	case *int:
		v, err := s.parseNumber(trimmed)
		if err != nil {
			return err
		}
		*p = int(v)
	case *int64:
		v, err := s.parseBytes(trimmed)
		if err != nil {
			return err
		}
		*p = v
	case *float64:
		v, err := strconv.ParseFloat(trimmed, 64)
		if err != nil || !s.within(v) {
			return errNotAllowed
		}
		*p = v
	case *time.Duration:
		v, err := s.parseDuration(trimmed)
		if err != nil {
			return err
		}
		*p = v
	case *[]string:
		v, err := s.parseList(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' || r == '\r' }))
		if err != nil {
			return err
		}
		*p = v
	case *string:
		v, err := s.parseString(trimmed)
		if err != nil {
			return err
		}
		*p = v
	default:
		return errNotAllowed
	}
	return nil
}

// setJSON stores a value of a settings file. A JSON string is read as the text
// form; other JSON types only where they fit the setting's kind.
func (s *Setting) setJSON(c *Config, raw json.RawMessage) error {
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) != nil || s.Kind == Meta {
			return errNotAllowed
		}
		return s.setText(c, text)
	case 't', 'f':
		if s.Kind == Bool {
			return s.setText(c, string(raw))
		}
	case '[':
		var items []*string
		if json.Unmarshal(raw, &items) != nil || slices.Contains(items, nil) {
			return errNotAllowed
		}
		texts := make([]string, len(items))
		for i, t := range items {
			texts[i] = *t
		}
		switch s.Kind {
		case List, Extensions:
			v, err := s.parseList(texts)
			if err != nil {
				return err
			}
			*s.field(c).(*[]string) = v
			return nil
		case Tools:
			return s.setText(c, strings.Join(texts, ","))
		}
	case '{':
		if s.Kind == Tools {
			var on map[string]bool
			if json.Unmarshal(raw, &on) != nil {
				return fmt.Errorf("%w: an object of tools maps names to true or false", errNotAllowed)
			}
			selection, err := selectionOf(on)
			if err != nil {
				return err
			}
			return s.setText(c, selection)
		}
	default:
		switch s.Kind {
		case Int, Ratio, Bytes, Duration:
			return s.setText(c, string(raw))
		}
	}
	return errNotAllowed
}

func (s *Setting) within(v float64) bool { return v >= s.Min && v <= s.Max } // NaN is not

func parseBool(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "1", "yes", "on":
		return true, nil
	case "false", "0", "no", "off":
		return false, nil
	}
	return false, errNotAllowed
}

// parseNumber also takes 1e3 and 50.0, which are whole numbers to JSON.
func (s *Setting) parseNumber(text string) (int64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || !s.within(v) {
		return 0, errNotAllowed
	}
	return int64(v), nil
}

func (s *Setting) parseBytes(text string) (int64, error) {
	unit := int64(1)
	for _, u := range byteUnits {
		if n := len(text) - len(u.name); n > 0 && strings.EqualFold(text[n:], u.name) {
			text, unit = strings.TrimSpace(text[:n]), u.bytes
			break
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	v *= float64(unit)
	if err != nil || v != math.Trunc(v) || !s.within(v) {
		return 0, errNotAllowed
	}
	return int64(v), nil
}

func (s *Setting) parseDuration(text string) (time.Duration, error) {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		if v := seconds * float64(time.Second); s.within(v) {
			return time.Duration(v), nil
		}
		return 0, errNotAllowed
	}
	v, err := time.ParseDuration(text)
	if err != nil || !s.within(float64(v)) {
		return 0, errNotAllowed
	}
	return v, nil
}

func (s *Setting) parseString(text string) (string, error) {
	if text == "" || strings.ContainsFunc(text, unicode.IsControl) {
		return "", errNotAllowed
	}
	switch s.Kind {
	case Choice:
		v := strings.ToLower(text)
		if to, ok := s.Aliases[v]; ok {
			v = to
		}
		if !slices.Contains(s.Choices, v) {
			return "", errNotAllowed
		}
		return v, nil
	case Tools:
		return parseSelection(text)
	}
	return text, nil
}

// parseList drops empty items and repetitions and keeps the order, which
// matters to gitignore-style patterns.
func (s *Setting) parseList(items []string) ([]string, error) {
	var out []string
	for _, item := range items {
		item = strings.TrimSpace(item)
		if strings.ContainsFunc(item, unicode.IsControl) {
			return nil, errNotAllowed
		}
		if s.Kind == Extensions {
			item = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(item, "*"), "."))
			if strings.ContainsAny(item, "/\\*? ") {
				return nil, errNotAllowed
			}
		}
		if s.Name == "exclude_dirs" && item != "" {
			item = path.Clean(strings.ReplaceAll(item, `\`, "/"))
			if item == "." || item == ".." {
				return nil, errNotAllowed
			}
		}
		if item == "" {
			continue
		}
		// A repeated pattern moves to the end: in gitignore the last match decides.
		if i := slices.Index(out, item); i >= 0 {
			out = slices.Delete(out, i, i+1)
		}
		out = append(out, item)
	}
	return out, nil
}

// parseObject reads one JSON object and nothing else.
func parseObject(raw []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil || v == nil || dec.More() {
		return nil, errNotAllowed
	}
	if _, err := dec.Token(); err == nil {
		return nil, errNotAllowed
	}
	return v, nil
}
