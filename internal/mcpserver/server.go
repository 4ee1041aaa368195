// Package mcpserver speaks the Model Context Protocol for the tools of
// package tool. In goes a byte stream of requests; out comes one of replies.
// Stdout carries the protocol and nothing else: what anything else prints
// goes to stderr. A panic in a handler is reported and answered as an
// internal error, and the process lives.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sextant/internal/app"
	"sextant/internal/bug"
	"sextant/internal/config"
	"sextant/internal/tool"
)

// advice is a line of the instructions and the tools of which it speaks; it is
// left out where none of them is on.
var advice = []struct{ text, tools string }{
	{"Files for a task or a question: query. What is here: get_project_map.", "query get_project_map"},
	{"A function, class or method: get_symbol says all about it, find_usages who uses it, get_impact what a change of it touches.", "get_symbol find_usages get_impact"},
	{"Where a name is defined: find_definition. Code by shape: ast_search. HTTP routes: find_route.", "find_definition ast_search find_route"},
	{"Text: grep_code instead of grep or rg. Several at once: multi_search.", "grep_code multi_search"},
	{"Part of a file: read_file with symbol or lines. What a file defines: get_file_outline.", "read_file get_file_outline"},
	{"What changed: git_changed_files, grep_changed, find_in_file_diff.", "git_changed_files grep_changed find_in_file_diff"},
}

// Instructions tell a model which of the tools to reach for first.
func Instructions(tools []*tool.Tool) string {
	on := make(map[string]bool)
	for _, t := range tools {
		on[t.Name] = true
	}
	var b strings.Builder
	b.WriteString("Sextant answers from an index that always matches the disk.\n")
	for _, a := range advice {
		for _, name := range strings.Fields(a.tools) {
			if on[name] {
				b.WriteString("- " + a.text + "\n")
				break
			}
		}
	}
	b.WriteString("Most tools also take directory, max, offset, max_tokens. The last line of a reply says what was left out, an empty one what was searched.")
	return b.String()
}

// Options configures a server.
type Options struct {
	// Root is the directory to serve; empty lets the client's roots, then the
	// enclosing work tree, decide.
	Root    string
	Flags   map[string]string
	Version string
	Log     *slog.Logger
}

// Server is one server process for one checkout. The checkout is opened
// behind the handshake, which therefore never waits for it.
type Server struct {
	opt Options
	cfg *config.Config
	mcp *mcp.Server
	on  []*tool.Tool

	once   sync.Once
	opened chan struct{}
	app    *app.App
	err    error
	// What tests replace: how long the client may take to name its roots, and
	// how a checkout is opened.
	rootsWait time.Duration
	openApp   func(wish string, flags map[string]string, version string, log *slog.Logger) (*app.App, error)
}

// New makes a server. Nothing is read but the configuration.
func New(opt Options) *Server {
	if opt.Root != "" {
		// Said on the command line, it wins over every setting.
		flags := map[string]string{"root": opt.Root}
		for name, v := range opt.Flags {
			if name != "root" {
				flags[name] = v
			}
		}
		opt.Flags = flags
	}
	s := &Server{opt: opt, opened: make(chan struct{}), openApp: app.Open, rootsWait: rootsWait}
	s.cfg = config.Load(opt.Root, opt.Flags)
	on, warnings := tool.Select(s.cfg.Tools)
	for _, w := range warnings {
		opt.Log.Warn(w)
	}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "sextant", Title: "Sextant", Version: opt.Version}, &mcp.ServerOptions{
		Instructions: Instructions(on),
		// Logging is deprecated in the protocol; stderr does.
		Capabilities: &mcp.ServerCapabilities{},
		InitializedHandler: func(ctx context.Context, req *mcp.InitializedRequest) {
			go s.open(context.WithoutCancel(ctx), req.Session)
		},
	})
	s.on = on
	s.mcp.AddReceivingMiddleware(guard)
	for _, t := range on {
		s.add(t)
	}
	return s
}

// guard answers a panic as an internal error.
func guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				bug.Report("handling %s: %v\n%s", method, p, debug.Stack())
				res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("internal error in %s; the server goes on", method)}
			}
		}()
		return next(ctx, method, req)
	}
}

func (s *Server) add(t *tool.Tool) {
	no := false
	destructive := false
	s.mcp.AddTool(&mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.Listed, Meta: s.cfg.Meta[t.Name],
		Annotations: &mcp.ToolAnnotations{Title: t.Title, ReadOnlyHint: t.ReadOnly, IdempotentHint: !t.Adds,
			DestructiveHint: &destructive, OpenWorldHint: &no},
	}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return s.call(ctx, t, req)
	})
}

