package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// asked is one pattern's figures.
type asked struct {
	pattern
	lines, others     int // by count_matches and rg; by csearch
	rg, page, count   times
	csearch           times
	pageOver, cntOver float64 // how many times faster than rg
	once              bool    // rg ran once only
}

// onceOver is how long rg may take to be run again: above it, the run whose
// lines are compared is the one that is timed. Its searches over several lines
// take minutes on a large tree.
const onceOver = 15 * time.Second

// grep measures a warm server with a complete text stage against rg as a
// process, turn by turn: grep_code's first page, and count_matches, which has
// to see every match. The server's watcher is on.
//
// Answers are kept for each view of the tree, the sixteen used last. A round
// asks every pattern once and ends with searches for other things, so that no
// answer that is timed is a kept one; what a kept one takes is printed.
//
// While rg or csearch runs the server is stopped, so that what it does in the
// background slows nobody but itself.
func (b *bench) grep() error { return b.servingOn(b.corpus, b.complete, b.grepOn) }

func (b *bench) grepOn(c *client, cache string) error {
	index, err := b.csearchIndex(c, cache)
	if err != nil {
		return err
	}
	var all []*asked
	for _, p := range patternsFor(b.corpus) {
		if b.only == "" || p.group == b.only || strings.Contains(p.String(), b.only) {
			all = append(all, &asked{pattern: p})
		}
	}
	unknown := 0
	for _, a := range all {
		ok, err := b.verify(c, cache, index, a)
		if err != nil {
			return fmt.Errorf("%s: %w", a.pattern, err)
		}
		if !ok {
			unknown++
		}
	}
	for i := range b.runs {
		if err := c.forget(i, regexp.QuoteMeta(patternsFor(b.corpus)[0].text)); err != nil {
			return err
		}
		for k, a := range all {
			if err := b.turn(c, index, a, (i+k)%2 == 0); err != nil {
				return fmt.Errorf("%s: %w", a.pattern, err)
			}
		}
	}
	report(all)
	if n := len(all); n > 0 {
		start := time.Now()
		if _, err := c.call("count_matches", all[n-1].arguments()); err != nil {
			return err
		}
		fmt.Printf("a kept answer (%s once more): %s\n", all[n-1].pattern, round(time.Since(start)))
	}
	fmt.Printf("memory of the server: %s\n", residentMemory(c.cmd.Process.Pid))
	if unknown > 0 {
		return fmt.Errorf("%d patterns have other counts than rg and no known reason", unknown)
	}
	return nil
}

// cacheFor is the cache of a run: the one that was named, which stays, or a new one.
func (b *bench) cacheFor() (dir string, remove func(), err error) {
	if b.cache != "" {
		dir, err = filepath.Abs(b.cache)
		return dir, func() {}, err
	}
	return cacheDir()
}

// csearchIndex builds codesearch's index, if it is installed, or takes the
// one that CSEARCHINDEX names.
func (b *bench) csearchIndex(c *client, dir string) (string, error) {
	if index := os.Getenv("CSEARCHINDEX"); index != "" {
		return index, nil
	}
	if _, err := exec.LookPath("cindex"); err != nil {
		fmt.Println("csearch is not installed, and left out")
		return "", nil
	}
	index := filepath.Join(dir, "csearchindex")
	cmd := exec.Command("cindex", b.corpus)
	cmd.Env = append(os.Environ(), "CSEARCHINDEX="+index)
	return index, c.stopped(cmd.Run)
}

// stopped runs something while the server does nothing at all.
func (c *client) stopped(run func() error) error {
	if err := c.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	err := run()
	return errors.Join(err, c.cmd.Process.Signal(syscall.SIGCONT))
}

// forget makes the server drop the answers it keeps, by asking other things
// that are cheap to answer.
func (c *client) forget(round int, text string) error {
	for i := range 24 {
		if _, err := c.call("count_matches", map[string]any{"query": fmt.Sprintf("%s|nowhere_%d_%d", text, round, i)}); err != nil {
			return err
		}
	}
	return nil
}

