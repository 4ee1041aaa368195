package ignore

import (
	"bytes"
	"strings"
)

// Rules are the compiled patterns of one ignore file. They are immutable.
type Rules struct {
	fold     bool
	patterns []pattern

	// Three indexes split the patterns by the cheapest way to find the last one that matches.
	// Each holds positions in patterns, later lines first.
	byName map[string][]int32 // no wildcard at all, by the last part of the pattern
	byExt  map[string][]int32 // "*.ext", by "ext", which has no further dot
	rest   []int32
}

// Option changes how Parse reads a file.
type Option func(*Rules)

// Fold makes the rules match without regard to the case of ASCII letters, as git does where
// core.ignorecase is set.
func Fold(on bool) Option { return func(r *Rules) { r.fold = on } }

// Parse compiles the text of an ignore file. The source labels it in decisions, usually by its
// path. Every text is valid: a pattern that git cannot match (an open "[") matches nothing.
func Parse(source string, text []byte, options ...Option) *Rules {
	r := &Rules{}
	for _, option := range options {
		option(r)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for line := 1; len(text) > 0; line++ {
		raw, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		raw = bytes.TrimSuffix(raw, []byte("\r"))
		if pat := significant(raw); pat != "" && pat[0] != '#' {
			if p, ok := parsePattern(pat, r.fold); ok {
				p.rule.Source, p.rule.Line = source, line
				r.patterns = append(r.patterns, p)
			}
		}
	}
	r.index()
	return r
}

// Len returns the number of patterns that can match something.
func (r *Rules) Len() int { return len(r.patterns) }

// significant cuts a line where git stops reading it: at a NUL byte, and before trailing spaces
// (not tabs) unless a backslash protects the first of them.
func significant(line []byte) string {
	if i := bytes.IndexByte(line, 0); i >= 0 {
		line = line[:i]
	}
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			if i+1 == len(line) {
				return string(line)
			}
			i++
		}
		end = i + 1
	}
	return string(line[:end])
}

func (r *Rules) index() {
	r.byName, r.byExt = map[string][]int32{}, map[string][]int32{}
	for i := len(r.patterns) - 1; i >= 0; i-- {
		switch p := &r.patterns[i]; {
		case p.shape == literal:
			name := p.text[strings.LastIndexByte(p.text, '/')+1:]
			r.byName[name] = append(r.byName[name], int32(i))
		case p.shape == suffix && p.isExtension():
			r.byExt[p.text[1:]] = append(r.byExt[p.text[1:]], int32(i))
		default:
			r.rest = append(r.rest, int32(i))
		}
	}
}

// last returns the last pattern that matches rel, the path of an entry from the rules' directory
// (folded if the rules fold), whose base name starts at the byte nameAt; nil if none does.
func (r *Rules) last(rel []byte, nameAt int, isDir bool) *pattern {
	name := rel[nameAt:]
	best := int32(-1)
	if len(r.byName) > 0 {
		best = r.first(r.byName[string(name)], best, rel, name, isDir)
	}
	if len(r.byExt) > 0 {
		if dot := bytes.LastIndexByte(name, '.'); dot >= 0 {
			best = r.first(r.byExt[string(name[dot+1:])], best, rel, name, isDir)
		}
	}
	best = r.first(r.rest, best, rel, name, isDir)
	if best < 0 {
		return nil
	}
	return &r.patterns[best]
}

// first returns the first of the descending candidates that is above best and matches, else best.
func (r *Rules) first(candidates []int32, best int32, rel, name []byte, isDir bool) int32 {
	for _, i := range candidates {
		if i <= best {
			break
		}
		if r.patterns[i].match(rel, name, isDir) {
			return i
		}
	}
	return best
}
