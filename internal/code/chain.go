package code

import "strings"

// A chain says from what the type of an expression follows, as far as the file
// tells. It is what stands before a referenced name, and what a variable or a
// callable's result is made from. Extractors write it, package index/xref
// follows it.
//
//	chain = way { "|" way }        one way after another, until one leads somewhere
//	way   = [ base ] { step }      an unknown base is left out
//	base  = NAME                   what the name means at the place of the chain
//	      | "@"                    the object itself: this, self, a receiver
//	      | "^"                    the same, looked up from the supertypes on
//	      | "<" TYPE ">"           a value of a type, as written: new T, a cast, a literal
//	step  = "." NAME               a member of it, or of a module, package or namespace
//	      | "(" [ args ] ")"       the result of calling it; of the arguments those are
//	                               said that may tell the type, others are left empty
//	      | "[]"                   an element of it: x[i], for e in x
//	      | "[#]"                  a key of it, where iterating gives keys beside elements
//	      | "<" TYPES ">"          a callable or type with type arguments, as written
//	      | "~"                    what awaiting it gives
//	      | "*"                    a list of it: [x], what a generator of x gives
//	      | "#" DIGIT              one of its parts: a, b = x
//	      | "!" DIGIT "." DIGIT    what it, called with a function as argument number one,
//	                               passes to that function as parameter number two; from 0
//	args  = [ way ] { "," [ way ] }
//
// NAME is an identifier of the language, which may hold "\" and "$" but none of
// the characters used here; a member's may begin with "#" or "@", and any may
// end with "!". Separators that mean membership (A::b, a->b) are
// written as dots.
const (
	ChainSelf  = "@"
	ChainSuper = "^"
	ChainCall  = "()"
	ChainItem  = "[]"
	ChainKey   = "[#]"
	ChainAwait = "~"
	ChainList  = "*"
)

// MaxChain bounds a chain, in bytes; of what is longer nothing is known.
const MaxChain = 160

// ChainOf is a value of the type as it is written, without line breaks.
func ChainOf(typ string) string { return fitting("<" + OneLine(typ) + ">") }

// ChainStep adds steps to a chain. The members of an unknown value are still
// known by their names, everything else of it is unknown.
func ChainStep(chain string, steps ...string) string {
	if strings.IndexByte(chain, '|') >= 0 {
		if ways := ChainWays(chain); len(ways) > 1 {
			for i, w := range ways {
				ways[i] = ChainStep(w, steps...)
			}
			return ChainOr(ways...)
		}
	}
	for _, s := range steps {
		if chain == "" && !strings.HasPrefix(s, ".") {
			return ""
		}
		chain += s
	}
	return fitting(chain)
}

// ChainOr joins chains of which each may be what a value is made from.
func ChainOr(ways ...string) string {
	var b strings.Builder
	for _, w := range ways {
		if w == "" || b.Len()+len(w) >= MaxChain || b.Len() > 0 && hasWay(b.String(), w) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('|')
		}
		b.WriteString(w)
	}
	return b.String()
}

func hasWay(chain, way string) bool {
	return chain == way || strings.HasPrefix(chain, way+"|") || strings.HasSuffix(chain, "|"+way) || strings.Contains(chain, "|"+way+"|")
}

func fitting(chain string) string {
	if len(chain) > MaxChain {
		return ""
	}
	return chain
}

// StepKind is what one step of a chain does.
type StepKind uint8

// Steps of a chain, in the order of its grammar.
const (
	StepUnknown StepKind = iota // a base that is left out
	StepName
	StepSelf
	StepSuper
	StepType
	StepMember
	StepCall
	StepItem
	StepKey
	StepArgs
	StepAwait
	StepList
	StepPart
	StepParam
)

// Step is one link of a chain.
type Step struct {
	Kind StepKind
	Text string // the name, the type, the type arguments or the arguments
	// N is the number of a part, or of the argument; M that of the parameter.
	N, M int
	// Args are the arguments of a call as far as they are given, each a chain.
	Args []string
}

// ChainWays cuts a chain into its ways.
func ChainWays(chain string) []string {
	if !strings.Contains(chain, "|") {
		return []string{chain}
	}
	var out []string
	from, types, calls := 0, 0, 0
	for i := 0; i < len(chain); i++ {
		switch chain[i] {
		case '<':
			types++
		case '>':
			if types > 0 && !arrow(chain, i) {
				types--
			}
		case '(':
			calls++
		case ')':
			calls--
		case '|':
			if types == 0 && calls <= 0 {
				out = append(out, chain[from:i])
				from = i + 1
			}
		}
	}
	return append(out, chain[from:])
}

