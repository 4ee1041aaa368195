// Command bench measures what docs and issues promise, on named corpora, and
// prints ratios of one run beside counts of results. It builds nothing: give
// it the program to measure.
//
//	go run ./bench -sextant ./sextant all
//	go run ./bench -sextant ./sextant -corpus DIR server index refresh
//	go run ./bench -langs python=DIR,typescript=DIR extract
//	go run ./bench -langs rust=DIR,rust=DIR definitions
//	go run ./bench -corpus DIR -oracle go imports
//	go run ./bench -sextant ./sextant -corpus DIR text grep hostile
//	go run ./bench -sextant ./sextant -langs c=DIR,go=DIR,typescript=DIR tokens
//	go run ./bench -langs go=DIR,python=DIR purposes
//	go run ./bench -corpus DIR -oracle 'python=python3 bench/oracles/imports.py' imports
//
// Machines differ and are noisy: quote ratios and medians, and the command.
package main

import (
	"flag"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

func main() {
	b := &bench{}
	flag.StringVar(&b.program, "sextant", "./sextant", "the program to measure")
	flag.StringVar(&b.corpus, "corpus", filepath.Join(build.Default.GOROOT, "src"), "the tree to measure on")
	flag.StringVar(&b.question, "query", "RoundTripper", "the question asked of the corpus")
	flag.StringVar(&b.langs, "langs", "go="+filepath.Join(build.Default.GOROOT, "src", "net"), "language=DIR pairs for extract, definitions, tokens and purposes, separated by commas")
	flag.StringVar(&b.oracle, "oracle", "go", "go, or LANGUAGE=COMMAND: who says where imports lead; the command is given the corpus")
	flag.IntVar(&b.missed, "missed", 10, "how many missed definitions are printed for each tree")
	flag.StringVar(&b.only, "only", "", "language ids, separated by commas, for extremes; a part of the patterns or the name of their group for grep; all without it")
	flag.StringVar(&b.cache, "cache", "", "a cache for grep, tokens and hostile that is used and kept; a new one each run without it")
	flag.StringVar(&b.astgrep, "astgrep", "", "the program of @ast-grep/cli, for shapes and shapetimes")
	flag.BoolVar(&b.complete, "complete", false, "grep waits until all files are parsed and linked besides")
	flag.StringVar(&b.results, "results", "", "files that accuracy joins, separated by commas")
	flag.IntVar(&b.runs, "n", 5, "runs of each measurement")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 || names[0] == "all" {
		names = []string{"server", "index", "refresh", "extract"}
	}
	program, err := filepath.Abs(b.program)
	if err == nil {
		b.program = program
	}
	for _, n := range names {
		run, ok := measurements[n]
		if !ok {
			fmt.Fprintf(os.Stderr, "bench: there is no measurement %q\n", n)
			os.Exit(2)
		}
		fmt.Printf("== %s (%s)\n", n, b.corpus)
		if err := run(b); err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", n, err)
			os.Exit(1)
		}
	}
}

var measurements = map[string]func(*bench) error{
	"server":      (*bench).server,
	"index":       (*bench).index,
	"refresh":     (*bench).refresh,
	"extract":     (*bench).extract,
	"extremes":    (*bench).extremes,
	"graph":       (*bench).graph,
	"imports":     (*bench).imports,
	"definitions": (*bench).definitions,
	"text":        (*bench).text,
	"grep":        (*bench).grep,
	"tokens":      (*bench).tokens,
	"hostile":     (*bench).hostile,
	"accuracy":    (*bench).accuracy,
	"shapes":      (*bench).shapes,
	"shapetimes":  (*bench).shapetimes,
	"purposes":    (*bench).purposes,
}

type bench struct {
	program, corpus, question, langs string
	only, cache, astgrep, results    string
	complete                         bool
	oracle                           string
	runs, missed                     int
}

// times collects one figure of several runs.
type times []time.Duration

func (t times) String() string {
	s := append(times(nil), t...)
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
	return fmt.Sprintf("median %s (min %s, max %s, n=%d)", round(s[len(s)/2]), round(s[0]), round(s[len(s)-1]), len(s))
}

func (t times) median() time.Duration {
	s := append(times(nil), t...)
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
	return s[len(s)/2]
}

func round(d time.Duration) time.Duration {
	switch {
	case d > time.Second:
		return d.Round(10 * time.Millisecond)
	case d > 10*time.Millisecond:
		return d.Round(100 * time.Microsecond)
	}
	return d.Round(time.Microsecond)
}

// cacheDir makes an empty cache for one run.
func cacheDir() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "sextant-bench-")
	return dir, func() { _ = os.RemoveAll(dir) }, err
}

func pairs(s string) (out [][2]string) {
	for _, p := range strings.Split(s, ",") {
		if k, v, ok := strings.Cut(p, "="); ok {
			out = append(out, [2]string{k, v})
		}
	}
	return out
}
