package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// client speaks MCP to a server process over its pipes.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	id  int
}

func (b *bench) start(root, cache string) (*client, error) {
	cmd := exec.Command(b.program, "serve", "--root", root)
	cmd.Env = append(os.Environ(), "SEXTANT_CACHE_DIR="+cache)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &client{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}, nil
}

func (c *client) stop() {
	_ = c.in.Close()
	_ = c.cmd.Wait()
}

// request sends one request and waits for its answer.
func (c *client) request(method string, params any) (json.RawMessage, error) {
	c.id++
	msg, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if _, err := c.in.Write(append(msg, '\n')); err != nil {
		return nil, err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		var reply struct {
			ID     *int            `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			return nil, fmt.Errorf("not protocol on stdout: %q", line)
		}
		if reply.ID != nil && *reply.ID == c.id {
			if reply.Error != nil {
				return nil, fmt.Errorf("%s: %s", method, reply.Error)
			}
			return reply.Result, nil
		}
	}
}

func (c *client) handshake() error {
	_, err := c.request("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "bench", "version": "1"}})
	if err != nil {
		return err
	}
	_, err = c.in.Write([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"))
	return err
}

func (c *client) call(tool string, args map[string]any) (string, error) {
	text, refused, err := c.answer(tool, args)
	if err == nil && refused {
		err = fmt.Errorf("%s: %s", tool, text)
	}
	return text, err
}

// answer is what a tool says, and whether that is that it cannot.
func (c *client) answer(tool string, args map[string]any) (text string, refused bool, err error) {
	raw, err := c.request("tools/call", map[string]any{"name": tool, "arguments": args})
	if err != nil {
		return "", false, err
	}
	return readAnswer(tool, raw)
}

func readAnswer(tool string, raw json.RawMessage) (text string, refused bool, err error) {
	var r struct {
		Content []struct{ Text string }
		IsError bool `json:"isError"`
	}
	if err := json.Unmarshal(raw, &r); err != nil || len(r.Content) == 0 {
		return "", false, fmt.Errorf("%s: odd answer %s", tool, raw)
	}
	return r.Content[0].Text, r.IsError, nil
}

// wait asks for the state of the index until all text can be searched, or
// until all files are parsed and linked besides.
func (c *client) wait(complete bool) (time.Duration, error) {
	start := time.Now()
	for {
		text, err := c.call("get_index_status", nil)
		if err != nil {
			return 0, err
		}
		if !complete && textComplete(text) || strings.HasPrefix(text, "ready") && strings.Contains(text, "stage: idle") {
			return time.Since(start), nil
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// server measures handshake and first answer with a cold cache, then the
// freshness of an edit, warm questions and memory with a complete index.
func (b *bench) server() error {
	var handshakes, firsts times
	var firstReply string
	for range b.runs {
		cache, remove, err := cacheDir()
		if err != nil {
			return err
		}
		start := time.Now()
		c, err := b.start(b.corpus, cache)
		if err != nil {
			return err
		}
		if err := c.handshake(); err != nil {
			return err
		}
		handshakes = append(handshakes, time.Since(start))
		start = time.Now()
		if firstReply, err = c.call("query", map[string]any{"keywords": b.question, "format": "flat"}); err != nil {
			return err
		}
		firsts = append(firsts, time.Since(start))
		c.stop()
		remove()
	}
	fmt.Printf("handshake, process start included, cold cache: %s\n", handshakes)
	fmt.Printf("first query %q, cold cache: %s\n  first lines: %s\n", b.question, firsts, firstPaths(firstReply, 3))
	return b.warmServer()
}

// warmServer works on a copy, because it edits a file.
func (b *bench) warmServer() error {
	tree, remove, err := b.copyCorpus()
	if err != nil {
		return err
	}
	defer remove()
	cache, removeCache, err := cacheDir()
	if err != nil {
		return err
	}
	defer removeCache()
	c, err := b.start(tree, cache)
	if err != nil {
		return err
	}
	defer c.stop()
	if err := c.handshake(); err != nil {
		return err
	}
	start := time.Now()
	textAt := time.Duration(0)
	for {
		text, err := c.call("get_index_status", nil)
		if err != nil {
			return err
		}
		if textAt == 0 && textComplete(text) {
			textAt = time.Since(start)
		}
		if strings.HasPrefix(text, "ready") {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	fmt.Printf("background index while polled: text stage complete after %s, facts after %s\n", round(textAt), round(time.Since(start)))
	var queries times
	reply := ""
	for range 4 * b.runs {
		start := time.Now()
		if reply, err = c.call("query", map[string]any{"keywords": b.question}); err != nil {
			return err
		}
		queries = append(queries, time.Since(start))
	}
	fmt.Printf("warm query: %s, %d characters\n", queries, len([]rune(reply)))
	if err := b.editFreshness(c, tree); err != nil {
		return err
	}
	time.Sleep(3 * time.Second)
	fmt.Printf("memory of the idle server: %s\n", residentMemory(c.cmd.Process.Pid))
	return nil
}

func textComplete(status string) bool {
	_, rest, ok := strings.Cut(status, "text: ")
	if !ok {
		return false
	}
	var have, all int
	if _, err := fmt.Sscanf(rest, "%d of %d", &have, &all); err != nil {
		return false
	}
	return all > 0 && have >= all
}

// editFreshness saves a new definition and asks for it at once, from the save
// to the answer that has it.
func (b *bench) editFreshness(c *client, tree string) error {
	name := filepath.Join(tree, "net", "http", "sextant_bench.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	var edits times
	stale := 0
	for i := range 4 * b.runs {
		symbol := "FreshlySaved" + strconv.Itoa(i) + "x"
		if err := os.WriteFile(name, []byte("package http\n\nfunc "+symbol+"() {}\n"), 0o644); err != nil {
			return err
		}
		start := time.Now()
		reply, err := c.call("query", map[string]any{"keywords": symbol, "format": "flat", "max": 3})
		if err != nil {
			return err
		}
		edits = append(edits, time.Since(start))
		if !strings.Contains(reply, "sextant_bench.go") {
			stale++
		}
	}
	fmt.Printf("answer after an edit was saved: %s, stale answers: %d\n", edits, stale)
	return nil
}

func firstPaths(reply string, n int) string {
	var out []string
	for _, line := range strings.Split(reply, "\n") {
		if strings.HasPrefix(line, "<!-- ") && len(out) < n {
			out = append(out, strings.Fields(line)[1])
		}
	}
	return strings.Join(out, ", ")
}

// residentMemory reads what Linux says of a process.
func residentMemory(pid int) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "not known on this system"
	}
	var parts []string
	for _, line := range strings.Split(string(b), "\n") {
		for _, want := range []string{"VmHWM:", "VmRSS:", "RssAnon:"} {
			if strings.HasPrefix(line, want) {
				parts = append(parts, strings.Join(strings.Fields(line), " "))
			}
		}
	}
	return strings.Join(parts, ", ")
}
