package index

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// completePatience is how long Complete goes on without getting nearer to its
	// end: longer than a file's timestamp may stay too young to be trusted.
	completePatience = 3 * time.Second
	// leasePatience is the same while another process does the work.
	leasePatience = time.Minute
)

// Complete fills the index in the foreground and returns when every file has
// been read and parsed, or the context ends. Files that keep changing, or that
// cannot be read or parsed, do not keep it: the view's Progress tells. The error
// is the view's, the context's, or another process that holds the index and
// makes no progress. report, if not nil, is told now and then how far it is,
// by one goroutine at a time.
func (ix *Indexer) Complete(ctx context.Context, report func(Progress)) (*View, error) {
	return ix.complete(ctx, false, report)
}

// CompleteText is Complete for the text stage alone: every question about text
// has its whole answer then, and files are parsed when they are needed.
func (ix *Indexer) CompleteText(ctx context.Context, report func(Progress)) (*View, error) {
	return ix.complete(ctx, true, report)
}

func (ix *Indexer) complete(ctx context.Context, textOnly bool, report func(Progress)) (*View, error) {
	tell := func(Progress) {}
	if report != nil {
		var mu sync.Mutex
		tell = func(p Progress) {
			mu.Lock()
			defer mu.Unlock()
			report(p)
		}
	}
	best, since, stored := -1, time.Now(), false
	var roundErr error
	for rounds := 0; ; rounds++ {
		v, err := ix.View(ctx)
		if err != nil {
			return nil, err
		}
		ix.refreshKnown()
		p := v.Progress()
		tell(p)
		missing := p.Text - p.Indexed
		if !textOnly {
			missing += p.Parsable - p.Parsed
		}
		leased := errors.Is(roundErr, errLeased)
		switch {
		case missing == 0 && (stored || !ix.waiting()):
			return v, nil
		case missing == 0:
			stored = true // one more round stores what questions have left
		case best < 0 || missing < best:
			best, since = missing, time.Now()
		case leased && time.Since(since) > leasePatience:
			return nil, roundErr
		case !leased && rounds >= 3 && time.Since(since) > ix.patience:
			return v, nil
		default:
			if err := wait(ctx, min(20*time.Millisecond*time.Duration(rounds), 500*time.Millisecond)); err != nil {
				return nil, err
			}
		}
		roundErr = ix.fill(ctx, textOnly, tell)
		if roundErr != nil && !errors.Is(roundErr, errLeased) && !errors.Is(roundErr, errReplaced) {
			return nil, roundErr
		}
	}
}

// waiting reports whether the store lacks something of what is known.
func (ix *Indexer) waiting() bool {
	if ix.storable() == nil {
		return false
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.queue.bytes() > 0 || len(ix.memory.list) > 0 || len(ix.bad) > 0 || ix.view.manifest != ix.saved
}

// wait returns after a time or when the context ends, with its error.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return ctx.Err()
	}
}
