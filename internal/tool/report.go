package tool

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"sextant/internal/index"
	"sextant/internal/index/store"
	"sextant/internal/telemetry"
)

type reportIn struct {
	Period             string `json:"period,omitempty" jsonschema:"default all"`
	Hours              int    `json:"hours,omitempty" jsonschema:"for last_n_hours"`
	SessionID          string `json:"session_id,omitempty" jsonschema:"for session; default this one"`
	IncludeDiagnostics bool   `json:"include_diagnostics,omitempty" jsonschema:"state of the cache too"`
}

// mostHours is as far back as a report may look; nothing is kept for longer.
const mostHours = 24 * 36500

var reportTool = define(Tool{
	Name: "get_token_report", Title: "Token report", Group: Telemetry, ReadOnly: true,
	Description: "What these tools saved and what they cost in tokens, with the net of both. All numbers are estimates.",
}, map[string]rule{
	"period": anyOf(telemetry.PeriodSession, telemetry.PeriodAll, telemetry.PeriodHours),
	"hours":  between(1, mostHours), "session_id": unlisted(rule{}),
}, tokenReport)

// flushWait is how long a report waits for what this session has not stored yet.
const flushWait = 300 * time.Millisecond

func tokenReport(ctx context.Context, c *Call, in reportIn) (*Reply, error) {
	q := telemetry.Query{Period: in.Period, Hours: float64(in.Hours), Session: in.SessionID}
	switch {
	case q.Period != "":
	case in.SessionID != "":
		q.Period = telemetry.PeriodSession
	case in.Hours > 0:
		q.Period = telemetry.PeriodHours
	default:
		q.Period = telemetry.PeriodAll
	}
	if q.Hours == 0 {
		q.Hours = telemetry.DefaultHours
	}
	if q.Session == "" {
		q.Session = c.Session
	}
	m, err := c.Memory()
	if err != nil {
		return nil, fmt.Errorf("reading token accounts: %w", err)
	}
	r, _, err := c.TokenReport(ctx, m, c.View, q, in.IncludeDiagnostics)
	if err != nil {
		return nil, err
	}
	_, allowed := c.limits(0)
	text := compactJSON(r)
	for utf8.RuneCountInString(text)+1 > allowed && r.Cut() {
		text = compactJSON(r)
	}
	return &Reply{Text: text + "\n", Data: r}, nil
}

// TokenReport reads the token accounts in m, nil for none, and the sum of which the
// report is made. With diagnostics it also says how the cache of a view is.
func (d *Deps) TokenReport(ctx context.Context, m *store.Memory, v *index.View, q telemetry.Query, diagnostics bool) (telemetry.Report, *telemetry.Sum, error) {
	if d.Accounts != nil {
		wait, cancel := context.WithTimeout(ctx, flushWait)
		d.Accounts.Flush(wait)
		cancel()
	}
	sum := telemetry.NewSum(d.Now())
	if m != nil {
		if err := sum.Read(ctx, m, q); err != nil {
			return telemetry.Report{}, nil, err
		}
	}
	r := sum.Report(q.Period)
	if !diagnostics {
		return r, sum, nil
	}
	st := d.Index.Status(v)
	r.Diagnostics = &telemetry.Diagnostics{
		EntryCounts: map[string]int{"files": st.Files, "text": st.Indexed, "facts": st.Parsed, "events": r.TotalEvents},
		Stale:       st.Parsable - st.Parsed,
		Ages:        sum.Ages(),
	}
	if st.Cache != "" {
		r.Diagnostics.Size = store.Family{Dir: st.Cache}.Size()
	}
	if m != nil {
		tasks, err := m.Tasks(ctx)
		if err != nil {
			return r, nil, err
		}
		r.Diagnostics.EntryCounts["tasks"] = len(tasks)
		r.Diagnostics.Size += m.Size()
	}
	if d.Accounts != nil {
		r.Diagnostics.Dropped = d.Accounts.Dropped()
	}
	return r, sum, nil
}
