package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"sextant/internal/app"
	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/config"
	"sextant/internal/index"
	"sextant/internal/knowledge"
	"sextant/internal/mcpserver"
)

func (s *session) serve() *cobra.Command {
	return &cobra.Command{Use: "serve", Short: "Serve the tools over MCP on stdin and stdout", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.runServe(cmd.Context()) }}
}

func (s *session) runServe(ctx context.Context) error {
	out := s.Out
	if out == io.WriteCloser(os.Stdout) {
		// Whatever prints by mistake must not reach the protocol.
		os.Stdout = os.Stderr
	}
	cfg := config.Load(s.rootDir, s.set)
	app.LimitMemory(cfg.MemoryLimit)
	app.SaveMemory()
	server := mcpserver.New(mcpserver.Options{Root: s.rootDir, Flags: s.set, Version: Version(), Log: s.log()})
	defer server.Close()
	return server.ServeStdio(ctx, s.In, out)
}

// indexReport is repo-memory's report of an index run.
type indexReport struct {
	Root         string  `json:"root"`
	Scanned      int     `json:"scanned"`
	Summarized   int     `json:"summarized"`
	AlreadyFresh int     `json:"alreadyFresh"`
	Skipped      int     `json:"skipped"`
	Elapsed      float64 `json:"elapsedSeconds"`
	Cache        string  `json:"cacheDb"`
	Problem      string  `json:"problem,omitempty"`
	// Overlay says what was taken of a SCIP index.
	Overlay *index.OverlayReport `json:"scip,omitempty"`
}

// indexRun is what an index run is asked for.
type indexRun struct {
	dir         string
	quiet, text bool
	scip        string // a file of that format, "" for none
	noSCIP      bool
}

func (s *session) index() *cobra.Command {
	var run indexRun
	c := &cobra.Command{Use: "index [DIR]", Short: "Build or refresh the index now", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				run.dir = args[0]
			}
			return s.runIndex(cmd.Context(), run)
		}}
	c.Flags().StringVar(&run.scip, "scip", "", "take what a SCIP `file` says of unchanged files, as scip-go, scip-typescript, scip-python and others write it")
	c.Flags().BoolVar(&run.noSCIP, "no-scip", false, "forget what was taken of a SCIP file")
	c.MarkFlagsMutuallyExclusive("scip", "no-scip")
	c.Flags().BoolVar(&run.text, "text", false, "only make text searchable: files are parsed when they are needed, or by the next server")
	c.Flags().BoolVarP(&run.quiet, "quiet", "q", false, "print nothing on success")
	return c
}

func (s *session) runIndex(ctx context.Context, run indexRun) error {
	start := time.Now()
	var facts *os.File
	if run.scip != "" {
		var err error
		if facts, err = os.Open(run.scip); err != nil {
			return fmt.Errorf("opening the SCIP index: %w", err)
		}
		defer facts.Close()
	}
	a, err := s.open(run.dir)
	if err != nil {
		return err
	}
	defer a.Close()
	bar := newBar(s.Err, !run.quiet && !s.json)
	var fresh index.Progress
	first := true
	complete := a.Index.Complete
	if run.text {
		complete = a.Index.CompleteText
	}
	v, err := complete(ctx, func(p index.Progress) {
		if first {
			first, fresh = false, p
		}
		bar.show(p)
	})
	bar.clear()
	if err != nil {
		return fmt.Errorf("indexing: %w", err)
	}
	if !run.text {
		if _, err := a.UpdateKnowledge(ctx, v); err != nil {
			return fmt.Errorf("updating the knowledge file: %w", err)
		}
	}
	var overlay *index.OverlayReport
	switch {
	case facts != nil:
		rep, err := a.Index.ImportOverlay(ctx, v, facts)
		if err != nil {
			return err
		}
		overlay = &rep
	case run.noSCIP:
		if _, err := a.Index.DropOverlay(); err != nil {
			return err
		}
	}
	st := a.Index.Status(v)
	r := indexReport{Overlay: overlay, Root: a.Index.Root(), Scanned: st.Files, Summarized: max(0, st.Text-fresh.Indexed),
		AlreadyFresh: min(fresh.Indexed, st.Text), Skipped: st.Files - st.Text, Elapsed: time.Since(start).Seconds(), Cache: st.Cache, Problem: st.Problem}
	if run.quiet {
		return nil
	}
	if s.json {
		return printJSON(s.Out, r)
	}
	fmt.Fprintf(s.Out, "Indexed %s\n  scanned:       %d\n  summarized:    %d\n  already fresh: %d\n  skipped:       %d\n  elapsed:       %.2fs\n  cache db:      %s\n",
		r.Root, r.Scanned, r.Summarized, r.AlreadyFresh, r.Skipped, r.Elapsed, cacheFile(r.Cache))
	if r.Problem != "" {
		fmt.Fprintf(s.Out, "  problem:       %s\n", r.Problem)
	}
	if overlay != nil {
		s.printOverlay(overlay)
	}
	return nil
}

// shownRefusals bounds the documents that are named with why they do not fit.
const shownRefusals = 10

