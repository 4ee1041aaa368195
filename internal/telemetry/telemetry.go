// Package telemetry keeps the token accounts of the tools: what each call cost,
// what reading the files it cited would have, and what repo-memory would call
// saved. In go finished calls (Recorder) and stored events (Sum); out come a
// Report, its text and its page. docs/telemetry.md says what is counted and what
// is not. Nothing here may slow a call or fail it, and nothing leaves the machine.
//
// All tokens are estimates (package tokens).
//
// The main types are Recorder and Report.
package telemetry

import (
	"strconv"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/store"
)

// Kind says what an event is about. The names are repo-memory's where it has one.
type Kind string

// The kinds of events.
const (
	// CacheHit: a file's summary was served that had been derived before.
	CacheHit Kind = "cache_hit"
	// CacheMiss: it had to be derived first.
	CacheMiss Kind = "cache_miss"
	// SummaryServed: a search showed summaries; one event a search.
	SummaryServed Kind = "summary_served"
	// SearchMiss: a search found nothing though there was something to search.
	SearchMiss Kind = "search_miss"
	// ForceReread: a summary was derived anew because the caller wanted it.
	ForceReread Kind = "force_reread"
	// Invalidation: derived data was dropped by the caller.
	Invalidation Kind = "invalidation"
	// SessionStart: the list of tools and the instructions were paid for.
	SessionStart Kind = "session_start"
	// Call: a tool was called; one event a call.
	Call Kind = "call"
)

// Entry is what a tool books about a call beside the call itself, in
// repo-memory's terms.
type Entry struct {
	Kind Kind
	// Path is the file it is about, "" for none.
	Path string
	// Tokens is what repo-memory counts as saved: what reading the file would
	// have cost. 0 for kinds that save nothing.
	Tokens int
	// Text is what was searched for, for a SearchMiss.
	Text string
}

// Cited is a file that a reply shows something of.
type Cited struct {
	Path    string
	Content code.Hash // zero where it is not known
	Tokens  int       // what reading it would cost
}

// Finished is a call that has been answered.
type Finished struct {
	Tool    string
	Asked   int     // tokens of the tool's name and arguments
	Replied int     // tokens of the reply
	Cited   []Cited // what a reader without the reply might have read
	Entries []Entry
}

// longestText bounds what is kept of a query, in characters.
const longestText = 200

// events lays a call down. baseline is what its cited files cost that the
// session had not been told of yet. Call is the last one.
func (f Finished) events(at time.Time, session string, baseline int) []store.Event {
	out := make([]store.Event, 0, len(f.Entries)+1)
	named := false
	for _, e := range f.Entries {
		named = named || e.Path != ""
		out = append(out, store.Event{At: at, Session: session, Kind: string(e.Kind), Tool: f.Tool, Path: e.Path,
			Saved: int64(max(0, e.Tokens)), Text: code.Clip(code.OneLine(e.Text), longestText)})
	}
	call := store.Event{At: at, Session: session, Kind: string(Call), Tool: f.Tool,
		Baseline: int64(max(0, baseline)), Spent: int64(f.Asked + f.Replied), Text: strconv.Itoa(f.Asked)}
	if len(f.Cited) == 1 && !named {
		call.Path = f.Cited[0].Path
	}
	return append(out, call)
}

// Fixed is what every session pays before its first call.
type Fixed struct {
	Listing      int // tokens of tools/list
	Instructions int // tokens of the instructions
}

func (f Fixed) event(at time.Time, session string) store.Event {
	return store.Event{At: at, Session: session, Kind: string(SessionStart),
		Spent: int64(f.Listing + f.Instructions), Text: strconv.Itoa(f.Instructions)}
}

// part is the share of an event's Spent that its Text says: of a SessionStart
// the instructions, of a Call the question.
func part(e store.Event) int64 {
	n, err := strconv.ParseInt(e.Text, 10, 64)
	if err != nil {
		return 0
	}
	return min(max(0, n), e.Spent)
}