// verify compares what the server and rg find before anything is timed: the
// number of lines, and that rg has each line of the first page.
func (b *bench) verify(c *client, cache, index string, a *asked) (bool, error) {
	page, err := c.call("grep_code", a.arguments())
	if err != nil {
		return false, err
	}
	counted, err := c.call("count_matches", a.arguments())
	if err != nil {
		return false, err
	}
	if a.lines, err = countedLines(counted); err != nil {
		return false, err
	}
	shown := shownPlaces(page)
	if len(shown) == 0 && a.lines > 0 {
		return false, fmt.Errorf("no line was read from the page %q", page)
	}
	var rg *printed
	err = c.stopped(func() error {
		if rg, err = found(ripgrep(b.corpus, a.pattern, "--null"), func(path string, line int) bool { return shown[place(path, line)] }); err != nil {
			return err
		}
		if index != "" && !a.has("U") {
			a.others, _, err = csearch(b.corpus, index, a.pattern).lines()
		}
		return err
	})
	if err != nil {
		return false, err
	}
	if rg.took > onceOver {
		a.rg, a.once = times{rg.took}, true
	}
	known := true
	for at := range shown {
		path := at[:strings.LastIndexByte(at, ':')]
		if _, ok := rg.text[at]; !ok && reasonOf(b.corpus, path, a.pattern, 0) == "" {
			fmt.Printf("  %s: shown here, not found by rg: %s\n", a.pattern, at)
			known = false
		}
	}
	ok, err := b.explain(cache, a.pattern, a.lines, rg)
	return ok && known, err
}

// turn times every program once: rg between the two questions, of which now
// one and now the other comes first. So neither finds in the processor's
// caches what the other has just read.
func (b *bench) turn(c *client, index string, a *asked, pageFirst bool) error {
	ask := func(tool string, took *times) (string, error) {
		start := time.Now()
		reply, err := c.call(tool, a.arguments())
		*took = append(*took, time.Since(start))
		return reply, err
	}
	page := func() error {
		_, err := ask("grep_code", &a.page)
		return err
	}
	count := func() error {
		reply, err := ask("count_matches", &a.count)
		if err != nil {
			return err
		}
		if n, err := countedLines(reply); err != nil || n != a.lines {
			return fmt.Errorf("count_matches: %d lines, %d before (%v)", n, a.lines, err)
		}
		return nil
	}
	others := func() error { return c.stopped(func() error { return b.timeOthers(index, a) }) }
	turns := []func() error{page, others, count}
	if !pageFirst {
		slices.Reverse(turns)
	}
	for _, t := range turns {
		if err := t(); err != nil {
			return err
		}
	}
	return nil
}

// timeOthers times rg and csearch.
func (b *bench) timeOthers(index string, a *asked) error {
	if !a.once {
		_, took, err := ripgrep(b.corpus, a.pattern).lines()
		if err != nil {
			return err
		}
		a.rg = append(a.rg, took)
	}
	if index == "" || a.has("U") {
		return nil
	}
	_, took, err := csearch(b.corpus, index, a.pattern).lines()
	a.csearch = append(a.csearch, took)
	return err
}

// report prints each pattern's medians and each group's median ratio.
func report(all []*asked) {
	fmt.Printf("| group | pattern | lines | rg | grep_code | times faster | count_matches | times faster | csearch | its lines |\n|---|---|---|---|---|---|---|---|---|---|\n")
	var slow []string
	for _, a := range all {
		rg, page, count := a.rg.median(), a.page.median(), a.count.median()
		a.pageOver, a.cntOver = float64(rg)/float64(page), float64(rg)/float64(count)
		other, lines := "-", "-"
		if len(a.csearch) > 0 {
			other, lines = round(a.csearch.median()).String(), fmt.Sprint(a.others)
		}
		runs := ""
		if a.once {
			runs = " (once)"
		}
		fmt.Printf("| %s | `%s` | %d | %s%s | %s | %.1f | %s | %.1f | %s | %s |\n", a.group, strings.ReplaceAll(a.pattern.String(), "|", `\|`),
			a.lines, round(rg), runs, round(page), a.pageOver, round(count), a.cntOver, other, lines)
		if over := min(a.pageOver, a.cntOver); over < 1/1.2 {
			slow = append(slow, fmt.Sprintf("%s (%.2f times rg's time)", a.pattern, 1/over))
		}
	}
	for _, g := range patternGroups {
		var pages, counts, others []float64
		for _, a := range all {
			if a.group != g {
				continue
			}
			pages, counts = append(pages, a.pageOver), append(counts, a.cntOver)
			if len(a.csearch) > 0 {
				others = append(others, float64(a.rg.median())/float64(a.csearch.median()))
			}
		}
		if len(pages) > 0 {
			fmt.Printf("%s: median of the ratios to rg: grep_code %.1f, count_matches %.1f, csearch %.1f (%d patterns)\n",
				g, middle(pages), middle(counts), middle(others), len(pages))
		}
	}
	fmt.Printf("slower than 1.2 times rg: %d %s\n", len(slow), strings.Join(slow, "; "))
}

func middle(f []float64) float64 {
	if len(f) == 0 {
		return 0
	}
	f = slices.Sorted(slices.Values(f))
	return (f[(len(f)-1)/2] + f[len(f)/2]) / 2
}
