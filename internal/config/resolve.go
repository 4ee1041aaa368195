package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sources is everything a Config is resolved from. The zero value gives the
// defaults.
type Sources struct {
	// Root is the root when no flag and no variable names one.
	Root string
	// Flags maps flag names, without dashes, to their text. Only flags that
	// were given may be present.
	Flags map[string]string
	// Env looks a variable up; nil means that none is set.
	Env func(name string) (string, bool)
	// EnvNames lists the names of the variables that are set. It is needed to
	// find the _META variables of tools beyond project-intel-tool's three, and
	// to notice misspelt names; nil switches both off.
	EnvNames []string
	// Project is the project's file and User the user's.
	Project, User File
}

// File is a settings file: the name shown in warnings and its bytes, nil when
// there is none.
type File struct {
	Name string
	Data []byte
}

// Resolve returns the configuration that follows from the sources. It reads
// nothing else, so equal sources give equal results.
func Resolve(src Sources) *Config {
	r := &resolver{config: &Config{Meta: map[string]map[string]any{}, Origins: map[string]string{}}}
	for i := range table {
		s := &table[i]
		r.config.Origins[s.Name] = "default"
		if s.Default != "" {
			if err := s.setText(r.config, s.Default); err != nil {
				r.warn("default of %s: %v.", s.Name, err)
			}
		}
	}
	r.config.Root = src.Root
	r.file(src.User, false)
	r.file(src.Project, true)
	r.environment(src)
	r.flags(src.Flags)
	return r.config
}

type resolver struct {
	config *Config
}

func (r *resolver) warn(format string, args ...any) {
	r.config.Warnings = append(r.config.Warnings, fmt.Sprintf(format, args...))
}

// done records where a value came from, or why it was skipped.
func (r *resolver) done(s *Setting, origin, value string, err error) {
	if err == nil {
		r.config.Origins[s.Name] = origin
		return
	}
	why := ""
	if detail, ok := strings.CutPrefix(err.Error(), errNotAllowed.Error()+": "); ok && errors.Is(err, errNotAllowed) {
		why = " (" + detail + ")"
	}
	r.warn("%s: %s is not allowed%s; it takes %s. The value was skipped.", origin, quote(value), why, s.Allowed())
}

// quote shortens a value for a warning.
func quote(value string) string {
	const limit = 60
	if utf8.RuneCountInString(value) > limit {
		value = string([]rune(value)[:limit]) + "…"
	}
	return strconv.Quote(value)
}

func (r *resolver) file(f File, project bool) {
	if f.Data == nil {
		return
	}
	entries, err := readEntries(f.Data)
	if err != nil {
		r.warn("%s was skipped: %v.", f.Name, err)
		return
	}
	seen := map[string]string{}
	for _, e := range entries {
		if e.key == "$schema" {
			continue
		}
		i := slices.IndexFunc(table, func(s Setting) bool { return s.Key != "" && fold(s.Key) == fold(e.key) })
		if i < 0 {
			hint := ""
			if near := nearest(e.key, keys()); near != "" {
				hint = fmt.Sprintf("; did you mean %s?", strconv.Quote(near))
			}
			r.warn("%s: there is no setting %s%s", f.Name, quote(e.key), orStop(hint))
			continue
		}
		s := &table[i]
		if before, twice := seen[s.Name]; twice {
			r.warn("%s: %s is given twice (%s and %s); the last one counts.", f.Name, s.Key, before, e.key)
		}
		seen[s.Name] = e.key
		if string(e.raw) == "null" {
			continue
		}
		if s.UserOnly && project {
			r.warn("%s: %s reaches outside the project, so a project's file cannot set it; use the user's file, %s or --%s.",
				f.Name, s.Key, s.Env[0], s.Flags[0])
			continue
		}
		origin := fmt.Sprintf("%s: %s", f.Name, e.key)
		if s.Kind == Meta {
			r.fileMeta(s, origin, e.raw)
			continue
		}
		r.done(s, origin, valueText(e.raw), s.setJSON(r.config, e.raw))
	}
}

func (r *resolver) fileMeta(s *Setting, origin string, raw json.RawMessage) {
	var tools map[string]json.RawMessage
	if json.Unmarshal(raw, &tools) != nil {
		r.done(s, origin, valueText(raw), errNotAllowed)
		return
	}
	for _, tool := range slices.Sorted(maps.Keys(tools)) {
		r.meta(s, origin+"."+tool, tool, string(tools[tool]))
	}
}

