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

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one client on the given streams until in ends, the parent
// process dies or the context ends.
func (s *Server) ServeStdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go watchParent(ctx, cancel, os.Getppid())
	w := &lockedWriter{w: out}
	err := s.mcp.Run(ctx, &mcp.IOTransport{Reader: newLineGuard(in, w), Writer: w})
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

// lockedWriter keeps whole messages together.
type lockedWriter struct {
	mu sync.Mutex
	w  io.WriteCloser
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func (l *lockedWriter) Close() error { return l.w.Close() }

// longestMessage bounds one incoming line, in bytes.
const longestMessage = 16 << 20

// lineGuard passes on lines that are JSON objects and answers the others with
// a protocol error, so that one bad line does not end the session.
type lineGuard struct {
	src  io.ReadCloser
	r    *bufio.Reader
	out  io.Writer
	rest []byte
}

func newLineGuard(src io.ReadCloser, out io.Writer) *lineGuard {
	return &lineGuard{src: src, r: bufio.NewReaderSize(src, 64<<10), out: out}
}

func (g *lineGuard) Close() error { return g.src.Close() }

func (g *lineGuard) Read(p []byte) (int, error) {
	for len(g.rest) == 0 {
		line, tooLong, err := g.line()
		if len(bytes.TrimSpace(line)) > 0 || tooLong {
			if code, text := reject(line, tooLong); text != "" {
				fmt.Fprintf(g.out, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":%d,\"message\":%q}}\n", code, text)
			} else {
				g.rest = append(bytes.TrimRight(line, "\r\n"), '\n')
				break
			}
		}
		if err != nil {
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

// reject says what is wrong with a line, if anything is.
func reject(line []byte, tooLong bool) (code int, text string) {
	trimmed := bytes.TrimSpace(line)
	switch {
	case tooLong:
		return -32600, fmt.Sprintf("message longer than %d bytes", longestMessage)
	case !json.Valid(trimmed):
		return -32700, "parse error: the line is not valid JSON"
	case trimmed[0] == '[':
		return -32600, "batches are not supported: send one message a line"
	case trimmed[0] != '{':
		return -32600, "invalid request: a message is a JSON object"
	}
	return 0, ""
}
