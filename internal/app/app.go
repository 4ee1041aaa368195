// Package app wires everything for one checkout: configuration, workspace,
// index, knowledge and tools. In go a root directory and flags; out comes an
// App that runs tools. The transports (mcpserver, cli) hold no wiring of
// their own.
package app

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sextant/internal/config"
	"sextant/internal/index"
	"sextant/internal/index/store"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
	"sextant/internal/telemetry"
	"sextant/internal/tool"
	"sextant/internal/workspace"
)

// callBudget is how long a call may read and parse what the index lacks. With
// the walk before it and the reply after it, a first answer stays under a second.
const callBudget = 500 * time.Millisecond

// App is an open checkout.
type App struct {
	Config *config.Config
	Index  *index.Indexer
	Deps   *tool.Deps
	know   *knowledgeCache
	rest   resting
	recall *remembering
	log    *slog.Logger

	recorder   *telemetry.Recorder // nil on the command line
	collecting sync.WaitGroup
}

// Open opens the checkout for a wish (see workspace.FindRoot) with command
// line flags by name. It returns as soon as questions can be asked; Start
// fills the index in the background.
func Open(wish string, flags map[string]string, version string, log *slog.Logger) (*App, error) {
	// The project's settings file lies in the root, and the root may be set
	// by a flag or the environment, which config decides.
	start, err := workspace.FindRoot(wish)
	if err != nil {
		return nil, err
	}
	cfg := config.Load(start, flags)
	root := start
	if cfg.Root != "" && cfg.Root != start {
		if root, err = workspace.FindRoot(cfg.Root); err != nil {
			return nil, err
		}
	}
	for _, w := range cfg.Warnings {
		log.Warn(w)
	}
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return nil, fmt.Errorf("listing languages: %w", err)
	}
	ws := workspace.Open(root, workspace.Options{
		Include: cfg.Include,
		Exclude: exclude(cfg),
		Hidden:  []string{cfg.CacheDir, cfg.StateDir},
	})
	ix := index.Open(ws, index.Options{
		Languages: registry, CacheDir: cfg.CacheDir, MaxTextBytes: cfg.MaxTextBytes, MaxLineBytes: cfg.MaxLineBytes, Jobs: cfg.Jobs,
		Limits: parse.Limits{Time: cfg.ParseTimeout, Bytes: int(cfg.MaxParseBytes)},
		Accept: accept(cfg), MaxFiles: cfg.MaxFiles, Watch: cfg.Watch, Log: log,
	})
	a := &App{Config: cfg, Index: ix, know: newKnowledgeCache(root), log: log,
		recall: &remembering{dir: store.FamilyDir(cfg.StateDir, ws.Family()), log: log}}
	a.Deps = &tool.Deps{Index: ix, Config: cfg, Knowledge: a.know.base, Memory: a.recall.open, Remembers: a.recall.exists, Session: newID(), NewID: newID, Now: time.Now, Version: version, Budget: callBudget, Whole: callBudget}
	return a, nil
}

// exclude joins the settings that leave files out.
func exclude(cfg *config.Config) []string {
	out := append(append([]string{}, cfg.Exclude...), cfg.Ignore...)
	for _, d := range cfg.ExcludeDirs {
		out = append(out, strings.Trim(filepath.ToSlash(d), "/")+"/")
	}
	return out
}

// accept is the filter by extension, nil for none.
func accept(cfg *config.Config) func(string) bool {
	if len(cfg.Extensions) == 0 {
		return nil
	}
	want := make(map[string]bool)
	for _, e := range cfg.Extensions {
		want[strings.ToLower(strings.TrimPrefix(e, "."))] = true
	}
	return func(p string) bool { return want[strings.ToLower(strings.TrimPrefix(path.Ext(p), "."))] }
}

// Call runs a tool by name.
func (a *App) Call(ctx context.Context, name string, args []byte) (*tool.Reply, error) {
	t := tool.ByName(name)
	if t == nil {
		return nil, &tool.InputError{Text: unknownTool(name)}
	}
	return a.Run(ctx, t, args)
}

// Run runs a tool.
func (a *App) Run(ctx context.Context, t *tool.Tool, args []byte) (*tool.Reply, error) {
	a.rest.begins()
	defer a.rest.called()
	return a.Deps.Run(ctx, t, args)
}

func unknownTool(name string) string {
	var names []string
	for _, t := range tool.All() {
		names = append(names, t.Name)
	}
	return fmt.Sprintf("there is no tool %q; the tools are %s", name, strings.Join(names, ", "))
}

// Start fills the index in the background until Close, and drops what is old.
func (a *App) Start() {
	a.Index.Start()
	a.collecting.Go(a.collect)
}

// Close stops the background and releases the cache.
func (a *App) Close() error {
	a.rest.close()
	a.recorder.Close()
	a.awaitCollection()
	a.recall.close()
	return a.Index.Close()
}
