package telemetry

import (
	"crypto/sha256"
	"sync"
)

// LeastRepeat is the length, in bytes, from which a repeated reply is not sent
// again: below it the line that stands for it saves too little.
const LeastRepeat = 1500

// mostRemembered bounds the calls that a Ledger remembers.
const mostRemembered = 4096

// Ledger remembers what a session has been sent, so that the same text is not
// sent twice. A model may have lost what it was sent (its conversation was
// compacted), or never had it (a sub-agent shares the session): so a call is
// answered shortly once, and in full when it comes once more. A nil Ledger
// remembers nothing. Its methods may be called from several goroutines.
type Ledger struct {
	mu    sync.Mutex
	calls int
	sent  map[[sha256.Size]byte]sent
}

// sent is the last answer to a call.
type sent struct {
	call      int
	text      [sha256.Size]byte
	shortened bool // it was answered by one line since
}

// Count counts a call and returns its number, from 1.
func (l *Ledger) Count() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	return l.calls
}

// Repeats reports whether call number n, a question that is to be answered with
// text, may be answered with a reference to the call since that had the same
// question and the same answer. If not, text counts as sent.
func (l *Ledger) Repeats(n int, question, text string) (since int, ok bool) {
	if l == nil || len(text) <= LeastRepeat {
		return 0, false
	}
	key, hash := sha256.Sum256([]byte(question)), sha256.Sum256([]byte(text))
	l.mu.Lock()
	defer l.mu.Unlock()
	if s, known := l.sent[key]; known && s.text == hash && !s.shortened {
		s.shortened = true
		l.sent[key] = s
		return s.call, true
	}
	if l.sent == nil || len(l.sent) >= mostRemembered {
		l.sent = make(map[[sha256.Size]byte]sent)
	}
	l.sent[key] = sent{call: n, text: hash}
	return 0, false
}

// Reset forgets what was sent.
func (l *Ledger) Reset() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = nil
}
