package ignore

import "bytes"

// step is one unit of a compiled wildcard pattern.
type step struct {
	op   op
	char byte // of one
	set  *set // of oneOf
}

type op uint8

const (
	one     op = iota // the byte char
	oneAny            // "?": any byte but a slash
	oneOf             // "[...]": a byte of set; sets hold no slash
	star              // "*": any bytes but slashes
	span              // "**" filling a whole path part: any bytes
	anyDirs           // "**/": nothing, or any bytes that end in a slash
)

// glob is a compiled wildcard pattern, never empty.
type glob []step

// compile reads a pattern; ok is false when it is malformed and so matches nothing: an open
// bracket, an unknown class name, a backslash at the end.
func compile(pat string, fold bool) (g glob, ok bool) {
	for i := 0; i < len(pat); i++ {
		switch c := pat[i]; c {
		case '\\':
			i++
			if i == len(pat) {
				return nil, false
			}
			// Git does not fold an escaped letter, so an escaped capital matches nothing there.
			g = append(g, step{op: one, char: pat[i]})
		case '?':
			g = append(g, step{op: oneAny})
		case '[':
			s, end, ok := parseSet(pat, i+1, fold)
			if !ok {
				return nil, false
			}
			g = append(g, step{op: oneOf, set: s})
			i = end
		case '*':
			start := i
			for i+1 < len(pat) && pat[i+1] == '*' {
				i++
			}
			after := pat[i+1:]
			switch whole := start == 0 || pat[start-1] == '/'; {
			case i == start || !whole:
				g = append(g, step{op: star})
			case after == "" || len(after) > 1 && after[0] == '\\' && after[1] == '/':
				g = append(g, step{op: span})
			case after[0] == '/':
				g = append(g, step{op: anyDirs})
				i++
			default:
				g = append(g, step{op: star})
			}
		default:
			if fold {
				c = lowerByte(c)
			}
			g = append(g, step{op: one, char: c})
		}
	}
	return g, true
}

// match reports whether the glob matches the whole text, in time linear in their product for each
// path part of the text. One place to go back to is enough for "*" and one for the wider
// wildcards: a slash ends what the last "*" can still repair, and whatever an earlier wide
// wildcard could reach by taking more, the latest one reaches as well.
func (g glob) match(text []byte) bool {
	// Most names fail at their last byte already ("*.min.[jc]s").
	if s := &g[len(g)-1]; s.op <= oneOf && (len(text) == 0 || !s.matches(text[len(text)-1])) {
		return false
	}
	gi, ti := 0, 0
	afterStar, starEnd := -1, 0
	afterWide, wideEnd, wide := -1, 0, span
	for {
		if gi == len(g) {
			if ti == len(text) {
				return true
			}
		} else {
			switch s := &g[gi]; s.op {
			case star:
				gi++
				if gi == len(g) && !hasSlash(text[ti:]) {
					return true
				}
				afterStar, starEnd = gi, ti
				continue
			case span, anyDirs:
				gi++
				if gi == len(g) {
					return true
				}
				afterWide, wideEnd, wide, afterStar = gi, ti, s.op, -1
				continue
			default:
				if ti < len(text) && s.matches(text[ti]) {
					if text[ti] == '/' {
						afterStar = -1
					}
					gi++
					ti++
					continue
				}
			}
		}
		switch {
		case afterStar >= 0 && starEnd < len(text) && text[starEnd] != '/':
			starEnd++
			gi, ti = afterStar, starEnd
		case afterWide >= 0 && wide == anyDirs:
			slash := bytes.IndexByte(text[wideEnd:], '/')
			if slash < 0 {
				return false
			}
			wideEnd += slash + 1
			gi, ti, afterStar = afterWide, wideEnd, -1
		case afterWide >= 0 && wideEnd < len(text):
			wideEnd++
			gi, ti, afterStar = afterWide, wideEnd, -1
		default:
			return false
		}
	}
}

func (s *step) matches(c byte) bool {
	switch s.op {
	case one:
		return c == s.char
	case oneAny:
		return c != '/'
	}
	return s.set.has(c)
}
