package grep

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says why a query cannot be searched for.
type SyntaxError struct {
	Query  string
	Offset int    // of the trouble, bytes of Query
	Text   string // what is wrong and what would work
}

func (e *SyntaxError) Error() string {
	if e.Query == "" {
		return e.Text
	}
	return fmt.Sprintf("query %q, byte %d: %s", shorten(e.Query), e.Offset, e.Text)
}

// shorten cuts a query to what fits a message.
func shorten(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// literally is the hint that follows most faults: a model that searched for
// code has often forgotten that the query is an expression.
const literally = "; to search for the text itself use fixed=true"

// refuse finds what no query may be.
func refuse(query string) error {
	if query == "" {
		return &SyntaxError{Text: "the query is empty: give the text or the regular expression to search for"}
	}
	for i, r := range query {
		if r != utf8.RuneError {
			continue
		}
		if _, w := utf8.DecodeRuneInString(query[i:]); w == 1 {
			return &SyntaxError{Query: query, Offset: i, Text: "not valid UTF-8: write a byte as an escape such as \\x{e9}"}
		}
	}
	return nil
}

// explain turns the fault that package regexp/syntax found into advice.
func explain(query string, err error) error {
	var fault *syntax.Error
	if !errors.As(err, &fault) {
		return &SyntaxError{Query: query, Text: err.Error()}
	}
	out := &SyntaxError{Query: query, Offset: max(0, strings.Index(query, fault.Expr))}
	quoted := shorten(fault.Expr)
	switch fault.Code {
	case syntax.ErrMissingParen:
		out.Offset = scan(query).open
		out.Text = `unclosed group at (; close it with ) or write \(` + literally
	case syntax.ErrUnexpectedParen:
		out.Offset = scan(query).closed
		out.Text = `) without (; write \)` + literally
	case syntax.ErrMissingBracket:
		out.Text = `unclosed class at [; close it with ] or write \[` + literally
	case syntax.ErrMissingRepeatArgument:
		out.Text = fmt.Sprintf("nothing to repeat before %s; write \\%s", quoted, quoted) + literally
	case syntax.ErrInvalidRepeatOp:
		out.Text = fmt.Sprintf("%s repeats a repetition, and RE2 has no possessive operators", quoted) + literally
	case syntax.ErrInvalidRepeatSize:
		out.Text = fmt.Sprintf("%s repeats too often: at most 1000 in all, nested counts multiplied", quoted)
	case syntax.ErrInvalidCharRange:
		out.Text = fmt.Sprintf("no such class or range: %s", quoted) + literally
	case syntax.ErrTrailingBackslash:
		out.Offset = len(query) - 1
		out.Text = `a lone \ at the end; write \\` + literally
	case syntax.ErrInvalidEscape:
		out.Text = fmt.Sprintf("no such escape: %s", quoted) + literally
		if len(fault.Expr) > 1 && ('1' <= fault.Expr[1] && fault.Expr[1] <= '9' || fault.Expr[1] == 'k') {
			out.Text = fmt.Sprintf("RE2 has no backreference such as %s: write out what may repeat", quoted)
		}
	case syntax.ErrInvalidPerlOp:
		out.Text = fmt.Sprintf("no such group: %s", quoted) + literally
	case syntax.ErrInvalidNamedCapture:
		out.Text = fmt.Sprintf("bad group name in %s; write (?P<name>...) with letters, digits and _, each name once", quoted)
	case syntax.ErrNestingDepth:
		out.Offset = 0
		out.Text = "groups are nested too deep (at most 1000)"
	case syntax.ErrLarge:
		out.Offset = 0
		out.Text = "the expression is too large: use fewer or smaller counts such as {100}, or several searches"
	default:
		out.Text = fmt.Sprintf("%s: %s", fault.Code, quoted) + literally
	}
	if text := missing(query[out.Offset:]); text != "" && fault.Code != syntax.ErrNestingDepth {
		out.Text = text
	}
	return out
}

// missing says of what begins with a group that other engines have and RE2
// has not what to do without it.
func missing(query string) string {
	for _, look := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(query, look) {
			return fmt.Sprintf("RE2 has no look-around such as %s: match the surroundings too, or search twice", look)
		}
	}
	if strings.HasPrefix(query, "(?>") {
		return "RE2 has no atomic group (?>, and needs none: write (?:"
	}
	return ""
}

// scanned is what the text of an expression tells and its tree does not.
type scanned struct {
	literal bool // it names some character itself
	upper   bool // one such is upper case
	quoting bool // it ends within \Q
	open    int  // the innermost ( that is never closed, -1 if none
	closed  int  // the first ) that closes nothing, -1 if none
	newline int  // the first way to write a line feed, -1 if none
}

