package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"sextant/internal/app"
	"sextant/internal/config"
	"sextant/internal/index/store"
)

func (s *session) cache() *cobra.Command {
	c := &cobra.Command{Use: "cache", Short: "Show or clear the index cache"}
	dirOf := func(run func(cmd *cobra.Command, dir string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, _ []string) error { return run(cmd, config.Load(s.rootDir, s.set).CacheDir) }
	}
	c.AddCommand(&cobra.Command{Use: "path", Short: "Print where caches lie", Args: cobra.NoArgs,
		RunE: dirOf(func(_ *cobra.Command, dir string) error { fmt.Fprintln(s.Out, dir); return nil })})
	c.AddCommand(&cobra.Command{Use: "list", Short: "List repositories with their size and last use", Args: cobra.NoArgs,
		RunE: dirOf(func(_ *cobra.Command, dir string) error { return s.listCaches(dir) })})
	c.AddCommand(&cobra.Command{Use: "clear", Short: "Delete this repository's cache", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			wish, flags := s.wish("")
			dir, err := app.ClearCache(wish, flags)
			if err != nil {
				return err
			}
			fmt.Fprintf(s.Out, "Deleted %s\n", dir)
			return nil
		}})
	c.AddCommand(&cobra.Command{Use: "gc", Short: "Delete what is older than the settings gc_* allow", Args: cobra.NoArgs,
		Long: "Delete the indexes of repositories that nobody has used for gc_cache_max_age_days, and this repository's tasks\n" +
			"and token accounts that are older than gc_task_max_age_days and gc_telemetry_max_age_days. A server does the same\n" +
			"once a day. What a process has open stays.",
		RunE: func(*cobra.Command, []string) error { return s.collect() }})
	return c
}

func (s *session) collect() error {
	a, err := s.open("")
	if err != nil {
		return err
	}
	defer a.Close()
	c, err := a.Collect(time.Now())
	for _, f := range c.Caches {
		fmt.Fprintf(s.Out, "Deleted the index of %s\n", f.Path)
	}
	fmt.Fprintf(s.Out, "Deleted: indexes %d, tasks %d, token accounts %d\n", len(c.Caches), c.Tasks, c.Events)
	return err
}

func (s *session) listCaches(dir string) error {
	families, err := store.Families(dir)
	if err != nil {
		return err
	}
	if len(families) == 0 {
		fmt.Fprintf(s.Out, "no caches in %s\n", dir)
		return errNothing
	}
	for _, f := range families {
		fmt.Fprintf(s.Out, "%8.1f MB  %s  %s\n", float64(f.Size())/1e6, f.Used.Format(time.DateOnly), f.Path)
	}
	return nil
}
