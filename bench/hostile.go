package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// longestHostile is how long any of these may take.
const longestHostile = 30 * time.Second

// hostile asks a server for what hurts and prints what it says, how long it
// took and the peak of its memory meanwhile: on the corpus, then on a tree
// that matches by the ten megabytes.
func (b *bench) hostile() error {
	err := b.serving(b.corpus, func(c *client) error {
		fmt.Printf("before: %s\n", peakMemory(c.cmd.Process.Pid))
		for _, q := range []map[string]any{
			{"query": "a(b"}, {"query": "[z-a]"}, {"query": "(?<=a)b"}, {"query": `\p{Klingon}`}, {"query": "x{1001}"}, {"query": "*"},
			{"query": "\xff\xfe"}, {"query": "a\x00b", "fixed": true},
			{"query": ""},
			{"query": "x*"}, {"query": "^"}, {"query": "$"}, {"query": `\b`}, {"query": "(|a)"}, {"query": "."}, {"query": "(?s).*", "multiline": true},
			{"query": "(a+)+$"}, {"query": "(a|aa)+b"}, {"query": "(.*)*x(.*)*y(.*)*z"}, {"query": `(\w+\s+)*\w+;{3}`},
			{"query": strings.Repeat("a?", 200) + strings.Repeat("a", 200)}, {"query": "((a{1,30}){1,30}){1,1}"}, {"query": "(x{1,100}y{1,100}){1,5}"},
			{"query": "[^a]*[^b]*[^c]*[^d]*!!!", "multiline": true}, {"query": strings.Repeat("(", 500) + "a" + strings.Repeat(")", 500)},
			{"query": strings.Repeat("[a-z]{2,9}_?", 40)}, {"query": strings.Repeat("abc|", 5000) + "zzz"}, {"query": strings.Repeat("q", 100000), "fixed": true},
		} {
			for _, tool := range []string{"grep_code", "count_matches"} {
				if err := c.survives(tool, q); err != nil {
					return err
				}
			}
		}
		return c.atOnce()
	})
	if err != nil {
		return err
	}
	return b.manyMatches()
}

// survives asks once and prints the beginning of the answer.
func (c *client) survives(tool string, args map[string]any) error {
	forgetPeak(c.cmd.Process.Pid)
	start := time.Now()
	text, refused, err := c.answer(tool, args)
	took := time.Since(start)
	if err != nil {
		return fmt.Errorf("%s %s: %w", tool, begin(fmt.Sprint(args), 80), err)
	}
	kind := "answer"
	if refused {
		kind = "refusal"
	}
	fmt.Printf("%s %s: %s, %s, %s of %d characters: %s\n", tool, begin(fmt.Sprintf("%q", args["query"]), 50), round(took), peakMemory(c.cmd.Process.Pid),
		kind, len(text), begin(strings.TrimSpace(text), 140))
	if took > longestHostile {
		return fmt.Errorf("%s took %s", tool, took)
	}
	return nil
}

// manyAtOnce are ten searches of all kinds.
var manyAtOnce = []string{"error", "return nil", "[0-9]{10,}", "func", "static", "[a-z]+_[a-z]+_init", "TODO", "x.y", `\w{30,}`, "."}

// atOnce asks ten questions before it reads an answer, then the same ones one
// after another on the same server.
func (c *client) atOnce() error {
	forgetPeak(c.cmd.Process.Pid)
	start := time.Now()
	first := c.id + 1
	for _, q := range manyAtOnce {
		c.id++
		msg, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": "tools/call",
			"params": map[string]any{"name": "count_matches", "arguments": map[string]any{"query": q}}})
		if err != nil {
			return err
		}
		if _, err := c.in.Write(append(msg, '\n')); err != nil {
			return err
		}
	}
	got := make(map[int]int)
	for len(got) < len(manyAtOnce) {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return err
		}
		var reply struct {
			ID     *int            `json:"id"`
			Result json.RawMessage `json:"result"`
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			return err
		}
		if reply.ID == nil {
			continue
		}
		text, refused, err := readAnswer("count_matches", reply.Result)
		if err != nil || refused {
			return fmt.Errorf("one of ten at once: %w %s", err, text)
		}
		if got[*reply.ID], err = countedLines(text); err != nil {
			return err
		}
	}
	fmt.Printf("ten searches at once: %s, %s\n", round(time.Since(start)), peakMemory(c.cmd.Process.Pid))
	if err := c.forget(0, "needle"); err != nil {
		return err
	}
	start = time.Now()
	for i, q := range manyAtOnce {
		text, err := c.call("count_matches", map[string]any{"query": q})
		if err != nil {
			return err
		}
		if n, err := countedLines(text); err != nil || n != got[first+i] {
			return fmt.Errorf("%q: %d lines at once, %d alone (%v)", q, got[first+i], n, err)
		}
	}
	fmt.Printf("the same one after another: %s, the same counts\n", round(time.Since(start)))
	return nil
}

// manyMatches searches 12 MB that match throughout: short lines, and one line
// of 6 MB.
func (b *bench) manyMatches() error {
	dir, err := os.MkdirTemp("", "sextant-bench-matches-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	const size = 6 << 20
	for name, text := range map[string][]byte{
		"lines.txt": bytes.Repeat([]byte("needle and needle\n"), size/18),
		"short.txt": bytes.Repeat([]byte("needle\n"), size/7),
		"line.txt":  bytes.Repeat([]byte("needle and "), size/11),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	want := size/18 + size/7 + 1
	return b.serving(dir, func(c *client) error {
		for _, q := range []map[string]any{
			{"query": "needle"}, {"query": "n.*e"}, {"query": "needle", "whole_word": true, "case": "insensitive"}, {"query": `[dlen]+\b`}, {"query": "(?s)needle.*", "multiline": true},
			{"query": `needle\n?`, "multiline": true}, {"query": "."},
		} {
			for _, tool := range []string{"grep_code", "count_matches", "grep_with_context"} {
				if err := c.survives(tool, q); err != nil {
					return err
				}
			}
			text, err := c.call("count_matches", q)
			if err != nil {
				return err
			}
			if n, err := countedLines(text); err != nil || n != want {
				return fmt.Errorf("%s: %d lines, not %d (%v)", q["query"], n, want, err)
			}
		}
		return c.atOnce()
	})
}

func begin(s string, most int) string {
	s = strings.ReplaceAll(s, "\n", " / ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// forgetPeak makes Linux count the peak of a process's memory anew.
func forgetPeak(pid int) { _ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) }

func peakMemory(pid int) string {
	peak, _, _ := strings.Cut(residentMemory(pid), ",")
	return peak
}
