package telemetry

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"sextant/internal/index/store"
)

// The periods of a report, under repo-memory's names.
const (
	PeriodSession = "session"
	PeriodAll     = "all"
	PeriodHours   = "last_n_hours"
)

// DefaultHours is how far last_n_hours looks back when the caller does not say.
const DefaultHours = 24

// Query says what a report is about.
type Query struct {
	Period  string
	Hours   float64 // of last_n_hours
	Session string  // of session
}

// Span is the time from which, and the session of which, events count: "" for all.
func (q Query) Span(now time.Time) (since time.Time, session string) {
	switch q.Period {
	case PeriodHours:
		return now.Add(-time.Duration(q.Hours * float64(time.Hour))), ""
	case PeriodSession:
		return time.Time{}, q.Session
	}
	return time.Time{}, ""
}

// Report is repo-memory's TokenReport, whose keys are a stable contract, and
// after them what the tools have cost. Keys are added, never renamed.
type Report struct {
	Period      string  `json:"period"`
	TotalEvents int     `json:"totalEvents"`
	CacheHits   int     `json:"cacheHits"`
	CacheMisses int     `json:"cacheMisses"`
	HitRatio    float64 `json:"cacheHitRatio"` // to three decimals, 0 without hits and misses
	// Saved is repo-memory's gross number: each summary served saves what reading
	// its file would have cost.
	Saved     int64          `json:"estimatedTokensSaved"`
	TopFiles  []TopFile      `json:"topFiles"`
	Breakdown map[string]int `json:"eventBreakdown"`
	Missed    []MissedQuery  `json:"topMissedQueries"`

	Spent Spent `json:"spent"`
	// Baseline is what reading the cited files would have cost, each once a session.
	Baseline int64 `json:"baseline"`
	// Net is Baseline less all of Spent, and may be below zero.
	Net      int64     `json:"net"`
	Sessions int       `json:"sessions"`
	ByTool   []ToolSum `json:"byTool"`

	Diagnostics *Diagnostics `json:"diagnostics,omitempty"`
	// Truncated is true when lists were cut to fit a reply.
	Truncated bool `json:"truncated,omitempty"`
}

// TopFile is a file that many events are about.
type TopFile struct {
	Path        string `json:"path"`
	AccessCount int    `json:"accessCount"`
	// Tokens is what was booked as saved for it, and the baseline of calls that
	// cited it alone.
	Tokens int64 `json:"tokensEstimated"`
}

// MissedQuery is a search that found nothing.
type MissedQuery struct {
	Query string `json:"query"`
	Count int    `json:"count"`
}

// Spent is what the tools have cost, in tokens.
type Spent struct {
	Replies      int64 `json:"replies"`
	Listing      int64 `json:"listing"`
	Instructions int64 `json:"instructions"`
	Calls        int64 `json:"calls"` // what the model wrote to call them
}

// Total is all of it.
func (s Spent) Total() int64 { return s.Replies + s.Listing + s.Instructions + s.Calls }

// ToolSum is the account of one tool.
type ToolSum struct {
	Tool     string `json:"tool"`
	Calls    int    `json:"calls"`
	Tokens   int64  `json:"tokens"` // calls and replies
	Baseline int64  `json:"baseline"`
}

// Diagnostics is how the cache and the accounts are.
type Diagnostics struct {
	EntryCounts map[string]int `json:"entryCounts"`
	// Stale counts the files whose present content has not been parsed yet. They
	// are never served from what was derived before.
	Stale int `json:"staleEntries"`
	// Size is the bytes on disk of the index and the memory.
	Size int64 `json:"databaseSize"`
	// Ages counts the events by age.
	Ages Ages `json:"ageDistribution"`
	// Dropped counts the events that this process could not store.
	Dropped int `json:"dropped"`
}

// Ages counts events by age.
type Ages struct {
	Day   int `json:"lastDay"`
	Week  int `json:"lastWeek"` // but not the last day, and so on
	Month int `json:"lastMonth"`
	Older int `json:"older"`
}

// mostListed bounds the lists of a report.
const mostListed = 10

// Sum adds up events.
type Sum struct {
	report   Report
	now      time.Time
	ages     Ages
	files    map[string]TopFile
	missed   map[string]int
	tools    map[string]ToolSum
	sessions map[string]bool
	hours    map[int64]*Point // by hours since 1970
}

