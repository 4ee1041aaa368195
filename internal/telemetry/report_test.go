package telemetry

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"sextant/internal/index/store"
)

// example has the numbers of repo-memory's page.
func example() []store.Event {
	var out []store.Event
	add := func(n int, e store.Event) {
		for range n {
			e.At, e.Session = someTime, "one"
			out = append(out, e)
		}
	}
	add(12, store.Event{Kind: "cache_hit", Tool: "get_file_summary", Path: "src/server.ts", Saved: 700})
	add(120, store.Event{Kind: "cache_hit", Tool: "get_file_summary", Saved: 3946})
	add(1, store.Event{Kind: "cache_hit", Saved: 80})
	add(20, store.Event{Kind: "cache_miss", Tool: "get_file_summary"})
	add(3, store.Event{Kind: "search_miss", Tool: "search_by_purpose", Text: "websocket reconnect"})
	add(1, store.Event{Kind: "search_miss", Tool: "search_by_purpose", Text: "oauth \"refresh\""})
	add(1, store.Event{Kind: "session_start", Spent: 3200, Text: "200"})
	add(2, store.Event{Kind: "call", Tool: "get_file_summary", Path: "a\nb.go", Baseline: 900, Spent: 110, Text: "10"})
	add(1, store.Event{Kind: "call", Tool: "query", Spent: 5, Text: "not a number"})
	return out
}

func sumOf(events []store.Event, now time.Time) *Sum {
	s := NewSum(now)
	for _, e := range events {
		s.Add(e)
	}
	return s
}

// The keys, their order and their form are a contract. Only additions may be made.
const exampleJSON = `{"period":"last_n_hours","totalEvents":161,"cacheHits":133,"cacheMisses":20,"cacheHitRatio":0.869,"estimatedTokensSaved":482000,` +
	`"topFiles":[{"path":"src/server.ts","accessCount":12,"tokensEstimated":8400},{"path":"a\nb.go","accessCount":2,"tokensEstimated":1800}],` +
	`"eventBreakdown":{"cache_hit":133,"cache_miss":20,"call":3,"search_miss":4,"session_start":1},` +
	`"topMissedQueries":[{"query":"websocket reconnect","count":3},{"query":"oauth \"refresh\"","count":1}],` +
	`"spent":{"replies":205,"listing":3000,"instructions":200,"calls":20},"baseline":1800,"net":-1625,"sessions":1,` +
	`"byTool":[{"tool":"get_file_summary","calls":2,"tokens":220,"baseline":1800},{"tool":"query","calls":1,"tokens":5,"baseline":0}]}`

const emptyJSON = `{"period":"all","totalEvents":0,"cacheHits":0,"cacheMisses":0,"cacheHitRatio":0,"estimatedTokensSaved":0,"topFiles":[],"eventBreakdown":{},` +
	`"topMissedQueries":[],"spent":{"replies":0,"listing":0,"instructions":0,"calls":0},"baseline":0,"net":0,"sessions":0,"byTool":[]}`

func TestReport(t *testing.T) {
	for _, c := range []struct {
		report Report
		want   string
	}{
		{sumOf(example(), someTime).Report(PeriodHours), exampleJSON},
		{NewSum(someTime).Report(PeriodAll), emptyJSON},
	} {
		b, err := json.Marshal(c.report)
		if err != nil || string(b) != c.want {
			t.Errorf("got  %s\nwant %s\n%v", b, c.want, err)
		}
	}
	r := Report{Diagnostics: &Diagnostics{EntryCounts: map[string]int{"files": 3}, Stale: 1, Size: 2, Ages: Ages{1, 2, 3, 4}, Dropped: 5}}
	b, err := json.Marshal(r)
	const want = `,"diagnostics":{"entryCounts":{"files":3},"staleEntries":1,"databaseSize":2,"ageDistribution":{"lastDay":1,"lastWeek":2,"lastMonth":3,"older":4},"dropped":5}}`
	if err != nil || !strings.HasSuffix(string(b), want) {
		t.Errorf("%s, %v", b, err)
	}
}

const exampleText = `Token report for /path/to/project (last 24h)
  events:        161 (133 hits / 20 misses, 86.9% hit ratio)
  tokens saved:  ~482,000
  breakdown:     cache_hit 133, cache_miss 20, search_miss 4, call 3, session_start 1
  net:           ~-1,625 (reading the cited files once a session ~1,800 - spent ~3,425)
  spent:         replies ~205, calls ~20, tools/list ~3,000, instructions ~200 (sessions: 1)
  top files:
    12x src/server.ts (~8,400 tokens)
    2x "a\nb.go" (~1,800 tokens)
  failed searches: 4 (nothing matched: what was asked for and not found)
    3x "websocket reconnect"
    1x "oauth \"refresh\""
`

