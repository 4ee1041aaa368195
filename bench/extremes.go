package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
)

// extremes reads files that are built to hurt in every language, as the index
// would, and prints the slowest, in processor time. Each must take less than two seconds.
func (b *bench) extremes() error {
	inputs := map[string][]byte{
		"5 MB on one line":          bytes.Repeat([]byte("a(b[0],{c:1});"), 5<<20/14),
		"1.9 MB on one line":        bytes.Repeat([]byte("a(b[0],{c:1});"), 19<<20/140),
		"2 MB of JSON":              []byte("[" + strings.Repeat(`{"name": "value", "list": [1, 2, 3], "more": {"a": null}},`+"\n", 2<<20/60) + "{}]"),
		"1.9 MB of strings":         bytes.Repeat([]byte(`"a" 'b' `+"`c` "), 19<<20/120),
		"1.9 MB of comment openers": bytes.Repeat([]byte("/* <!-- # // -- "), 19<<20/160),
		"1.9 MB of line starts":     bytes.Repeat([]byte("x\n"), 19<<20/20),
		"10,000 columns":            []byte("x = \"" + strings.Repeat("y", 10000) + "\"\n"),
	}
	for _, pair := range []string{"()", "[]", "{}", "<>"} {
		inputs["100,000 deep "+pair] = []byte(strings.Repeat(pair[:1], 100000) + strings.Repeat(pair[1:], 100000))
	}
	for name, nested := range map[string][2]string{"if": {"if (a) { ", "}"}, "call": {"f(", ")"}, "function": {"function f() { ", "}"}, "def": {"def f\n", "end\n"},
		"class": {"class A {", "}"}, "tag": {"<div>", "</div>"}, "block": {"a {", "}"}, "binary": {"1 + (", ")"}, "fn": {"fn f() { ", "}"}, "array": {"x = [", "]"}, "lambda": {"(x) => { ", "}"}} {
		inputs["100,000 deep "+name] = []byte(strings.Repeat(nested[0], 100000) + strings.Repeat(nested[1], 100000))
	}
	for _, d := range all.Definitions() {
		if b.only != "" && !slices.Contains(strings.Split(b.only, ","), string(d.ID)) {
			continue
		}
		if err := b.extreme(d, inputs); err != nil {
			return err
		}
	}
	return nil
}

// processorTime is what this process has used: other work on the machine does
// not count.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (b *bench) extreme(d *lang.Definition, inputs map[string][]byte) error {
	if err := parse.Check(d); err != nil {
		return err
	}
	worst, which, status := time.Duration(0), "", code.StatusComplete
	over := 0
	for name, src := range inputs {
		begun := processorTime()
		f, err := parse.Parse(d, src, parse.DefaultLimits)
		if err != nil {
			return err
		}
		took := processorTime() - begun
		if took > worst {
			worst, which, status = took, name, f.Status
		}
		if took > 2*time.Second {
			over++
			fmt.Printf("  %s, %s: %s, %s\n", d.ID, name, took.Round(time.Millisecond), f.Status)
		}
	}
	fmt.Printf("%-12s %d inputs, %d over 2 s; slowest %s: %s, marked %s\n", d.ID, len(inputs), over, which, worst.Round(time.Millisecond), status)
	return nil
}
