package tool

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"sextant/internal/index"
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
	b     strings.Builder
	max   int // characters
	used  int
	full  bool
	cited map[*index.File]bool
	order []*index.File
}

// endReserve is kept for the closing line.
const endReserve = 160

// newWriter starts a reply bounded by the configuration and by the call's own
// max_tokens (0: none).
func (c *Call) newWriter(maxTokens int) *writer {
	limit := c.Config.MaxReplyChars
	if maxTokens > 0 {
		limit = min(limit, max(tokens.Bytes(maxTokens), 2*endReserve))
	}
	return &writer{max: limit - endReserve, cited: make(map[*index.File]bool)}
}

// line adds a line if it fits and reports whether it did. Once one does not
// fit, none does: a reply is never cut in its middle.
func (w *writer) line(format string, args ...any) bool {
	s := format
	if len(args) > 0 {
		s = fmt.Sprintf(format, args...)
	}
	return w.block(s + "\n")
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

// room is how many characters are left.
func (w *writer) room() int { return max(0, w.max-w.used) }

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
		text += clip(closing, endReserve) + "\n"
	}
	r := &Reply{Text: text, Data: data, cited: w.order}
	r.Savings = account(text, w.order)
	return r
}

func account(text string, cited []*index.File) *Savings {
	if len(cited) == 0 {
		return nil
	}
	s := &Savings{FilesCited: len(cited), ReplyTokens: tokens.Of(len(text)),
		Note: "baseline: reading the cited files whole, once; all numbers are estimates"}
	for _, f := range cited {
		s.BaselineTokens += tokens.Of(int(f.Signature.Size))
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
	if offset+shown < total {
		return fmt.Sprintf("%d of %d; next: offset=%d", shown, total, offset+shown)
	}
	return fmt.Sprintf("%d-%d of %d; end", offset+1, offset+shown, total)
}

// nothing is a typed empty answer: its kind, what was looked at, and what may help.
func nothing(kind, detail string, hints ...string) *Reply {
	text := kind + ": " + detail
	for _, h := range hints {
		if h != "" {
			text += "\n" + h
		}
	}
	return &Reply{Text: text + "\n", Empty: true, Data: map[string]any{"empty": kind, "detail": detail, "hints": hints}}
}

// clip cuts s to at most max characters.
func clip(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	r := []rune(s)
	return strings.TrimRight(string(r[:max-1]), " ") + "…"
}

// some joins at most max names and counts the rest.
func some(names []string, max int) string {
	if len(names) <= max {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s +%d", strings.Join(names[:max], ", "), len(names)-max)
}

// count prints a number with its noun: "1 file", "3 files".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
