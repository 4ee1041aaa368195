package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// timedShapes are Go patterns for the times: with a name of their own, rare
// and common, and without.
var timedShapes = []string{
	`runtime.SetFinalizer($A, $B)`, `sort.SliceStable($A, $B)`, `fmt.Sprintf($F, $$$ARGS)`, `$X.Unlock()`, `errors.New($A)`, `defer $X.Close()`,
	`strings.HasPrefix($A, $B)`, `func ($R $T) String() string { $$$ }`, `$A = append($A, $$$)`, `t.Fatalf($$$)`, `context.WithTimeout($A, $B)`, `atomic.AddInt64($A, 1)`,
	`if err != nil { return $$$ }`, `for { select { $$$ } }`, `go func() { $$$ }()`,
}

// shapetimes measures ast_search on a warm server against ast-grep as a
// process: the first page asked the first time; asked again when the answer is
// forgotten, but not the trees that were parsed for it; a kept answer; and all
// matches counted, as ast-grep finds them, of which only the last run counts.
func (b *bench) shapetimes() error {
	return b.servingOn(b.corpus, b.complete, func(c *client, _ string) error { return b.timeShapes(c) })
}

func (b *bench) timeShapes(c *client) error {
	fmt.Printf("%-36s %8s %8s %8s %8s %9s %6s %6s  %s\n", "pattern", "first", "again", "kept", "all", "ast-grep", "/first", "/all", "matches")
	for _, p := range timedShapes {
		if b.only != "" && !strings.Contains(p, b.only) {
			continue
		}
		if err := b.timeShape(c, p); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	fmt.Printf("memory of the server: %s\n", residentMemory(c.cmd.Process.Pid))
	return nil
}

func (b *bench) timeShape(c *client, pattern string) error {
	ask := func(exact bool) (string, time.Duration, error) {
		begun := time.Now()
		text, err := c.call("ast_search", map[string]any{"pattern": pattern, "language": "go", "exact": exact, "max": 1})
		return text, time.Since(begun), err
	}
	_, first, err := ask(false)
	if err != nil {
		return err
	}
	var again, kept, all, other times
	var text string
	for i := range b.runs {
		for k := range 17 {
			if _, err := c.call("ast_search", map[string]any{"pattern": fmt.Sprintf("nowhere_%d_%d($A)", i, k), "language": "go"}); err != nil {
				return err
			}
		}
		for _, t := range []*times{&again, &kept} {
			_, took, err := ask(false)
			if err != nil {
				return err
			}
			*t = append(*t, took)
		}
		var took time.Duration
		if text, took, err = ask(true); err != nil {
			return err
		}
		all = append(all, took)
	}
	if b.astgrep != "" {
		for range min(b.runs, 3) {
			err := c.stopped(func() error {
				cmd := exec.Command(b.astgrep, "run", "-l", "go", "-p", pattern, "--json=stream", ".")
				cmd.Dir = b.corpus
				begun := time.Now()
				_ = cmd.Run() // 1 is: nothing found
				other = append(other, time.Since(begun))
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	found, _, _ := strings.Cut(lines[len(lines)-1], ";")
	there, times, timesAll := "-", "-", "-"
	if len(other) > 0 {
		there = round(other.median()).String()
		times = fmt.Sprintf("%.0f", float64(other.median())/float64(first))
		timesAll = fmt.Sprintf("%.0f", float64(other.median())/float64(all[len(all)-1]))
	}
	fmt.Printf("%-36s %8s %8s %8s %8s %9s %6s %6s  %s\n", pattern, round(first), round(again.median()), round(kept.median()), round(all[len(all)-1]), there, times, timesAll, found)
	return nil
}
