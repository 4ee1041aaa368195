package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"sextant/internal/search/grep"
	"sextant/internal/tool"
)

const (
	stdinPath = "-"                // on the command line
	stdinName = "(standard input)" // in what is printed
	// largestInput is how much of the standard input is searched, in bytes.
	largestInput = 64 << 20
	// firstByte is how long a pipe that nobody named may be silent: harnesses
	// leave one open for ever, and a program that writes to it is seldom slower.
	firstByte = 100 * time.Millisecond
)

// readInput reads the standard input whole. Where it is not asked for by name
// it is nil unless it is a file, or a pipe that brings something soon; note
// says so of a pipe that does not.
func (s *session) readInput(ctx context.Context, named bool) (text []byte, note string, err error) {
	f, ok := s.In.(*os.File)
	pipe := false
	if !named {
		if !ok {
			return nil, "", nil
		}
		st, err := f.Stat()
		if err != nil || !st.Mode().IsRegular() && st.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
			return nil, "", nil // closed, a terminal or nothing at all
		}
		pipe = !st.Mode().IsRegular()
	}
	began := make(chan bool, 1)
	type result struct {
		text []byte
		err  error
	}
	// A read cannot be taken back: one that never returns is left behind.
	done := make(chan result, 1)
	go func() {
		first := make([]byte, 1)
		n, err := io.ReadFull(s.In, first)
		began <- n > 0
		text := first[:n]
		if err == nil {
			var rest []byte
			rest, err = io.ReadAll(io.LimitReader(s.In, largestInput)) // one byte more than is searched
			text = append(text, rest...)
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		done <- result{text, err}
	}()
	if pipe {
		silent := time.NewTimer(firstByte)
		defer silent.Stop()
		select {
		case some := <-began:
			if !some {
				return nil, "the standard input is empty: searched the files instead (PATH - searches only the input)", nil
			}
		case <-silent.C:
			return nil, "nothing on the standard input yet: searched the files instead (PATH - waits for the input)", nil
		case <-ctx.Done():
			return nil, "", ctx.Err()
		}
	}
	select {
	case r := <-done:
		if r.err != nil {
			return nil, "", fmt.Errorf("reading the standard input: %w", r.err)
		}
		if len(r.text) > largestInput {
			note = fmt.Sprintf("the standard input is longer than %d MiB: the rest is not searched", largestInput>>20)
		}
		return r.text[:min(len(r.text), largestInput)], note, nil
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
}

// input prints what matches of the standard input.
func (p *grepPrinter) input(text []byte, g tool.Grep) error {
	pattern, err := grep.Compile(g.Query, g.Options)
	if err != nil {
		return err
	}
	m := tool.FileMatches{Path: stdinName, Text: text}
	pattern.Each(text, func(l grep.Line) bool { m.Lines = append(m.Lines, l); return !p.f.quiet })
	for _, l := range m.Lines {
		m.Count += l.LastNumber - l.Number + 1
	}
	m.Spans = func(l grep.Line) [][2]int { return pattern.Spans(text, l, math.MaxInt) }
	if m.Count == 0 {
		return nil
	}
	return p.file(m)
}