func (s *session) printOverlay(r *index.OverlayReport) {
	fmt.Fprintf(s.Out, "  scip:          %d of %d documents taken, %d do not fit, %d of files that are not here; %s\n",
		r.Taken, r.Documents, len(r.Refused), r.Missing, cmp.Or(r.Tool, "its maker is not named"))
	for i, x := range r.Refused {
		if i == shownRefusals {
			fmt.Fprintf(s.Out, "    and %d more\n", len(r.Refused)-i)
			break
		}
		fmt.Fprintf(s.Out, "    %s: %s\n", x.Path, x.Why)
	}
}

// hookInput is what a harness sends to a hook on stdin.
type hookInput struct {
	Cwd    string `json:"cwd"`
	Source string `json:"source"`
}

// hookOutput is Claude Code's form of a hook's answer.
type hookOutput struct {
	SystemMessage      string              `json:"systemMessage,omitempty"`
	HookSpecificOutput *hookSpecificOutput `json:"hookSpecificOutput,omitempty"`
}

type hookSpecificOutput struct {
	HookEventName     string `json:"hookEventName"`
	AdditionalContext string `json:"additionalContext"`
}

// hookLimit bounds a hook: a session must never wait for it.
const hookLimit = 1800 * time.Millisecond

// hookFailure is project-intel-tool's message.
const hookFailure = "Knowledge check failed — Could not check project knowledge status."

func (s *session) hook() *cobra.Command {
	c := &cobra.Command{Use: "hook EVENT", Short: "Answer a harness's hook: session-start", Args: cobra.ExactArgs(1)}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if args[0] != "session-start" {
			return fmt.Errorf("hook %q is not known, session-start is: %w", args[0], errNotice)
		}
		// Nothing that goes wrong here may stop a session: the exit code is 0.
		return printJSON(s.Out, s.sessionStart(cmd.Context()))
	}
	return c
}

func (s *session) sessionStart(ctx context.Context) hookOutput {
	ctx, cancel := context.WithTimeout(ctx, hookLimit)
	defer cancel()
	type answer struct {
		session app.Session
		err     error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				bug.Report("starting a session: %v\n%s", p, debug.Stack())
				a.err = errors.New("internal error")
			}
			done <- a
		}()
		a.session, a.err = s.startSession(ctx)
	}()
	var a answer
	select {
	case a = <-done:
	case <-ctx.Done():
		a.err = errors.New("it took too long")
	}
	if a.err != nil {
		return hookOutput{SystemMessage: fmt.Sprintf("%s %s. sextant doctor says more.", hookFailure, code.Clip(a.err.Error(), 500))}
	}
	return hookOutput{SystemMessage: a.session.System,
		HookSpecificOutput: &hookSpecificOutput{HookEventName: "SessionStart", AdditionalContext: a.session.Context}}
}

func (s *session) startSession(ctx context.Context) (app.Session, error) {
	dir := s.rootDir
	if dir == "" {
		dir = os.Getenv("CLAUDE_PROJECT_DIR")
	}
	if dir == "" && !s.Terminal {
		dir = s.hookInput(ctx).Cwd
	}
	a, err := s.open(dir)
	if err != nil {
		return app.Session{}, err
	}
	defer a.Close()
	return a.SessionStart(ctx)
}

// stdinLimit bounds the wait for a harness that sends nothing and closes nothing.
const stdinLimit = 400 * time.Millisecond

// hookInput reads what the harness says, nothing if it does not in time.
func (s *session) hookInput(ctx context.Context) (in hookInput) {
	ctx, cancel := context.WithTimeout(ctx, stdinLimit)
	defer cancel()
	read := make(chan hookInput, 1)
	go func() {
		var in hookInput
		if err := json.NewDecoder(io.LimitReader(s.In, 1<<20)).Decode(&in); err != nil {
			in = hookInput{}
		}
		read <- in
	}()
	select {
	case in = <-read:
	case <-ctx.Done():
	}
	return in
}

func (s *session) init() *cobra.Command {
	return &cobra.Command{Use: "init", Short: "Opt this repository in to a committed knowledge file", Args: cobra.NoArgs,
		Long: "Creates .knowledge/ with a .gitignore. From then on the session start and sextant index keep the\nstructure in .knowledge/summaries.json, which may be committed. Nothing else is changed.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			a, err := s.open("")
			if err != nil {
				return err
			}
			defer a.Close()
			_, before := os.Stat(filepath.Join(a.Index.Root(), knowledge.Dir))
			if _, err := knowledge.Create(a.Index.Root()); err != nil {
				return err
			}
			done := "Created"
			if before == nil {
				done = "Already there:"
			}
			fmt.Fprintf(s.Out, "%s %s\nTo fill it now: sextant index\nTo undo: delete that directory.\nRegister the server, for example: claude mcp add sextant -- sextant serve\n",
				done, filepath.Join(a.Index.Root(), knowledge.Dir))
			return nil
		}}
}

// cacheFile is the database of a cache folder, "none" without one.
func cacheFile(dir string) string {
	if dir == "" {
		return "none"
	}
	return filepath.Join(dir, "index.db")
}
