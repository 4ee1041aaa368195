package ignore

import "strings"

// set is a set of bytes.
type set [4]uint64

func (s *set) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *set) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *set) addIf(in func(c byte) bool) {
	for c := range 256 {
		if in(byte(c)) {
			s.add(byte(c))
		}
	}
}

// parseSet reads a bracket expression whose "[" stands before pat[i] and returns the position of
// its closing "]"; ok is false when there is none. With fold the set is asked about lower-case
// letters only; then ranges and [:upper:] cover them too but single capitals do not (git's rule).
func parseSet(pat string, i int, fold bool) (s *set, end int, ok bool) {
	s = &set{}
	negated := i < len(pat) && (pat[i] == '!' || pat[i] == '^')
	if negated {
		i++
	}
	from := byte(0) // where a range would start; 0 after a range or a class
	for first := true; ; first = false {
		if i >= len(pat) {
			return nil, 0, false
		}
		c := pat[i]
		switch {
		case c == ']' && !first:
			if negated {
				for w := range s {
					s[w] = ^s[w]
				}
			}
			s['/'>>6] &^= 1 << ('/' & 63)
			return s, i, true
		case c == '-' && from != 0 && i+1 < len(pat) && pat[i+1] != ']':
			i++
			if pat[i] == '\\' {
				if i++; i == len(pat) {
					return nil, 0, false
				}
			}
			s.addRange(from, pat[i], fold)
			from = 0
		case c == '[' && strings.HasPrefix(pat[i+1:], ":"):
			class, found, closed := className(pat[i+2:])
			if !closed {
				return nil, 0, false
			}
			if !found { // an ordinary "["
				s.add(c)
				from = c
				break
			}
			in := classes[class]
			if in == nil {
				return nil, 0, false
			}
			s.addIf(in)
			if fold && class == "upper" {
				s.addIf(isLower)
			}
			i += len("[:") + len(class) + len(":]") - 1
			from = 0
		default:
			if c == '\\' {
				if i++; i == len(pat) {
					return nil, 0, false
				}
				c = pat[i]
			}
			s.add(c)
			from = c
		}
		i++
	}
}

func (s *set) addRange(from, to byte, fold bool) {
	for c := int(from); c <= int(to); c++ {
		s.add(byte(c))
		if fold {
			s.add(lowerByte(byte(c)))
		}
	}
}

// className reads what follows "[:". The next "]" ends it: closed tells whether there is one, found
// whether it follows a colon.
func className(rest string) (name string, found, closed bool) {
	end := strings.IndexByte(rest, ']')
	if end < 0 {
		return "", false, false
	}
	name, found = strings.CutSuffix(rest[:end], ":")
	return name, found, true
}

// classes are the named classes, over ASCII only. Vertical tab and form feed are no space to git.
var classes = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isLower(c) || isUpper(c) || isDigit(c) },
	"alpha":  func(c byte) bool { return isLower(c) || isUpper(c) },
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"digit":  isDigit,
	"graph":  isGraph,
	"lower":  isLower,
	"print":  func(c byte) bool { return c == ' ' || isGraph(c) },
	"punct":  func(c byte) bool { return isGraph(c) && !isLower(c) && !isUpper(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= lowerByte(c) && lowerByte(c) <= 'f' },
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isGraph(c byte) bool { return ' ' < c && c <= '~' }