// NewSum makes an empty sum. Ages are measured from now.
func NewSum(now time.Time) *Sum {
	return &Sum{report: Report{Breakdown: make(map[string]int)}, now: now, files: make(map[string]TopFile), missed: make(map[string]int),
		tools: make(map[string]ToolSum), sessions: make(map[string]bool), hours: make(map[int64]*Point)}
}

// Read adds what the memory holds for a query.
func (s *Sum) Read(ctx context.Context, m *store.Memory, q Query) error {
	since, session := q.Span(s.now)
	if q.Period == PeriodSession && session == "" {
		return fmt.Errorf("a report on a session needs its id")
	}
	return m.Events(ctx, since, session, s.Add)
}

// Add adds one event.
func (s *Sum) Add(e store.Event) {
	r := &s.report
	r.TotalEvents++
	r.Breakdown[e.Kind]++
	r.Saved += e.Saved
	r.Baseline += e.Baseline
	s.sessions[e.Session] = true
	p := s.hour(e.At)
	p.Saved += e.Saved
	p.Baseline += e.Baseline
	p.Spent += e.Spent
	switch Kind(e.Kind) {
	case CacheHit:
		r.CacheHits++
		p.Hits++
	case CacheMiss:
		r.CacheMisses++
		p.Misses++
	case SearchMiss:
		if e.Text != "" {
			s.missed[e.Text]++
		}
	case SessionStart:
		r.Spent.Instructions += part(e)
		r.Spent.Listing += e.Spent - part(e)
	case Call:
		r.Spent.Calls += part(e)
		r.Spent.Replies += e.Spent - part(e)
		t := s.tools[e.Tool]
		s.tools[e.Tool] = ToolSum{e.Tool, t.Calls + 1, t.Tokens + e.Spent, t.Baseline + e.Baseline}
	}
	if e.Path != "" {
		f := s.files[e.Path]
		s.files[e.Path] = TopFile{e.Path, f.AccessCount + 1, f.Tokens + e.Saved + e.Baseline}
	}
	const day = 24 * time.Hour
	switch age := s.now.Sub(e.At); {
	case age < day:
		s.ages.Day++
	case age < 7*day:
		s.ages.Week++
	case age < 30*day:
		s.ages.Month++
	default:
		s.ages.Older++
	}
}

// Report is the sum so far, for a period.
func (s *Sum) Report(period string) Report {
	r := s.report
	r.Period = period
	r.Breakdown = maps.Clone(r.Breakdown)
	if n := r.CacheHits + r.CacheMisses; n > 0 {
		r.HitRatio = math.Round(1000*float64(r.CacheHits)/float64(n)) / 1000
	}
	r.TopFiles = listed(s.files, func(a, b TopFile) int {
		return cmp.Or(cmp.Compare(b.AccessCount, a.AccessCount), cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.Path, b.Path))
	})
	missed := make(map[string]MissedQuery)
	for q, n := range s.missed {
		missed[q] = MissedQuery{q, n}
	}
	r.Missed = listed(missed, func(a, b MissedQuery) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Query, b.Query))
	})
	r.ByTool = sorted(s.tools, func(a, b ToolSum) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Tool, b.Tool))
	})
	r.Net = r.Baseline - r.Spent.Total()
	r.Sessions = len(s.sessions)
	return r
}

// Cut halves one of the report's lists, so that it fits into a reply, and reports
// whether there was one to be cut.
func (r *Report) Cut() bool {
	switch {
	case len(r.TopFiles) > 0:
		r.TopFiles = r.TopFiles[:len(r.TopFiles)/2]
	case len(r.Missed) > 0:
		r.Missed = r.Missed[:len(r.Missed)/2]
	case len(r.ByTool) > 0:
		r.ByTool = r.ByTool[:len(r.ByTool)/2]
	default:
		return false
	}
	r.Truncated = true
	return true
}

// Ages counts the events so far by age.
func (s *Sum) Ages() Ages { return s.ages }

func sorted[T any](m map[string]T, compare func(a, b T) int) []T {
	out := make([]T, 0, len(m))
	for _, v := range m {
		out = append(out, v)
	}
	slices.SortFunc(out, compare)
	return out
}

func listed[T any](m map[string]T, compare func(a, b T) int) []T {
	out := sorted(m, compare)
	return out[:min(len(out), mostListed)]
}