// lineEnd is where a query asks for a line end, as well as can be said.
func (s scanned) lineEnd(query string) int {
	if i := strings.Index(query, "\n"); i >= 0 {
		return i
	}
	return max(0, min(s.newline, len(query)-1))
}

// scan walks an expression the way it is parsed, without understanding more
// than which characters stand for themselves.
func scan(expr string) scanned {
	s := scanned{open: -1, closed: -1, newline: -1}
	see := func(r rune, at int) {
		s.literal = true
		s.upper = s.upper || unicode.IsUpper(r)
		if r == '\n' && s.newline < 0 {
			s.newline = at
		}
	}
	var opens []int
	class := false
	for i := 0; i < len(expr); {
		rest := expr[i:]
		r, w := utf8.DecodeRuneInString(rest)
		switch {
		case strings.HasPrefix(rest, `\Q`) && !class:
			text, _, ended := strings.Cut(rest[2:], `\E`)
			for at, r := range text {
				see(r, i+2+at)
			}
			w = 2 + len(text)
			if ended {
				w += 2
			}
			s.quoting = !ended
		case r == '\\' && len(rest) > 1:
			r, w, ok := escape(rest)
			if ok {
				see(r, i)
			}
			i += w
			continue
		case class && strings.HasPrefix(rest, "[:") && strings.Contains(rest, ":]"):
			w = strings.Index(rest, ":]") + 2
		case class && r == ']':
			class = false
		case class:
			see(r, i)
		case r == '[':
			class = true
			if strings.HasPrefix(rest[w:], "^") {
				w++
			}
			if strings.HasPrefix(rest[w:], "]") {
				w++ // the first ] is an ordinary one
			}
		case r == '(':
			opens = append(opens, i)
			if strings.HasPrefix(rest, "(?") {
				w = flagGroup(rest)
				if rest[w-1] == ')' {
					opens = opens[:len(opens)-1]
				}
			}
		case r == ')':
			if len(opens) > 0 {
				opens = opens[:len(opens)-1]
			} else if s.closed < 0 {
				s.closed = i
			}
		case strings.ContainsRune(`.*+?|^${}`, r):
		default:
			see(r, i)
		}
		i += w
	}
	if len(opens) > 0 {
		s.open = opens[len(opens)-1]
	}
	return s
}

// flagGroup is the length of what begins a group with (?: up to its : or >
// or, where it only sets flags, its ).
func flagGroup(s string) int {
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case ':', '>', ')':
			return i + 1
		}
	}
	return len(s)
}

// escape reads an escape: the character it stands for, if it stands for one
// alone, and its length in bytes.
func escape(s string) (r rune, size int, literal bool) {
	r, w := utf8.DecodeRuneInString(s[1:])
	size = 1 + w
	digits := func(from, most int, base rune) (v rune) {
		for size = from; size < len(s) && size < from+most; size++ {
			d := rune(strings.IndexByte("0123456789abcdef", s[size]|0x20))
			if s[size] < '@' {
				d = rune(s[size]) - '0'
			}
			if d < 0 || d >= base {
				break
			}
			v = v*base + d
		}
		return v
	}
	switch r {
	case 'x':
		if strings.HasPrefix(s[2:], "{") {
			v := digits(3, 8, 16)
			return v, min(size+1, len(s)), true
		}
		return digits(2, 2, 16), size, true
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return digits(1, 3, 8), size, true
	case 'p', 'P':
		if strings.HasPrefix(s[2:], "{") {
			if end := strings.IndexByte(s, '}'); end > 0 {
				return 0, end + 1, false
			}
			return 0, len(s), false
		}
		_, w := utf8.DecodeRuneInString(s[2:])
		return 0, 2 + w, false
	case 'n':
		return '\n', size, true
	case 'a', 'f', 't', 'r', 'v':
		return ' ', size, true
	}
	if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
		return 0, size, false // \b, \w and the like
	}
	return r, size, true
}

// spansLines reports whether the expression asks for a line feed by name.
func spansLines(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral {
		for _, r := range re.Rune {
			if r == '\n' {
				return true
			}
		}
	}
	if re.Op == syntax.OpCharClass && len(re.Rune) == 2 && re.Rune[0] == '\n' && re.Rune[1] == '\n' {
		return true
	}
	for _, sub := range re.Sub {
		if spansLines(sub) {
			return true
		}
	}
	return false
}