// meta stores one tool's object; the whole object replaces one from below.
func (r *resolver) meta(s *Setting, origin, tool, text string) {
	tool = strings.ToLower(strings.ReplaceAll(tool, "-", "_"))
	v, err := parseObject([]byte(text))
	if err == nil && !isName(tool) {
		err = fmt.Errorf("%w: %q is not a tool's name", errNotAllowed, tool)
	}
	if err == nil {
		r.config.Meta[tool] = v
	}
	r.done(s, origin, text, err)
}

// environment applies the other tools' names first and ours over them. A
// variable that is set but empty counts as not set.
func (r *resolver) environment(src Sources) {
	if src.Env == nil {
		return
	}
	names := slices.Sorted(slices.Values(src.EnvNames))
	for i := range table {
		s := &table[i]
		for _, name := range slices.Backward(s.Env) {
			if s.Kind == Meta {
				r.envMeta(s, name, names, src.Env)
				continue
			}
			if value, ok := src.Env(name); ok && value != "" {
				r.done(s, "environment variable "+name, value, s.setText(r.config, value))
			}
		}
	}
	r.misspelt(names)
}

func (r *resolver) envMeta(s *Setting, pattern string, names []string, env func(string) (string, bool)) {
	prefix, suffix, _ := strings.Cut(pattern, "<TOOL>")
	all := []string{prefix + "QUERY" + suffix, prefix + "SCAN" + suffix, prefix + "SUBMIT_ANALYSIS" + suffix}
	for _, name := range names {
		if toolOf(name, prefix, suffix) != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, name := range all {
		if value, ok := env(name); ok && value != "" {
			r.meta(s, "environment variable "+name, toolOf(name, prefix, suffix), value)
		}
	}
}

// toolOf returns what stands between prefix and suffix, or "".
func toolOf(name, prefix, suffix string) string {
	rest, ok := strings.CutPrefix(name, prefix)
	tool, ok2 := strings.CutSuffix(rest, suffix)
	if !ok || !ok2 {
		return ""
	}
	return tool
}

// misspelt warns of variables with our prefix that are close to a real one.
// Others are left alone: the prefix may serve purposes beyond settings.
func (r *resolver) misspelt(names []string) {
	var known []string
	for _, s := range table {
		known = append(known, s.Env...)
	}
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, ours)
		if !ok || slices.Contains(known, name) || strings.HasSuffix(name, "_META") {
			continue
		}
		candidates := make([]string, 0, len(table))
		for _, s := range table {
			candidates = append(candidates, strings.TrimPrefix(s.Env[0], ours))
		}
		if near := nearest(rest, candidates); near != "" {
			r.warn("environment variable %s is not a setting; did you mean %s%s?", name, ours, near)
		}
	}
}

func (r *resolver) flags(flags map[string]string) {
	used := map[string]bool{}
	for i := range table {
		s := &table[i]
		for _, name := range slices.Backward(s.Flags) {
			if s.Kind == Meta {
				prefix, suffix, _ := strings.Cut(name, "<tool>")
				for _, flag := range slices.Sorted(maps.Keys(flags)) {
					if tool := toolOf(flag, prefix, suffix); tool != "" {
						used[flag] = true
						r.meta(s, "flag --"+flag, tool, flags[flag])
					}
				}
				continue
			}
			if value, ok := flags[name]; ok {
				used[name] = true
				r.done(s, "flag --"+name, value, s.setText(r.config, value))
			}
		}
	}
	var known []string
	for _, s := range table {
		known = append(known, s.Flags...)
	}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if used[name] {
			continue
		}
		hint := ""
		if near := nearest(name, known); near != "" {
			hint = "; did you mean --" + near + "?"
		}
		r.warn("there is no flag --%s%s", name, orStop(hint))
	}
}

func keys() []string {
	var out []string
	for _, s := range table {
		if s.Key != "" {
			out = append(out, s.Key)
		}
	}
	return out
}

func orStop(hint string) string {
	if hint == "" {
		return "."
	}
	return hint
}

// valueText shows a JSON value in a warning: a string without its quotes.
func valueText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
