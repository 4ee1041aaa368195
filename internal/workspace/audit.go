package workspace

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// An audit is a sweep of the whole tree that nobody waits for. If it finds a
// change in a directory from which nothing was heard, the watcher misses
// things and is given up. A call that comes when the last one is auditPause ago
// starts it: an idle server does nothing.
const (
	auditPause = 30 * time.Second
	// auditShare bounds what audits cost: one part of work in that many of time.
	auditShare = 50
)

// audit is what is known of the audit that runs, and of the last one.
type audit struct {
	last    time.Time // when all had been visited
	pause   time.Duration
	running bool
	heard   map[string]bool // since the manifest that is being compared
	all     bool            // something was heard that no path names
}

func (a *audit) due(now time.Time) bool { return !a.running && now.Sub(a.last) > a.pause }

// done notes that everything was visited, which took some time.
func (a *audit) done(now time.Time, took time.Duration) {
	a.last, a.pause = now, max(auditPause, auditShare*took)
}

func (a *audit) hear(path string) {
	if a.running && !a.all {
		if a.heard[path] = true; len(a.heard) > mostHeard {
			a.all = true
		}
	}
}

// mostHeard bounds what an audit remembers. With more it shows nothing.
const mostHeard = 20_000

// startAudit compares the disk with the manifest that a refresh is about to
// return. The caller has the turn.
func (g *watching) startAudit(m *Manifest) {
	g.audit.running, g.audit.all, g.audit.heard = true, false, make(map[string]bool)
	g.audits.Go(func() { g.runAudit(m) })
}

func (g *watching) runAudit(m *Manifest) {
	began := time.Now()
	after, err := g.w.sweep(&sweep{ctx: g.ctx, before: m, most: 1})
	took := time.Since(began)
	select {
	case g.turn <- struct{}{}:
		defer func() { <-g.turn }()
	case <-g.ctx.Done():
		return
	}
	defer func() { g.audit.running, g.audit.heard = false, nil }()
	g.audit.done(g.w.now(), took)
	if g.src == nil || err != nil || g.hear(g.ctx) != nil || g.src == nil || g.audit.all {
		return // it shows nothing; the next one may
	}
	for _, dir := range differing(m, after) {
		switch {
		case g.told(dir):
		case onlyNames(m.dirs[dir], after.dirs[dir]):
			// Another name was given to a file or taken from it, which makes no
			// event here: the next refresh sees to it.
			g.restless[dir] = true
		default:
			g.giveUp(fmt.Errorf("a change in %q was not told", "/"+dir))
			return
		}
	}
}

// told reports whether something was heard that accounts for a change of a
// directory: an event of itself, of a directory above or of an entry.
func (g *watching) told(dir string) bool {
	if g.restless[dir] {
		return true
	}
	for p := range g.audit.heard {
		if parent(p) == dir || p == dir || strings.HasPrefix(dir, p+"/") {
			return true
		}
	}
	return false
}

// differing lists the directories of both manifests in which the disk says
// something else, of what an event should have told. A directory that came or
// went is a change of the one above it. What is left out and what is not may
// change with rules from elsewhere, or with git's index: no event tells that,
// each refresh looks itself.
func differing(m, after *Manifest) (out []string) {
	for _, p := range m.order {
		a, b := m.dirs[p], after.dirs[p]
		if b == nil || a == b {
			continue
		}
		same := a.Signature == b.Signature && !slices.ContainsFunc(a.Files, func(f File) bool {
			o := b.file(f.Path)
			return o != nil && !sameEntry(f, *o)
		})
		if same && a.RulesKey == b.RulesKey {
			same = a.Skips == b.Skips && slices.Equal(a.Dirs, b.Dirs) && len(a.Files) == len(b.Files)
		}
		if !same {
			out = append(out, p)
		}
	}
	return out
}

// sameEntry reports whether the disk says the same of two files.
func sameEntry(a, b File) bool {
	return a.Path == b.Path && a.Signature == b.Signature && a.Symlink == b.Symlink
}

// onlyNames reports whether two states of a directory differ in nothing but
// when the state of some files changed, not their content.
func onlyNames(a, b *Dir) bool {
	return a.Signature == b.Signature && slices.EqualFunc(a.Files, b.Files, func(x, y File) bool {
		x.Signature.Ctime = y.Signature.Ctime
		return sameEntry(x, y)
	})
}
