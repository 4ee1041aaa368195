package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"sextant/internal/telemetry"
)

// repoMemoryError ends a command with exit code 1, which repo-memory has for
// every failure of its commands.
type repoMemoryError struct{ error }

func (e repoMemoryError) Unwrap() error { return e.error }

// reportRun is what a report is asked for.
type reportRun struct {
	dir, html   string
	hours       float64
	diagnostics bool
}

func (s *session) report() *cobra.Command {
	var run reportRun
	c := &cobra.Command{Use: "report [DIR]", Short: "What the tools have saved and cost in tokens",
		Args: func(cmd *cobra.Command, args []string) error {
			if err := cobra.MaximumNArgs(1)(cmd, args); err != nil {
				return repoMemoryError{err}
			}
			return nil
		},
		Long: "What the tools have saved and cost in tokens, as servers of this repository have recorded it (docs/telemetry.md).\n" +
			"--json prints what get_token_report answers. Exit code 0, or 1 on a failure.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				run.dir = args[0]
			}
			if err := s.runReport(cmd.Context(), cmd.Flags().Changed("hours"), run); err != nil {
				return repoMemoryError{err}
			}
			return nil
		}}
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return repoMemoryError{err} })
	c.Flags().Float64Var(&run.hours, "hours", 0, "only the last `N` hours (default: all recorded events)")
	c.Flags().BoolVar(&run.diagnostics, "diagnostics", false, "add the state of the cache and of the accounts")
	c.Flags().StringVar(&run.html, "html", "", "write a page with charts to `FILE`; it needs no network")
	return c
}

func (s *session) runReport(ctx context.Context, limited bool, run reportRun) error {
	q := telemetry.Query{Period: telemetry.PeriodAll}
	about := ""
	if limited {
		if !(run.hours > 0 && run.hours < 24*36500) {
			return fmt.Errorf("--hours must be above 0 and below %d", 24*36500)
		}
		q = telemetry.Query{Period: telemetry.PeriodHours, Hours: run.hours}
		about = "last " + strconv.FormatFloat(run.hours, 'f', -1, 64) + "h"
	}
	a, err := s.open(run.dir)
	if err != nil {
		return err
	}
	defer a.Close()
	r, sum, err := a.TokenReport(ctx, q, run.diagnostics)
	if err != nil {
		return err
	}
	if run.html != "" {
		page := sum.Page(r, a.Index.Root(), about, time.Local)
		if err := os.WriteFile(run.html, []byte(page), 0o644); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
		if path, err := filepath.Abs(run.html); err == nil && !s.json {
			fmt.Fprintf(s.Out, "Wrote %s\n", path)
		}
		if !s.json {
			return nil
		}
	}
	if s.json {
		return printJSON(s.Out, r)
	}
	if _, err := fmt.Fprint(s.Out, r.Text(a.Index.Root(), about)); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}