func TestText(t *testing.T) {
	r := sumOf(example(), someTime).Report(PeriodHours)
	if got := r.Text("/path/to/project", "last 24h"); got != exampleText {
		t.Errorf("got\n%s\nwant\n%s", got, exampleText)
	}
	r = NewSum(someTime).Report(PeriodAll)
	r.Diagnostics = &Diagnostics{EntryCounts: map[string]int{"tasks": 2, "files": 1300}, Stale: 1, Size: 1 << 20, Ages: Ages{1, 2, 3, 4}, Dropped: 5}
	const want = `Token report for /p
  events:        0 (0 hits / 0 misses, 0.0% hit ratio)
  tokens saved:  ~0
  breakdown:     none
  net:           ~0 (reading the cited files once a session ~0 - spent ~0)
  spent:         replies ~0, calls ~0, tools/list ~0, instructions ~0 (sessions: 0)
  diagnostics:
    entries:       files 1,300, tasks 2
    stale entries: 1
    database size: 1,048,576 bytes
    events by age: last day 1, last week 2, last month 3, older 4
    dropped:       5
`
	if got := r.Text("/p", ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGroupedNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", -1000: "-1,000", -999999: "-999,999", 1234567: "1,234,567", -9223372036854775808: "-9,223,372,036,854,775,808"} {
		if got := groupedNumber(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// randomEvents are of every kind, in several sessions, over some years.
func randomEvents(rnd *rand.Rand) []store.Event {
	kinds := []Kind{CacheHit, CacheMiss, SummaryServed, SearchMiss, ForceReread, Invalidation, SessionStart, Call}
	spread := time.Duration(1+rnd.IntN(3)*rnd.IntN(20000)) * time.Hour
	var out []store.Event
	for range rnd.IntN(400) {
		e := store.Event{At: someTime.Add(-time.Duration(rnd.Int64N(int64(spread)))), Session: fmt.Sprint("s", rnd.IntN(3)), Kind: string(kinds[rnd.IntN(len(kinds))]),
			Tool: fmt.Sprint("tool", rnd.IntN(4)), Path: []string{"", "a.go", "<b>&.go"}[rnd.IntN(3)], Saved: rnd.Int64N(100), Text: fmt.Sprint(rnd.IntN(150) - 20)}
		if k := Kind(e.Kind); k == Call || k == SessionStart {
			e.Baseline, e.Spent = rnd.Int64N(100), rnd.Int64N(100)
		}
		out = append(out, e)
	}
	return out
}

// Whatever is recorded, every total is the sum of its parts.
func TestTotalsAreSums(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		events := randomEvents(rnd)
		sum := sumOf(events, someTime)
		r := sum.Report(PeriodAll)
		var saved, baseline, spent int64
		sessions := map[string]bool{}
		for _, e := range events {
			saved, baseline, spent = saved+e.Saved, baseline+e.Baseline, spent+e.Spent
			sessions[e.Session] = true
		}
		kinds, calls := 0, 0
		for _, n := range r.Breakdown {
			kinds += n
		}
		var tools int64
		for _, x := range r.ByTool {
			tools += x.Tokens
			calls += x.Calls
		}
		if r.TotalEvents != len(events) || kinds != len(events) || calls != r.Breakdown["call"] || r.Sessions != len(sessions) {
			t.Fatalf("round %d: %+v of %d events", round, r, len(events))
		}
		if r.Saved != saved || r.Baseline != baseline || r.Spent.Total() != spent || r.Net != baseline-spent || tools != r.Spent.Replies+r.Spent.Calls {
			t.Fatalf("round %d: %+v; saved %d, baseline %d, spent %d", round, r, saved, baseline, spent)
		}
		if s := r.Spent; s.Replies < 0 || s.Listing < 0 || s.Instructions < 0 || s.Calls < 0 || r.HitRatio < 0 || r.HitRatio > 1 {
			t.Fatalf("round %d: %+v", round, r)
		}
		if a := sum.Ages(); a.Day+a.Week+a.Month+a.Older != len(events) {
			t.Fatalf("round %d: %+v", round, a)
		}
		points, _ := sum.Points(time.UTC)
		var all Point
		for i, p := range points {
			all = Point{all.At, all.Saved + p.Saved, all.Baseline + p.Baseline, all.Spent + p.Spent, all.Hits + p.Hits, all.Misses + p.Misses}
			if i > 0 && !p.At.After(points[i-1].At) {
				t.Fatalf("round %d: %v after %v", round, p.At, points[i-1].At)
			}
		}
		if want := (Point{Saved: saved, Baseline: baseline, Spent: spent, Hits: r.CacheHits, Misses: r.CacheMisses}); all != want || len(points) > mostPoints+1 {
			t.Fatalf("round %d: %d points, %+v, want %+v", round, len(points), all, want)
		}
		if !reflect.DeepEqual(r, sum.Report(PeriodAll)) {
			t.Fatalf("round %d: a second report differs", round)
		}
		wellFormed(t, sum.Page(r, "/p", "", time.UTC))
	}
}

func TestPointsOfDays(t *testing.T) {
	zone := time.FixedZone("east", 9*3600)
	at := func(day, hour int) time.Time { return time.Date(2024, 1, day, hour, 30, 0, 0, zone) }
	s := sumOf([]store.Event{{At: at(1, 3), Spent: 1}, {At: at(1, 23), Spent: 2}, {At: at(2, 0), Spent: 4}, {At: at(5, 1), Spent: 8}}, at(6, 0))
	points, unit := s.Points(zone)
	var got []string
	for _, p := range points {
		got = append(got, fmt.Sprint(p.At.Format("02 15:04"), "=", p.Spent))
	}
	if want := "[01 00:00=3 02 00:00=4 03 00:00=0 04 00:00=0 05 00:00=8]"; fmt.Sprint(got) != want || unit != "day" {
		t.Errorf("%v by %s, want %s", got, unit, want)
	}
	s = sumOf([]store.Event{{At: at(1, 3), Spent: 1}, {At: at(1, 5), Spent: 2}}, at(6, 0))
	if points, unit := s.Points(zone); len(points) != 3 || unit != "hour" || points[2].Spent != 2 || points[0].At.Hour() != 3 {
		t.Errorf("%v by %s", points, unit)
	}
}

func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
	}
}

