// Package cli is the command line: commands, output for people and scripts,
// exit codes. In go arguments and streams; out comes an exit code: 0 found or
// done, 1 nothing found, 2 wrong use or failure. Every tool is a command of
// its own or reachable through "call"; what they answer is package tool's.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sextant/internal/app"
	"sextant/internal/config"
	"sextant/internal/tool"
)

// Exit codes, as grep has them.
const (
	exitFound   = 0
	exitNothing = 1
	exitFailure = 2
	// exitInterrupted is what shells give for a process ended by Ctrl-C.
	exitInterrupted = 130
)

// Streams are where a command reads and writes.
type Streams struct {
	In       io.ReadCloser
	Out      io.WriteCloser
	Err      io.Writer
	Terminal bool // In is a person's keyboard
}

// errNothing ends a command with exitNothing and no message.
var errNothing = errors.New("nothing found")

// errNotice ends a command with a message and exitNothing: for a hook, whose
// other exit codes would stop what the harness was about to do.
var errNotice = errors.New("nothing was done")

// Main runs the program with the process's own streams.
func Main(args []string) int {
	streams := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Terminal: isTerminal(os.Stdin)}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return Run(ctx, args, streams)
}

// Run runs one command line.
func Run(ctx context.Context, args []string, streams Streams) int {
	s := &session{Streams: streams}
	root := s.root()
	root.SetArgs(args)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitFound
	case errors.Is(err, errNothing):
		return exitNothing
	case errors.Is(err, errNotice):
		fmt.Fprintf(streams.Err, "sextant: %v\n", err)
		return exitNothing
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(streams.Err, "sextant: interrupted; what was finished is kept")
		return exitInterrupted
	}
	fmt.Fprintf(streams.Err, "sextant: %v\n", err)
	if errors.As(err, new(repoMemoryError)) {
		return exitNothing
	}
	return exitFailure
}

// session is what the flags of one command line say.
type session struct {
	Streams
	rootDir string
	json    bool
	verbose bool
	set     map[string]string // settings given as flags, by name
}

func (s *session) root() *cobra.Command {
	c := &cobra.Command{
		Use:   "sextant",
		Short: "An accurate map of a codebase for coding agents and the people beside them",
		Example: `  sextant query "where are uploads validated"    ranked files, with the line ranges to read
  sextant outline src/upload.ts                  what a file defines
  sextant read src/upload.ts Validator.check     just that`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no command %q; sextant --help lists them", args[0])
			}
			// Clients that were set up for project-intel-tool or repo-memory
			// start the program without a command; a person gets the help.
			if !s.Terminal {
				return s.runServe(cmd.Context())
			}
			return cmd.Help()
		},
	}
	f := c.PersistentFlags()
	f.StringVar(&s.rootDir, "root", "", "directory to work on (default: the enclosing git work tree)")
	f.BoolVar(&s.json, "json", false, "print JSON")
	f.BoolVarP(&s.verbose, "verbose", "v", false, "say more on stderr")
	s.set = make(map[string]string)
	for _, setting := range config.Settings() {
		for _, name := range setting.Flags {
			if name == "root" || f.Lookup(name) != nil {
				continue
			}
			f.Var(&settingFlag{s.set, name, setting.Kind == config.Bool}, name, setting.Doc)
			f.Lookup(name).Hidden = true // docs/settings.md and doctor list them
			if setting.Kind == config.Bool {
				f.Lookup(name).NoOptDefVal = "true"
			}
		}
	}
	for _, t := range tool.All() {
		name := strings.ReplaceAll(t.Name, "_", "-") + "-meta"
		if f.Lookup(name) == nil {
			f.Var(&settingFlag{s.set, name, false}, name, "JSON merged into the tool's _meta")
			f.Lookup(name).Hidden = true
		}
	}
	s.addCommands(c)
	return c
}

// addCommands adds every command to the group that the help shows it in.
func (s *session) addCommands(root *cobra.Command) {
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"ask", "Ask about a repository:", append(s.toolCommands(questions), s.grep(), s.call())},
		{"connect", "Connect an agent:", []*cobra.Command{s.serve(), s.tools(), s.hook()}},
		{"keep", "Look after the index and the knowledge file:", append(s.toolCommands(upkeep), s.index(), s.report(), s.doctor(), s.cache(), s.init())},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			root.AddCommand(c)
		}
	}
	root.AddCommand(s.version())
}

// settingFlag records a setting given on the command line; package config
// judges its value, so that a bad one is a warning as everywhere else.
type settingFlag struct {
	set    map[string]string
	name   string
	isBool bool
}

func (f *settingFlag) String() string { return "" }
func (f *settingFlag) Type() string {
	if f.isBool {
		return "bool"
	}
	return "string"
}
func (f *settingFlag) Set(v string) error { f.set[f.name] = v; return nil }

// log is for people: problems always, the rest with --verbose.
func (s *session) log() *slog.Logger {
	level := slog.LevelWarn
	if s.verbose {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: level,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
}

// wish is the directory that the command line or a setting asks for, empty for
// none, and the settings with which to open it: dir wins over --root, and both
// over the environment.
func (s *session) wish(dir string) (string, map[string]string) {
	if dir == "" {
		dir = s.rootDir
	}
	if dir == "" {
		if cfg := config.Load("", s.set); cfg.Origins["root"] != "default" {
			dir = cfg.Root
		}
	}
	flags := maps.Clone(s.set)
	if dir != "" {
		flags["root"] = dir
	}
	return dir, flags
}

// open opens the checkout for a command; dir wins over --root.
func (s *session) open(dir string) (*app.App, error) {
	dir, flags := s.wish(dir)
	a, err := app.Open(dir, flags, Version(), s.log())
	if err != nil {
		return nil, err
	}
	app.LimitMemory(a.Config.MemoryLimit)
	return a, nil
}

// release is set by the release build; else the module's version is used.
var release = ""

// Version is the program's version.
func Version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "0.1.0-dev"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 && !strings.Contains(version, s.Value[:12]) {
			version += "+" + s.Value[:12]
		}
	}
	return version
}

func (s *session) version() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(s.Out, "sextant %s (%s, %s/%s)\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		}}
}

// isTerminalWriter reports whether a person reads what is written.
func isTerminalWriter(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isTerminal(f)
}

func isTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}
