package tool

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/telemetry"
	"sextant/internal/tokens"
)

// Reply is what a tool answers.
type Reply struct {
	Text string
	// Data is the same answer as a value, for JSON output.
	Data any
	// Empty is true when nothing was found (exit status 1 on the command line).
	Empty bool
	// Savings is the account of the reply, nil for tools that cite no file.
	Savings *Savings

	cited []*index.File
	// account is what the call adds to the token accounts beside itself: a
	// summary that was served or had to be derived, a search that found nothing.
	// A handler may be run several times; only the entries of the reply that
	// leaves are booked. What the call cost, and the baseline of the cited files,
	// are booked for every tool without it.
	account []telemetry.Entry
	// same, if not "", stands for Text where the reply is compared with an
	// earlier one: for texts that tell their age, for instance.
	same string
	// commit, if not nil, stores what the call is to change. It runs once, when
	// the reply stands: a call may be answered several times before.
	commit func() error
}

// Savings is what a reply cost and what reading the cited files would have.
// All numbers are estimates.
type Savings struct {
	FilesCited     int    `json:"files_cited"`
	ReplyTokens    int    `json:"reply_tokens"`
	BaselineTokens int    `json:"baseline_tokens"`
	Saved          int    `json:"estimated_tokens_saved"`
	Note           string `json:"note"`
}

// snippetChars is the longest snippet or one-line text in a reply.
const snippetChars = 120

// writer lays a reply out line by line within its budget. Whatever does not
// fit is left out from the end, and the last line says so.
type writer struct {
	b       strings.Builder
	max     int // characters
	hard    int // characters that the first entry may take where max is less
	used    int
	entries int
	full    bool
	cited   map[*index.File]bool
	order   []*index.File
}

const (
	// endReserve is kept for the closing line.
	endReserve = 160
	// footerReserve is kept for what the server may add.
	footerReserve = 90
)

// mostTokens bounds what a call may ask for: clients cut or refuse more.
const mostTokens = 25000

// limits are the characters a reply may take: what the caller asks for with
// max_tokens (0: nothing), and what one entry may take at the most. Who asks
// for more than the configured limit gets it.
func (c *Call) limits(maxTokens int) (wanted, allowed int) {
	allowed = c.Config.MaxReplyChars - c.reserve
	if c.Config.SavingsFooter {
		allowed -= footerReserve
	}
	if maxTokens > 0 {
		wanted = max(tokens.Bytes(min(maxTokens, mostTokens)), 2*endReserve)
		return wanted, max(allowed, wanted)
	}
	return allowed, allowed
}

// newWriter starts a reply bounded by the configuration and by the call's own
// max_tokens (0: none).
func (c *Call) newWriter(maxTokens int) *writer {
	wanted, allowed := c.limits(maxTokens)
	return &writer{max: wanted - endReserve, hard: allowed - endReserve, cited: make(map[*index.File]bool)}
}

// line adds a line if it fits and reports whether it did. Once one does not
// fit, none does: a reply is never cut in its middle.
func (w *writer) line(format string, args ...any) bool {
	return w.block(fmt.Sprintf(format, args...) + "\n")
}

// block adds text that belongs together, or none of it.
func (w *writer) block(s string) bool {
	n := utf8.RuneCountInString(s)
	if w.full || w.used+n > w.max {
		w.full = true
		return false
	}
	w.used += n
	w.b.WriteString(s)
	return true
}

// entry is block for one of a list's entries. The first one is written even
// if the caller's budget is too small for it: a page without any would be
// asked for again and again.
func (w *writer) entry(s string) bool {
	if w.entries == 0 && !w.full && w.used+utf8.RuneCountInString(s) > w.max {
		w.max = w.hard
		defer func() { w.full = true }()
	}
	if !w.block(s) {
		return false
	}
	w.entries++
	return true
}

// room is how many characters are left.
func (w *writer) room() int { return max(0, w.max-w.used) }

// joinNotes puts two closing notes into one; either may be empty.
func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// cite notes that the reply shows something of a file, so that it is checked
// against the disk before the reply leaves.
func (w *writer) cite(f *index.File) {
	if f != nil && !w.cited[f] {
		w.cited[f] = true
		w.order = append(w.order, f)
	}
}

// close adds the closing line, which always fits, and returns the reply.
func (w *writer) close(closing string, data any) *Reply {
	text := w.b.String()
	if closing != "" {
		text += clip(code.OneLine(closing), endReserve-1) + "\n"
	}
	r := &Reply{Text: text, Data: data, cited: w.order}
	r.Savings = account(text, w.order)
	return r
}

// What a reader without the reply would have read is not known, so it is set
// low: nobody opens more than a few files of a list, and clients cut long ones.
const (
	baselineFiles  = 10
	baselineTokens = 10000
)

func account(text string, cited []*index.File) *Savings {
	if len(cited) == 0 {
		return nil
	}
	s := &Savings{FilesCited: len(cited), ReplyTokens: tokens.Of(len(text)),
		Note: "baseline: reading the first 10 cited files once, at most 10000 tokens each; all numbers are estimates"}
	for _, f := range cited[:min(len(cited), baselineFiles)] {
		s.BaselineTokens += readingCost(f)
	}
	s.Saved = max(0, s.BaselineTokens-s.ReplyTokens)
	return s
}

// page is the closing line of a list: what was shown of how many, and how to
// get the next page.
func page(shown, offset, total int) string {
	if shown == total {
		return ""
	}
	if shown == 0 {
		return fmt.Sprintf("0 of %d: the next one does not fit; raise max_tokens", total)
	}
	if offset+shown < total {
		return fmt.Sprintf("%d of %d; next: offset=%d", shown, total, offset+shown)
	}
	return fmt.Sprintf("%d-%d of %d; end", offset+1, offset+shown, total)
}

// notYet says how many files there was no time for, "" for none.
func notYet(pending int) string {
	if pending == 0 {
		return ""
	}
	return count(pending, "file") + " not yet looked at: ask again shortly"
}

// nothing is a typed empty answer: its kind, what was looked at, and what may help.
func nothing(kind, detail string, hints ...string) *Reply {
	detail = clip(detail, longestDetail)
	text := kind + ": " + detail
	given := []string{}
	for _, h := range hints {
		if h != "" {
			h = clip(h, longestDetail)
			text += "\n" + h
			given = append(given, h)
		}
	}
	return &Reply{Text: text + "\n", Empty: true, Data: map[string]any{"empty": kind, "detail": detail, "hints": given}}
}

// longestDetail bounds each line of an empty answer and each error, in
// characters: they repeat what the caller sent.
const longestDetail = 400

// printable is a path as one word of a line: a name with a line break in it
// would read as two, so such names are quoted.
func printable(path string) string {
	for _, r := range path {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError {
			return strconv.Quote(path)
		}
	}
	return path
}

// printables joins paths as printable shows them.
func printables(paths []string) string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = printable(p)
	}
	return strings.Join(out, ", ")
}

// clip cuts s to at most max characters.
func clip(s string, max int) string { return code.Clip(s, max) }

// some joins at most max names and counts the rest.
func some(names []string, max int) string {
	if len(names) <= max {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s +%d", strings.Join(names[:max], ", "), len(names)-max)
}

// count prints a number with its noun: "1 file", "3 files".
func count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "ch"):
		return fmt.Sprintf("%d %ses", n, noun)
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, noun[:len(noun)-1])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
