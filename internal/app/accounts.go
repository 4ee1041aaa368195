package app

import (
	"context"
	"time"

	"sextant/internal/index"
	"sextant/internal/index/store"
	"sextant/internal/telemetry"
)

// repeatShort is the value of the setting repeat_replies that is not "full".
const repeatShort = "short"

// Account keeps the token accounts of a session from now on, fixed being what the
// session pays before its first call. Only a server calls it, and before the
// first call: what is asked on the command line is in no conversation.
func (a *App) Account(fixed telemetry.Fixed) {
	a.recorder = telemetry.NewRecorder(func() (telemetry.Storage, error) {
		m, err := a.recall.open()
		if err != nil {
			return nil, err // not a nil *store.Memory in an interface
		}
		return m, nil
	}, a.Deps.Session, fixed, a.Deps.Now)
	a.Deps.Accounts = a.recorder
	if a.Config.RepeatReplies == repeatShort {
		a.Deps.Ledger = new(telemetry.Ledger)
	}
}

// TokenReport reads the token accounts without making a memory where there is none.
func (a *App) TokenReport(ctx context.Context, q telemetry.Query, diagnostics bool) (telemetry.Report, *telemetry.Sum, error) {
	var m *store.Memory
	var v *index.View
	var err error
	if a.recall.exists() {
		if m, err = a.recall.open(); err != nil {
			return telemetry.Report{}, nil, err
		}
	}
	if diagnostics {
		if v, err = a.Index.View(ctx); err != nil {
			return telemetry.Report{}, nil, err
		}
	}
	return a.Deps.TokenReport(ctx, m, v, q, diagnostics)
}

// collectEvery is how often old entries are dropped, for each repository.
const collectEvery = 24 * time.Hour

const day = 24 * time.Hour

// Collected is what Collect has removed.
type Collected struct {
	Caches []store.Family
	store.Dropped
}

// Collect removes what is older than the settings gc_* allow: the indexes of
// repositories that nobody has used since, and this repository's tasks and
// token accounts. What a process has open stays. An error concerns part of it.
func (a *App) Collect(now time.Time) (Collected, error) {
	var c Collected
	gc := a.Config.GC
	ago := func(days int) time.Time { return now.Add(-time.Duration(days) * day) }
	var err error
	if a.Config.CacheDir != "" {
		c.Caches, err = store.Collect(a.Config.CacheDir, ago(gc.CacheMaxAgeDays))
	}
	if !a.recall.exists() {
		return c, err
	}
	m, problem := a.recall.open()
	if problem != nil {
		return c, problem
	}
	if c.Dropped, problem = m.DropOlder(ago(gc.TaskMaxAgeDays), ago(gc.TelemetryMaxAgeDays)); problem != nil {
		err = problem
	}
	return c, err
}

// collectionWait bounds how long Close waits for what is being dropped: another
// process may hold it up.
const collectionWait = 200 * time.Millisecond

func (a *App) awaitCollection() {
	done := make(chan struct{})
	go func() {
		a.collecting.Wait()
		close(done)
	}()
	timer := time.NewTimer(collectionWait)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// collect is Collect in the background of a server, when it is due.
func (a *App) collect() {
	if !store.Due(a.recall.dir, collectEvery) {
		return
	}
	c, err := a.Collect(time.Now())
	if err != nil {
		a.log.Info("dropping what is old", "error", err)
	}
	for _, f := range c.Caches {
		a.log.Info("an index that nobody used was removed", "repository", f.Path)
	}
}
