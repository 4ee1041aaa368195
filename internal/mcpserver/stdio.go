package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one client on the given streams until in ends, the parent
// process dies or the context ends.
func (s *Server) ServeStdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go watchParent(ctx, cancel, os.Getppid())
	open := &requests{}
	w := &lockedWriter{w: out, open: open}
	err := s.mcp.Run(ctx, &mcp.IOTransport{Reader: newLineGuard(in, w, open), Writer: w, MaxLineLength: -1})
	if errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// watchParent cancels when the process that started this one is gone: some
// clients die without closing the pipe.
func watchParent(ctx context.Context, cancel func(), parent int) {
	if parent <= 1 {
		return // started by the system itself: nobody to outlive
	}
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if os.Getppid() != parent {
				cancel()
				return
			}
		}
	}
}

// requests counts what was asked and is not answered yet.
type requests struct {
	mu     sync.Mutex
	n      int
	waiter chan struct{}
}

func (r *requests) add(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n += n; r.n <= 0 && r.waiter != nil {
		close(r.waiter)
		r.waiter = nil
	}
}

// wait returns when everything is answered, or after a while.
func (r *requests) wait(most time.Duration) {
	r.mu.Lock()
	if r.n <= 0 {
		r.mu.Unlock()
		return
	}
	done := make(chan struct{})
	r.waiter = done
	r.mu.Unlock()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// lockedWriter keeps whole messages together and notes answers.
type lockedWriter struct {
	mu   sync.Mutex
	w    io.WriteCloser
	open *requests
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.w.Write(p)
	// What the server asks or tells has a method, an answer has none. A
	// mistake here only changes how long the end of input is held back.
	if !bytes.Contains(p[:min(len(p), 120)], []byte(`"method":`)) {
		l.open.add(-1)
	}
	return n, err
}

func (l *lockedWriter) Close() error { return l.w.Close() }

// lastAnswers is how long the end of input waits for answers under way.
const lastAnswers = 500 * time.Millisecond

// longestMessage bounds one incoming line, in bytes.
const longestMessage = 16 << 20

// lineGuard passes on lines that are JSON objects and answers the others with
// a protocol error, so that one bad line does not end the session.
type lineGuard struct {
	src  io.ReadCloser
	r    *bufio.Reader
	out  io.Writer
	open *requests
	rest []byte
}

func newLineGuard(src io.ReadCloser, out io.Writer, open *requests) *lineGuard {
	return &lineGuard{src: src, r: bufio.NewReaderSize(src, 64<<10), out: out, open: open}
}

func (g *lineGuard) Close() error { return g.src.Close() }

func (g *lineGuard) Read(p []byte) (int, error) {
	for len(g.rest) == 0 {
		line, tooLong, err := g.line()
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 || tooLong {
			if code, text := g.reject(trimmed, tooLong); text != "" {
				g.answer(trimmed, code, text)
			} else {
				g.rest = append(trimmed, '\n')
				break
			}
		}
		if err != nil {
			// The end of input ends the session at once; a client that sends
			// its questions and closes, as a script does, wants the answers.
			g.open.wait(lastAnswers)
			return 0, err
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// line reads one line; one that is too long is read to its end and dropped.
func (g *lineGuard) line() (line []byte, tooLong bool, err error) {
	for {
		part, err := g.r.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		if len(line) > longestMessage {
			line, tooLong = nil, true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// answer sends a protocol error, under the request's id if it has one.
func (g *lineGuard) answer(line []byte, code int, text string) {
	id := json.RawMessage("null")
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &m) == nil && len(m.ID) > 0 && (m.ID[0] == '"' || m.ID[0] == '-' || m.ID[0] >= '0' && m.ID[0] <= '9') {
		id = m.ID
	}
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": text}})
	if err == nil {
		g.open.add(1)
		_, _ = g.out.Write(append(b, '\n'))
	}
}

// reject says what is wrong with a line, if anything is: whatever the SDK
// cannot decode would end the session.
func (g *lineGuard) reject(line []byte, tooLong bool) (code int, text string) {
	switch {
	case tooLong:
		return -32600, fmt.Sprintf("message longer than %d bytes", longestMessage)
	case !json.Valid(line):
		return -32700, "parse error: the line is not valid JSON"
	case line[0] == '[':
		return -32600, "batches are not supported: send one message a line"
	case line[0] != '{':
		return -32600, "invalid request: a message is a JSON object"
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return -32600, "invalid request: not a JSON-RPC 2.0 message"
	}
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		g.open.add(1)
	}
	return 0, ""
}
