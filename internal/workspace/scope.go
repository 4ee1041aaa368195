package workspace

import (
	"path"
	"path/filepath"
	"strings"

	"sextant/internal/workspace/ignore"
)

// scope is what configuration includes and excludes.
type scope struct {
	include *ignore.Matcher // of the root; nil if nothing is configured
	exclude *ignore.Matcher
	parts   [][]string // the included patterns that name directories on the way, split
	key     uint64
}

func newScope(o Options) scope {
	s := scope{include: patterns("include", o.Include), exclude: patterns("exclude", o.Exclude)}
	s.key = mix(rulesKeyVersion, "include")
	s.key = mix(s.key, o.Include...)
	s.key = mix(s.key, "exclude")
	s.key = mix(s.key, o.Exclude...)
	s.key = mix(s.key, "hidden")
	s.key = mix(s.key, o.Hidden...)
	for _, p := range o.Include {
		p = strings.Trim(plain(p), "/")
		if strings.Contains(p, "/") && p[0] != '!' && p[0] != '#' {
			s.parts = append(s.parts, strings.Split(p, "/"))
		}
	}
	return s
}

func patterns(label string, list []string) *ignore.Matcher {
	if len(list) == 0 {
		return nil
	}
	lines := make([]string, len(list))
	for i, p := range list {
		lines[i] = plain(p)
	}
	return ignore.New(ignore.Parse(label, []byte(strings.Join(lines, "\n"))))
}

// plain takes "./" and Windows separators off a path that stands as a pattern.
func plain(p string) string { return strings.TrimPrefix(filepath.ToSlash(p), "./") }

// leads reports whether something included may lie below an ignored directory.
func (s *scope) leads(dir string) bool {
	for _, pattern := range s.parts {
		if leads(pattern, strings.Split(dir, "/")) {
			return true
		}
	}
	return false
}

func leads(pattern, dir []string) bool {
	for i, name := range dir {
		switch {
		case i == len(pattern)-1:
			return false
		case pattern[i] == "**":
			return true
		}
		if ok, err := path.Match(pattern[i], name); !ok && err == nil {
			return false
		}
	}
	return true
}

// enter and matches are those of ignore.Matcher for one that may be nil.
func enter(m *ignore.Matcher, name string) *ignore.Matcher {
	if m == nil || name == "" {
		return m
	}
	return m.Enter(name)
}

func matches(m *ignore.Matcher, name string, isDir bool) bool {
	return m != nil && m.Ignored(name, isDir)
}