func (s *Server) call(ctx context.Context, t *tool.Tool, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	go s.open(context.WithoutCancel(ctx), req.Session)
	select {
	case <-s.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.err != nil {
		return failure(s.err), nil
	}
	r, err := s.app.Run(ctx, t, req.Params.Arguments)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var input *tool.InputError
		if !errors.As(err, &input) {
			s.opt.Log.Error("a call failed", "tool", t.Name, "error", err)
		}
		return failure(err), nil
	}
	return s.result(r), nil
}

// failure is an error that the model may act on.
func failure(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}
}

func (s *Server) result(r *tool.Reply) *mcp.CallToolResult {
	text := strings.ToValidUTF8(r.Text, "\uFFFD")
	res := &mcp.CallToolResult{}
	if r.Savings != nil {
		res.Meta = mcp.Meta{"token_savings": r.Savings}
		if s.cfg.SavingsFooter && r.Savings.Saved > 0 {
			text += fmt.Sprintf("(~%d tokens; ~%d saved against reading the files)\n", r.Savings.ReplyTokens, r.Savings.Saved)
		}
	}
	res.Content = []mcp.Content{&mcp.TextContent{Text: text}}
	if s.cfg.UserAudience && r.Savings != nil {
		res.Content = append(res.Content, &mcp.TextContent{Text: fmt.Sprintf("Found %d files", r.Savings.FilesCited),
			Annotations: &mcp.Annotations{Audience: []mcp.Role{"user"}}})
	}
	if s.cfg.StructuredContent && r.Data != nil {
		if b, err := json.Marshal(map[string]any{"result": r.Data, "token_savings": r.Savings}); err == nil {
			res.StructuredContent = json.RawMessage(b)
		}
	}
	return res
}

// rootsWait is how long the client may take to name its roots.
const rootsWait = 2 * time.Second

// open opens the checkout once. The root is, in this order: the one that a
// flag or a setting names, the harness's project directory, the client's first
// root, the work tree around the current directory.
func (s *Server) open(ctx context.Context, session *mcp.ServerSession) {
	s.once.Do(func() {
		defer close(s.opened)
		defer func() {
			if p := recover(); p != nil {
				bug.Report("opening the checkout: %v\n%s", p, debug.Stack())
				s.err = errors.New("internal error while opening the checkout; sextant doctor may say more")
			}
		}()
		root := s.opt.Root
		if root == "" && s.cfg.Origins["root"] != "default" {
			root = s.cfg.Root
		}
		if root == "" {
			root = directory(os.Getenv("CLAUDE_PROJECT_DIR"))
		}
		if root == "" {
			root = clientRoot(ctx, session, s.rootsWait)
		}
		if s.app, s.err = s.openApp(root, s.opt.Flags, s.opt.Version, s.opt.Log); s.err == nil {
			s.opt.Log.Info("serving", "root", s.app.Index.Root())
			s.app.Account(Fixed(s.on))
			s.app.Start()
		}
	})
}

// directory is the path of an existing directory, else empty.
func directory(p string) string {
	if st, err := os.Stat(p); p == "" || err != nil || !st.IsDir() {
		return ""
	}
	return p
}

// clientRoot asks the client for its roots, if it has any to offer and speaks
// a protocol in which a server may ask. Only a directory that is here counts.
func clientRoot(ctx context.Context, session *mcp.ServerSession, wait time.Duration) string {
	if session == nil {
		return ""
	}
	init := session.InitializeParams()
	//lint:ignore SA1019 clients of the older revisions offer roots, and some start servers in the wrong directory
	if init == nil || init.Capabilities == nil || init.Capabilities.RootsV2 == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	//lint:ignore SA1019 see above
	res, err := session.ListRoots(ctx, nil)
	if err != nil {
		return ""
	}
	for _, r := range res.Roots {
		if dir := directory(filePath(r.URI)); dir != "" {
			return dir
		}
	}
	return ""
}

// filePath is the path of a file URI, empty for another kind.
func filePath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return ""
	}
	p := u.Path
	if runtime.GOOS == "windows" {
		p = strings.TrimPrefix(p, "/")
	}
	return filepath.FromSlash(p)
}

// closeWait is how long Close waits for work to end. The process must be gone
// within a second of its client, and nothing is lost: what is not stored by
// then is derived again.
const closeWait = 500 * time.Millisecond

// Close releases what was opened.
func (s *Server) Close() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.once.Do(func() { s.err = errors.New("the server is closing"); close(s.opened) })
		if s.app == nil {
			return
		}
		if err := s.app.Close(); err != nil {
			s.opt.Log.Info("closing", "error", err)
		}
	}()
	timer := time.NewTimer(closeWait)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}
