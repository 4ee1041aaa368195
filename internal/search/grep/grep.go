// Package grep finds the lines of a text that hold what a caller searches
// for: a query (a regular expression in RE2 syntax, or plain text) goes in,
// a Pattern comes out, and a Pattern gives the matching Lines of any text.
//
// A text is searched by the cheapest of three ways. A query that is plain
// text is looked up with the vector instructions behind bytes.IndexByte. A
// regular expression that needs some literal looks for that first and tries
// only its lines. Everything else runs through a deterministic automaton
// that is built while it runs (type dfa). Package regexp says where in a
// line a match lies, and takes over from an automaton that grows too much.
//
// What a query matches is what package regexp says of each line alone,
// without its line end ("\n" or "\r\n").
package grep

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"unicode/utf8"
)

// Case says whether capital and small letters are the same.
type Case uint8

const (
	// Smart ignores case when the query holds a letter or other literal and
	// none that is upper case.
	Smart Case = iota
	Sensitive
	Insensitive
)

// Options say how a query is read.
type Options struct {
	Fixed     bool // the query is the text itself, not a regular expression
	Word      bool // a match neither follows nor precedes a word character of its line
	Multiline bool // a match may span lines; ^ and $ still match at line ends
	Case      Case
}

// Line is a matching line, or with Options.Multiline the lines of a match.
type Line struct {
	Number     int // the line, from 1
	LastNumber int // the last line; the same unless a match spans lines
	Start, End int // bytes of the text, without the last line's end
}

// Pattern is a compiled query. It may be used by many goroutines at once:
// each takes its own automaton from a pool, where it stays warm.
type Pattern struct {
	options Options
	tree    *syntax.Regexp
	program *program
	// needles are texts one of which every match holds; pure needs no more
	// than one of them to match.
	needles []needle
	pure    bool
	// shortest is how many bytes a match has at least.
	shortest int

	source   string // of the query for package regexp
	whole    *regexp.Regexp
	resumed  func() *regexp.Regexp
	searches sync.Pool // *search
}

// notWord is what may stand around a match with Options.Word: all but the
// letters, marks, digits and connectors of Unicode.
const notWord = `[^\p{L}\p{M}\p{Nd}\p{Pc}]`

// mostInsts is how many instructions a query may need: some MB of memory, and
// as long as anybody waits for it.
const mostInsts = 50_000

// Compile reads a query. Its error is a *SyntaxError.
func Compile(query string, o Options) (*Pattern, error) {
	if err := refuse(query); err != nil {
		return nil, err
	}
	source := query
	if o.Fixed {
		source = regexp.QuoteMeta(query)
	}
	scanned := scan(source)
	if scanned.quoting {
		source += `\E`
	}
	flags := ""
	if o.Case == Insensitive || o.Case == Smart && scanned.literal && !scanned.upper {
		flags += "i"
	}
	if o.Multiline {
		flags += "m"
	}
	if flags != "" {
		source = "(?" + flags + ")" + source
	}
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, explain(query, err)
	}
	if !o.Multiline && spansLines(tree) {
		return nil, &SyntaxError{Query: query, Offset: scanned.lineEnd(query),
			Text: "a line end cannot match within one line; to match across lines use multiline=true"}
	}
	p := &Pattern{options: o, tree: tree, source: source}
	full := source
	if o.Word {
		// \A comes first: of two matches that the text's first rune could
		// begin, the one that holds it is leftmost.
		full = `(?:\A|` + notWord + `)(` + source + ")(?:" + notWord + `|\z)`
	}
	fullTree, err := syntax.Parse(full, syntax.Perl)
	if err != nil {
		return nil, explain(query, err)
	}
	fullTree = fullTree.Simplify()
	prog, err := syntax.Compile(fullTree)
	if err == nil && len(prog.Inst) > mostInsts {
		err = &syntax.Error{Code: syntax.ErrLarge, Expr: query}
	}
	if err != nil {
		return nil, explain(query, err)
	}
	if p.whole, err = regexp.Compile(full); err != nil {
		return nil, explain(query, err)
	}
	p.resumed = sync.OnceValue(p.compileResumed)
	p.program = newProgram(prog, o.Multiline)
	p.needles, p.pure = required(fullTree, o.Multiline)
	p.shortest = shortest(fullTree)
	if len(p.needles) > 1 && p.program.only >= 0 {
		p.needles, p.pure = nil, false // one byte begins them all
	}
	p.searches.New = func() any { return &search{pattern: p} }
	return p, nil
}

// compileResumed makes the expression that finds the query's next match in a
// text whose first rune only says what stands before.
func (p *Pattern) compileResumed() *regexp.Regexp {
	if p.options.Word {
		return regexp.MustCompile(`\A(?s:.*?)` + notWord + "(" + p.source + ")(?:" + notWord + `|\z)`)
	}
	return regexp.MustCompile(`\A(?s:.)(?s:.*?)(` + p.source + ")")
}

// Syntax is the tree of the query, case and Fixed included. Whatever matches
// the Pattern matches the tree; of Options.Word it says nothing. It must not
// be changed.
func (p *Pattern) Syntax() *syntax.Regexp { return p.tree }

// next is the first match in text at or after at, for a text that is
// searched again from where the last match ended: start and end, bytes. What
// stands before at is context. start is -1 when there is none.
func (p *Pattern) next(text []byte, at int) (start, end int) {
	group := 0
	if p.options.Word {
		group = 2
	}
	if at == 0 {
		m := p.whole.FindSubmatchIndex(text)
		if m == nil {
			return -1, -1
		}
		return m[group], m[group+1]
	}
	if at > len(text) {
		return -1, -1
	}
	_, w := utf8.DecodeLastRune(text[:at])
	from := at - w
	m := p.resumed().FindSubmatchIndex(text[from:])
	if m == nil {
		return -1, -1
	}
	return from + m[2], from + m[3]
}