func TestPage(t *testing.T) {
	events := append(example(), store.Event{At: someTime, Kind: "search_miss", Text: "</title><script>alert(1)</script>"},
		store.Event{At: someTime.Add(-70 * time.Hour), Kind: "cache_hit", Path: "bad\xffname" + strings.Repeat("/deep", 40)})
	s := sumOf(events, someTime)
	page := s.Page(s.Report(PeriodAll), `/p/<a>&"b"`, "last 90h", time.UTC)
	wellFormed(t, page)
	for _, not := range []string{"<script", "http:", "https:", "src=", "href=", "url(", "@import", "\xff"} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	for _, want := range []string{"&lt;script&gt;", "<h1>Token report for /p/&lt;a&gt;&amp;&#34;b&#34;</h1>", "Last 90h.", "prefers-color-scheme: dark", "12</td><td>~8,400", ">~-1,625<", "2023-11-14"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n, titles, descs, tables := strings.Count(page, "<svg"), strings.Count(page, "-title\">"), strings.Count(page, "<desc id="), strings.Count(page, "<table>"); n != 5 || titles != n*2-n || descs != n || tables != n {
		t.Errorf("%d charts, %d titles, %d descriptions, %d tables", n, titles, descs, tables)
	}
	empty := NewSum(someTime)
	if page := empty.Page(empty.Report(PeriodAll), "/p", "", time.UTC); strings.Contains(page, "<svg") || !strings.Contains(page, "Nothing has been recorded.") || !strings.Contains(page, "All recorded events.") {
		t.Errorf("%s", page)
	}
}

func TestCut(t *testing.T) {
	r := Report{TopFiles: make([]TopFile, 10), Missed: make([]MissedQuery, 3), ByTool: make([]ToolSum, 40)}
	n := 0
	for r.Cut() {
		n++
	}
	if n != 4+2+6 || !r.Truncated || r.TopFiles == nil {
		t.Errorf("%d cuts, %+v", n, r)
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		q       Query
		since   time.Time
		session string
	}{
		{Query{Period: PeriodAll, Hours: 5, Session: "s"}, time.Time{}, ""},
		{Query{Period: PeriodHours, Hours: 1.5, Session: "s"}, someTime.Add(-90 * time.Minute), ""},
		{Query{Period: PeriodSession, Hours: 5, Session: "s"}, time.Time{}, "s"},
	} {
		if since, session := c.q.Span(someTime); !since.Equal(c.since) || session != c.session {
			t.Errorf("%+v: %v %q", c.q, since, session)
		}
	}
}

func TestReadFromAMemory(t *testing.T) {
	m, err := store.OpenMemory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	now := time.Now()
	if err := m.AddEvents([]store.Event{{At: now.Add(-3 * time.Hour), Session: "a", Kind: "call"}, {At: now, Session: "b", Kind: "call"}, {At: now, Session: "b", Kind: "cache_hit"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q    Query
		want int
	}{{Query{Period: PeriodAll}, 3}, {Query{Period: PeriodHours, Hours: 1}, 2}, {Query{Period: PeriodSession, Session: "a"}, 1}, {Query{Period: PeriodSession, Session: "c"}, 0}} {
		s := NewSum(now)
		if err := s.Read(t.Context(), m, c.q); err != nil || s.Report("").TotalEvents != c.want {
			t.Errorf("%+v: %d events, want %d; %v", c.q, s.Report("").TotalEvents, c.want, err)
		}
	}
	if err := NewSum(now).Read(t.Context(), m, Query{Period: PeriodSession}); err == nil {
		t.Error("a report on no session")
	}
}
