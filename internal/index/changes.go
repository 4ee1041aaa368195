package index

import (
	"context"
	"sync"
	"time"

	"sextant/internal/index/history"
)

// historyKind is the name under which the store keeps a checkout's history.
const historyKind = "history"

// historyTime bounds one reading of the log; what takes longer is tried again
// when the next commit is checked out.
const historyTime = 30 * time.Second

// historyState is what an indexer keeps of the repository's history.
type historyState struct {
	mu      sync.Mutex
	last    *history.History
	loaded  bool
	reading chan struct{} // closed when the reading under way ends; nil while there is none
	failed  string        // the commit whose log could not be read
	stop    context.CancelFunc
	ctx     context.Context
	all     sync.WaitGroup
}

// History returns what git's log says of the files that change together. The
// log is read in the background and kept; a caller waits for it at most for
// the patience given, and gets what is known by then: nil where there is no
// repository, no commit or no git. complete is false while the log of the
// commit that is checked out is still being read.
func (ix *Indexer) History(ctx context.Context, patience time.Duration) (h *history.History, complete bool) {
	repo, ok := ix.ws.Git()
	if !ok {
		return nil, true
	}
	head, err := repo.Head(ctx)
	if err != nil || head.Commit == "" {
		return nil, true
	}
	s := &ix.historyState
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for range 2 {
		s.mu.Lock()
		if !s.loaded {
			s.last, s.loaded = ix.loadHistory(), true
		}
		last := s.last
		if last != nil && last.Head == head.Commit || s.failed == head.Commit {
			s.mu.Unlock()
			return last, true
		}
		reading := s.reading
		if reading == nil && s.ctx.Err() == nil {
			reading = make(chan struct{})
			s.reading = reading
			s.all.Go(func() { ix.readHistory(head.Commit, last, reading) })
		}
		s.mu.Unlock()
		if reading == nil {
			return last, false
		}
		select {
		case <-reading:
		case <-timer.C:
			return last, false
		case <-ctx.Done():
			return last, false
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last, s.last != nil && s.last.Head == head.Commit
}

// readHistory reads the log up to a commit: what is new since the last
// reading, or all of it where history was rewritten.
func (ix *Indexer) readHistory(head string, last *history.History, done chan struct{}) {
	s := &ix.historyState
	ctx, cancel := context.WithTimeout(s.ctx, historyTime)
	defer cancel()
	h, err := ix.newHistory(ctx, head, last)
	s.mu.Lock()
	s.reading = nil
	switch {
	case err == nil:
		s.last, s.failed = h, ""
	case s.ctx.Err() == nil:
		s.failed = head
	}
	s.mu.Unlock()
	close(done)
	if err != nil {
		if s.ctx.Err() == nil {
			ix.log.Info("reading the history", "error", err)
		}
		return
	}
	ix.storeDerived(historyKind, "the history", h.Encode)
}

// stopHistory ends a reading under way; none begins any more.
func (ix *Indexer) stopHistory() {
	ix.historyState.mu.Lock()
	ix.historyState.stop()
	ix.historyState.mu.Unlock()
	ix.historyState.all.Wait()
}

func (ix *Indexer) newHistory(ctx context.Context, head string, last *history.History) (*history.History, error) {
	repo, _ := ix.ws.Git()
	since := ""
	if last != nil {
		if in, err := repo.Contains(ctx, head, last.Head); err == nil && in {
			since = last.Head
		}
	}
	log, err := repo.Log(ctx, ix.ws.Root(), since, head, history.MostCommits)
	if err != nil {
		return nil, err
	}
	commits := make([]history.Commit, len(log))
	for i, c := range log {
		commits[i] = history.Commit{Time: c.Time, Files: c.Files}
	}
	if since == "" {
		return history.New(head, commits), nil
	}
	return last.Add(head, commits), nil
}

// loadHistory reads the history that was stored last, nil if there is none.
func (ix *Indexer) loadHistory() *history.History {
	body := ix.loadDerived(historyKind, "the history")
	if body == nil {
		return nil
	}
	h, err := history.Decode(body)
	if err != nil {
		return nil // of another version: it is read anew
	}
	return h
}