// ChainArgs is the step of a call with what its arguments are, "()" where
// nothing is known of them; of several ways of one only the first is kept.
func ChainArgs(args []string) string {
	some := false
	for i, a := range args {
		args[i] = ChainWays(a)[0]
		some = some || args[i] != ""
	}
	if step := "(" + strings.Join(args, ",") + ")"; some && len(step) <= MaxChain/2 {
		return step
	}
	return ChainCall
}

// chainArgs reads the arguments of the call with which s begins and the length
// of what it read, 0 if they do not end.
func chainArgs(s string) (args []string, n int) {
	depth, angles, from := 0, 0, 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<':
			angles++
		case '>':
			if angles > 0 && !arrow(s, i) {
				angles--
			}
		case '(':
			if angles == 0 {
				depth++
			}
		case ')':
			if angles > 0 {
				continue
			}
			if depth--; depth == 0 {
				return append(args, s[from:i]), i + 1
			}
		case ',':
			if angles == 0 && depth == 1 {
				args, from = append(args, s[from:i]), i+1
			}
		}
	}
	return nil, 0
}

// arrow reports whether the ">" at i belongs to "->" or "=>".
func arrow(s string, i int) bool { return i > 0 && (s[i-1] == '-' || s[i-1] == '=') }

// ChainSteps reads one way of a chain, its base first. What does not follow
// the grammar ends it with an unknown step.
func ChainSteps(way string) []Step {
	var out []Step
	i := 0
	name := func() string {
		from := i
		for i < len(way) && !strings.ContainsRune(".()[]#~!|<>@^*", rune(way[i])) {
			i++
		}
		if i > from && i < len(way) && way[i] == '!' && (i+1 == len(way) || way[i+1] < '0' || way[i+1] > '9') {
			i++ // save!
		}
		return way[from:i]
	}
	digit := func() int {
		n := 0
		for i < len(way) && way[i] >= '0' && way[i] <= '9' && n < 1000 {
			n = 10*n + int(way[i]-'0')
			i++
		}
		return n
	}
	angled := func() (string, bool) {
		from, depth := i+1, 0
		for ; i < len(way); i++ {
			if way[i] == '<' {
				depth++
			} else if way[i] == '>' && !arrow(way, i) {
				if depth--; depth == 0 {
					i++
					return way[from : i-1], true
				}
			}
		}
		return "", false
	}
	switch {
	case way == "" || way[0] == '.':
		out = append(out, Step{})
	case way[0] == '@':
		i++
		out = append(out, Step{Kind: StepSelf})
	case way[0] == '^':
		i++
		out = append(out, Step{Kind: StepSuper})
	case way[0] == '<':
		text, ok := angled()
		if !ok {
			return []Step{{}}
		}
		out = append(out, Step{Kind: StepType, Text: text})
	default:
		out = append(out, Step{Kind: StepName, Text: name()})
	}
	for i < len(way) {
		rest := way[i:]
		switch {
		case rest[0] == '.':
			i++
			n := ""
			if i < len(way) && way[i] == '#' {
				i++
				n = "#"
			}
			for i < len(way) && way[i] == '@' {
				i++
				n += "@"
			}
			if n += name(); n == "" {
				return append(out, Step{})
			}
			out = append(out, Step{Kind: StepMember, Text: n})
		case strings.HasPrefix(rest, ChainCall):
			i += 2
			out = append(out, Step{Kind: StepCall})
		case rest[0] == '(':
			args, n := chainArgs(rest)
			if n == 0 {
				return append(out, Step{})
			}
			i += n
			out = append(out, Step{Kind: StepCall, Args: args})
		case strings.HasPrefix(rest, ChainKey):
			i += 3
			out = append(out, Step{Kind: StepKey})
		case strings.HasPrefix(rest, ChainItem):
			i += 2
			out = append(out, Step{Kind: StepItem})
		case rest[0] == '*':
			i++
			out = append(out, Step{Kind: StepList})
		case rest[0] == '<':
			text, ok := angled()
			if !ok {
				return append(out, Step{})
			}
			out = append(out, Step{Kind: StepArgs, Text: text})
		case rest[0] == '~':
			i++
			out = append(out, Step{Kind: StepAwait})
		case rest[0] == '#':
			i++
			out = append(out, Step{Kind: StepPart, N: digit()})
		case rest[0] == '!':
			i++
			s := Step{Kind: StepParam, N: digit()}
			if i < len(way) && way[i] == '.' {
				i++
				s.M = digit()
			}
			out = append(out, s)
		default:
			return append(out, Step{})
		}
	}
	return out
}
