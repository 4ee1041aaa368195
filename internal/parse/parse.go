// Package parse turns one file's bytes into facts. In go the bytes and the
// file's language definition; out come code.Facts, whatever the bytes are: a
// file with errors gives what its good parts hold, one that takes too long
// falls back to reading lines, and nothing wedges the caller.
//
// It is the only package that runs tree-sitter. The extractors themselves
// live in the language folders; package index decides what to parse when.
package parse

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Version numbers what extraction gives for the same bytes. Raise it with
// every change of an extractor or of the stored form of facts: facts of
// another version are parsed again when next needed.
const Version = 11

// Limits bounds the work spent on one file.
type Limits struct {
	// Time is the processor time that one parse may take; zero is no limit.
	Time time.Duration
	// Bytes is the largest file that is parsed at all; zero is the largest
	// that positions can express.
	Bytes int
}

// DefaultLimits let every file that people write through: above them are
// generated tables and bundles, which cost seconds each.
var DefaultLimits = Limits{Time: 1300 * time.Millisecond, Bytes: 2 << 20}

// mostBytes keeps positions, which are 32-bit, away from their end.
const mostBytes = 1 << 30

// Parse returns the facts of src in language d. A nil d, or a file over the
// size limit, gives counts only. Errors are programming
// errors of a language's folder (a grammar that does not load); every input
// yields facts.
func Parse(d *lang.Definition, src []byte, limits Limits) (*code.Facts, error) {
	return parse(d, src, limits, 0)
}

// deepest is how far code inside code inside code is followed: a script in a
// page in a document.
const deepest = 2

func parse(d *lang.Definition, src []byte, limits Limits, depth int) (*code.Facts, error) {
	switch {
	case d == nil:
		return textOnly(&lang.Definition{}, src), nil
	case limits.Bytes > 0 && len(src) > limits.Bytes, len(src) > mostBytes:
		return textOnly(d, src), nil
	}
	if d.Dialect != nil {
		if other := d.Dialect(src); other != nil {
			d = other
		}
	}
	if d.Extract == nil && d.Grammar == nil {
		return textOnly(d, src), nil
	}
	return guarded(d, src, func(b *lang.Builder) error {
		if d.Extract != nil {
			if err := scan(d, src, b); err != nil {
				return err
			}
		} else {
			g, err := loadGrammar(d.Grammar)
			if err != nil {
				return err
			}
			if err := g.extract(src, prepared(d.Grammar, src), limits.Time, b); err != nil {
				return err
			}
		}
		return embedded(src, b, limits, depth)
	})
}

// scanTime is how long a scanner of ours may take, by the clock: the largest
// file takes one of them a fraction of a second. One that is not back by then
// is caught in a loop, which is a fault of ours.
const scanTime = 30 * time.Second

// scan runs a native extractor. A scanner that never ends costs a processor
// and its file's facts, not the run.
func scan(d *lang.Definition, src []byte, b *lang.Builder) error {
	done := make(chan string, 1)
	go func() {
		defer func() {
			fault := ""
			if p := recover(); p != nil {
				fault = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			done <- fault
		}()
		d.Extract(src, b)
	}()
	timer := time.NewTimer(scanTime)
	defer timer.Stop()
	select {
	case fault := <-done:
		if fault != "" {
			panic(fault) // answered for by guarded
		}
		return nil
	case <-timer.C:
		bug.Report("the %s scanner does not end on a file of %d bytes", d.ID, len(src))
		return errTimeout
	}
}

// embedded reads the pieces of other languages that an extractor has noted.
// All of them together get the time of one file.
func embedded(src []byte, b *lang.Builder, limits Limits, depth int) error {
	if depth == deepest {
		return nil
	}
	begun := time.Now()
	for _, e := range b.Embeds() {
		if limits.Time > 0 {
			left := limits.Time - time.Since(begun)
			if left <= 0 {
				b.SetStatus(code.StatusPartial)
				return nil
			}
			limits.Time = left
			begun = time.Now()
		}
		f, err := parse(e.Language, src[e.Span.Start:e.Span.End], limits, depth+1)
		if err != nil {
			return err
		}
		b.Merge(src, e, f)
	}
	return nil
}

// Check loads a language's grammar, if it has one, and compiles its rules.
func Check(d *lang.Definition) error {
	if d.Grammar == nil {
		return nil
	}
	_, err := loadGrammar(d.Grammar)
	return err
}

// prepared is what is parsed for src.
func prepared(g *lang.Grammar, src []byte) []byte {
	if g.Prepare == nil {
		return src
	}
	out := g.Prepare(src)
	switch {
	case out == nil:
		return src
	case len(out) != len(src):
		bug.Report("preparing %s: %d bytes became %d", g.Name, len(src), len(out))
		return src
	}
	return out
}

func (g *grammar) extract(src, parsed []byte, limit time.Duration, b *lang.Builder) error {
	return g.withTree(src, parsed, limit, func(t *syntax.Tree, hasError bool) {
		if hasError {
			b.SetStatus(code.StatusPartial)
		}
		g.handlers.Run(t, b)
	})
}

// guarded runs an extractor and answers for its faults: a panic becomes a bug
// report and line-based facts, so that one odd file never stops a run.
func guarded(d *lang.Definition, src []byte, extract func(*lang.Builder) error) (f *code.Facts, err error) {
	defer func() {
		if p := recover(); p != nil {
			bug.Report("extracting %s facts: %v\n%s", d.ID, p, debug.Stack())
			f, err = fallback(d, src), nil
		}
	}()
	b := lang.NewBuilder(d, src)
	switch err := extract(b); {
	case errors.Is(err, errTimeout):
		return fallback(d, src), nil
	case err != nil:
		return nil, err
	}
	return b.Finish(), nil
}

func textOnly(d *lang.Definition, src []byte) *code.Facts {
	b := lang.NewBuilder(d, src)
	b.SetStatus(code.StatusTextOnly)
	return b.Finish()
}
