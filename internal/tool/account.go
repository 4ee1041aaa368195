package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"sextant/internal/index"
	"sextant/internal/telemetry"
	"sextant/internal/tokens"
)

// Accounts takes the account of each call: *telemetry.Recorder. It returns at
// once and cannot fail.
type Accounts interface {
	// Record books a call.
	Record(telemetry.Finished)
	// Flush stores what waits, as far as that is done before ctx ends.
	Flush(ctx context.Context)
	// Dropped is how many events could not be stored.
	Dropped() int
}

// contents are the tools whose replies are content: what was sent once is in
// the conversation, word for word.
var contents = map[string]bool{"read_file": true, "get_file_outline": true, "get_file_summary": true, "batch_file_summaries": true, "get_symbol": true}

// shorten replaces a reply that repeats an earlier one by a line that says so.
// args are the normalised arguments, n is the call's number.
func (d *Deps) shorten(n int, t *Tool, args []byte, r *Reply) *Reply {
	if d.Ledger == nil || !contents[t.Name] {
		return r
	}
	same := r.same
	if same == "" {
		same = r.Text
	}
	if len(r.Text) <= telemetry.LeastRepeat {
		return r
	}
	since, repeats := d.Ledger.Repeats(n, t.Name+"\x00"+string(args), same)
	if !repeats {
		return r
	}
	chars := utf8.RuneCountInString(r.Text)
	return &Reply{
		Text:    fmt.Sprintf("unchanged since call %d (%d characters); the same call once more sends it again\n", since, chars),
		Data:    map[string]int{"unchanged_since_call": since, "characters": chars},
		account: r.account,
	}
}

// book accounts for a call that was answered with r or err.
func (d *Deps) book(t *Tool, args []byte, r *Reply, err error) {
	if d.Accounts == nil {
		return
	}
	f := telemetry.Finished{Tool: t.Name, Asked: tokens.Of(len(t.Name) + len(args))}
	if err != nil {
		f.Replied = tokens.Of(len(err.Error()))
	} else {
		f.Replied = tokens.Of(d.sent(r))
		f.Entries = r.account
		if r.Savings != nil {
			f.Cited = cites(r.cited)
		}
	}
	d.Accounts.Record(f)
}

// sent is the size of what the client is given for a reply, in bytes. Where it
// is given the same twice, both count: which of them a model is shown is not known.
func (d *Deps) sent(r *Reply) int {
	n := len(r.Text)
	if d.Config.SavingsFooter && r.Savings != nil && r.Savings.Saved > 0 {
		n += footerReserve
	}
	if d.Config.StructuredContent && r.Data != nil {
		if b, err := json.Marshal(r.Data); err == nil {
			n += len(b)
		}
	}
	return n
}

// cites are the files that a reader without the reply might have read, and what
// that costs.
func cites(cited []*index.File) []telemetry.Cited {
	var out []telemetry.Cited
	for _, f := range cited[:min(len(cited), baselineFiles)] {
		out = append(out, telemetry.Cited{Path: f.Path, Content: f.Hash, Tokens: readingCost(f)})
	}
	return out
}

// readingCost estimates the tokens of reading a file: clients cut long ones.
func readingCost(f *index.File) int { return min(tokens.Of(int(f.Signature.Size)), baselineTokens) }
