package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"sextant/internal/index"
)

// bar draws progress on a terminal; elsewhere it draws nothing.
type bar struct {
	mu   sync.Mutex
	w    io.Writer
	on   bool
	last time.Time
	best index.Progress
}

func newBar(w io.Writer, wanted bool) *bar {
	f, ok := w.(*os.File)
	return &bar{w: w, on: wanted && ok && isTerminal(f)}
}

// barWidth is the bar's length in characters.
const barWidth = 30

func (b *bar) show(p index.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.on || time.Since(b.last) < 80*time.Millisecond {
		return
	}
	b.last = time.Now()
	// Workers report out of order; the bar only moves forward.
	b.best.Indexed, b.best.Parsed = max(b.best.Indexed, p.Indexed), max(b.best.Parsed, p.Parsed)
	what, n, all := "reading", b.best.Indexed, p.Text
	if b.best.Indexed >= p.Text {
		what, n, all = "parsing", b.best.Parsed, p.Parsable
	}
	filled := barWidth
	if all > 0 {
		filled = barWidth * min(n, all) / all
	}
	fmt.Fprintf(b.w, "\r%s [%s%s] %d of %d files\x1b[K", what, strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), n, all)
}

func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.on {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
