package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sextant/internal/app"
	"sextant/internal/config"
	"sextant/internal/index"
	"sextant/internal/knowledge"
	"sextant/internal/mcpserver"
)

func (s *session) serve() *cobra.Command {
	return &cobra.Command{Use: "serve", Short: "Serve the tools over MCP on stdin and stdout", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := s.Out
			if out == io.WriteCloser(os.Stdout) {
				// Whatever prints by mistake must not reach the protocol.
				os.Stdout = os.Stderr
			}
			cfg := config.Load(s.rootDir, s.set)
			app.LimitMemory(cfg.MemoryLimit)
			server := mcpserver.New(mcpserver.Options{Root: s.rootDir, Flags: s.set, Version: Version(), Log: s.log()})
			defer server.Close()
			return server.ServeStdio(cmd.Context(), s.In, out)
		}}
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
}

func (s *session) index() *cobra.Command {
	var quiet bool
	c := &cobra.Command{Use: "index [DIR]", Short: "Build or refresh the index now", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := ""
			if len(args) > 0 {
				dir = args[0]
			}
			return s.runIndex(cmd.Context(), dir, quiet)
		}}
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "print nothing on success")
	return c
}

func (s *session) runIndex(ctx context.Context, dir string, quiet bool) error {
	start := time.Now()
	a, err := s.open(dir)
	if err != nil {
		return err
	}
	defer a.Close()
	bar := newBar(s.Err, !quiet && !s.json)
	var fresh index.Progress
	first := true
	v, err := a.Index.Complete(ctx, func(p index.Progress) {
		if first {
			first, fresh = false, p
		}
		bar.show(p)
	})
	bar.clear()
	if err != nil {
		return fmt.Errorf("indexing: %w", err)
	}
	if _, err := a.UpdateKnowledge(ctx, v); err != nil {
		return fmt.Errorf("updating the knowledge file: %w", err)
	}
	st := a.Index.Status(v)
	r := indexReport{Root: a.Index.Root(), Scanned: st.Files, Summarized: max(0, st.Text-fresh.Indexed),
		AlreadyFresh: min(fresh.Indexed, st.Text), Skipped: st.Files - st.Text, Elapsed: time.Since(start).Seconds(), Cache: st.Cache, Problem: st.Problem}
	if quiet {
		return nil
	}
	if s.json {
		return json.NewEncoder(s.Out).Encode(r)
	}
	fmt.Fprintf(s.Out, "Indexed %s\n  scanned:       %d\n  summarized:    %d\n  already fresh: %d\n  skipped:       %d\n  elapsed:       %.2fs\n  cache db:      %s\n",
		r.Root, r.Scanned, r.Summarized, r.AlreadyFresh, r.Skipped, r.Elapsed, filepath.Join(r.Cache, "index.db"))
	if r.Problem != "" {
		fmt.Fprintf(s.Out, "  problem:       %s\n", r.Problem)
	}
	return nil
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
			return fmt.Errorf("hook %q is not known; session-start is", args[0])
		}
		// Nothing that goes wrong here may stop a session: the exit code is 0.
		out := s.sessionStart(cmd.Context())
		e := json.NewEncoder(s.Out)
		e.SetEscapeHTML(false)
		return e.Encode(out)
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
		session, err := s.startSession(ctx)
		done <- answer{session, err}
	}()
	var a answer
	select {
	case a = <-done:
	case <-ctx.Done():
		a.err = errors.New("it took too long")
	}
	if a.err != nil {
		return hookOutput{SystemMessage: fmt.Sprintf("%s %v. sextant doctor says more.", hookFailure, a.err)}
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
		var in hookInput
		if err := json.NewDecoder(io.LimitReader(s.In, 1<<20)).Decode(&in); err == nil {
			dir = in.Cwd
		}
	}
	a, err := s.open(dir)
	if err != nil {
		return app.Session{}, err
	}
	defer a.Close()
	return a.SessionStart(ctx)
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
			if _, err := knowledge.Create(a.Index.Root()); err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "Created %s\nTo fill it now: sextant index\nTo undo: delete that directory.\nRegister the server, for example: claude mcp add sextant -- sextant serve\n",
				filepath.Join(a.Index.Root(), knowledge.Dir))
			return nil
		}}
}

func (s *session) cache() *cobra.Command {
	c := &cobra.Command{Use: "cache", Short: "Show or clear the index cache"}
	dirOf := func(run func(cmd *cobra.Command, dir string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, _ []string) error { return run(cmd, config.Load(s.rootDir, s.set).CacheDir) }
	}
	c.AddCommand(&cobra.Command{Use: "path", Short: "Print where caches lie", Args: cobra.NoArgs,
		RunE: dirOf(func(_ *cobra.Command, dir string) error { fmt.Fprintln(s.Out, dir); return nil })})
	c.AddCommand(&cobra.Command{Use: "list", Short: "List repositories with their size", Args: cobra.NoArgs,
		RunE: dirOf(func(_ *cobra.Command, dir string) error { return s.listCaches(dir) })})
	c.AddCommand(&cobra.Command{Use: "clear", Short: "Delete this repository's cache", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			dir, err := app.ClearCache(s.rootDir, s.set, s.log())
			if err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "Deleted %s\n", dir)
			return nil
		}})
	return c
}

func (s *session) listCaches(dir string) error {
	notes, err := filepath.Glob(filepath.Join(dir, "*", "family.txt"))
	if err != nil {
		return err
	}
	if len(notes) == 0 {
		fmt.Fprintf(s.Out, "no caches in %s\n", dir)
		return errNothing
	}
	for _, n := range notes {
		family, err := os.ReadFile(n)
		if err != nil {
			continue
		}
		size := int64(0)
		_ = filepath.WalkDir(filepath.Dir(n), func(_ string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				if info, err := d.Info(); err == nil {
					size += info.Size()
				}
			}
			return nil
		})
		fmt.Fprintf(s.Out, "%8.1f MB  %s\n", float64(size)/1e6, strings.TrimSpace(string(family)))
	}
	return nil
}
