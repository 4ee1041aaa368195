package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"sextant/internal/app"
	"sextant/internal/telemetry"
	"sextant/internal/testkit"
	"sextant/internal/tool"
)

var update = flag.Bool("update", false, "write what the tools answer into testdata")

// TestMain keeps the machine's own settings out.
func TestMain(m *testing.M) {
	flag.Parse()
	home, err := os.MkdirTemp("", "sextant-tool")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		for _, prefix := range []string{"SEXTANT_", "PROJECT_INTEL_TOOL_", "PROJECT_SEARCH_", "GIT_", "XDG_", "CLAUDE_"} {
			if strings.HasPrefix(name, prefix) {
				os.Unsetenv(name)
			}
		}
	}
	for name, v := range map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull} {
		os.Setenv(name, v)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// open opens a checkout with an empty cache of its own.
func open(t testing.TB, root string, settings map[string]string) *app.App {
	t.Helper()
	flags := map[string]string{"cache-dir": filepath.Join(t.TempDir(), "cache")}
	for name, v := range settings {
		flags[name] = v
	}
	a, err := app.Open(root, flags, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// TestCases runs testdata/*.txtar. A case is a workspace and calls:
//
//	words for the reader; a line "set NAME=VALUE" is a setting,
//	"unindexed" leaves the index empty and the calls no time to scan,
//	"session" keeps token accounts as a server does
//	-- path/of/a/file --
//	text; "-- path quoted --" holds Go string literals, one a line, and
//	"-- path -> target --" is a symlink
//	-- git --
//	arguments of git, one call a line, with "! " before one that must fail
//	-- call --
//	TOOL {"its": "arguments"}
//	= reply
//	the reply; or "= empty", or "= error"; TOOL --json shows the reply's data
//
// Files that follow a call are written, "-- delete path --" deletes, and git
// runs, before the next one. $ROOT stands for the workspace's directory.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runCase(t, name) })
	}
}

// cachePath is where status says that the cache lies, which differs each time.
var cachePath = regexp.MustCompile(`cache: /[^,\n]*,`)

// databaseSize differs with the machine.
var databaseSize = regexp.MustCompile(`"databaseSize":[1-9][0-9]*`)

func runCase(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	settings, indexed, session := map[string]string{}, true, false
	for _, line := range strings.Split(string(a.Comment), "\n") {
		if set, ok := strings.CutPrefix(line, "set "); ok {
			key, v, _ := strings.Cut(set, "=")
			settings[key] = v
		}
		indexed = indexed && line != "unindexed"
		session = session || line == "session"
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var checkout *app.App
	for i := range a.Files {
		f := &a.Files[i]
		if f.Name == "git" {
			runGit(t, root, string(f.Data))
			continue
		}
		if f.Name != "call" {
			place(t, root, f.Name, f.Data)
			continue
		}
		if checkout == nil {
			checkout = open(t, root, settings)
			ids := 0
			checkout.Deps.Session = "00000000-0000-4000-8000-000000000000"
			checkout.Deps.NewID = func() string { ids++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", ids) }
			checkout.Deps.Now = func() time.Time { return time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC) }
			if session {
				checkout.Account(telemetry.Fixed{Listing: 3000, Instructions: 200})
			}
			if indexed {
				if _, err := checkout.Index.Complete(context.Background(), nil); err != nil {
					t.Fatal(err)
				}
				checkout.Deps.Budget = time.Minute // a slow machine must not change an answer
			} else {
				checkout.Deps.Budget, checkout.Deps.Whole = 0, 0
			}
		}
		line, want, _ := bytes.Cut(f.Data, []byte("\n"))
		got := databaseSize.ReplaceAllString(cachePath.ReplaceAllString(callText(checkout, string(line)), "cache: $$CACHE,"), `"databaseSize":N`)
		got = strings.ReplaceAll(got, root, "$ROOT")
		if *update {
			f.Data = []byte(string(line) + "\n" + got)
		} else if got != string(want) {
			t.Errorf("%s\n--- got\n%s--- want\n%s", line, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runGit runs git once a line. Names and times are fixed, so that commits are.
func runGit(t *testing.T, root, lines string) {
	t.Helper()
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "Test")
		t.Setenv("GIT_"+who+"_EMAIL", "test@example.com")
		t.Setenv("GIT_"+who+"_DATE", "2024-05-06T07:08:09Z")
	}
	for line := range strings.Lines(lines) {
		line, fails := strings.CutPrefix(strings.TrimSpace(line), "! ")
		if fails {
			cmd := exec.Command("git", strings.Fields(line)...)
			cmd.Dir = root
			if cmd.Run() == nil {
				t.Fatalf("git %s must fail", line)
			}
			continue
		}
		testkit.Git(t, root, strings.Fields(line)...)
	}
}

func callText(a *app.App, line string) string {
	name, args, _ := strings.Cut(line, " ")
	args, asJSON := strings.CutPrefix(args, "--json")
	r, err := a.Call(context.Background(), name, []byte(args))
	var input *tool.InputError
	switch {
	case errors.As(err, &input):
		return "= error\n" + input.Text + "\n"
	case err != nil:
		return "= failure\n" + err.Error() + "\n"
	}
	text := "= reply\n" + r.Text
	if r.Empty {
		text = "= empty\n" + r.Text
	}
	if asJSON {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(r.Data); err != nil {
			return "= failure\n" + err.Error() + "\n"
		}
		text = "= data\n" + b.String()
	}
	return text
}

// place writes one file of a case.
func place(t *testing.T, root, name string, data []byte) {
	t.Helper()
	if target, ok := strings.CutPrefix(name, "delete "); ok {
		if err := os.RemoveAll(filepath.Join(root, target)); err != nil {
			t.Fatal(err)
		}
		return
	}
	link, target, isLink := strings.Cut(name, " -> ")
	name, quoted := strings.CutSuffix(link, " quoted")
	if unquoted, err := strconv.Unquote(name); err == nil {
		name = unquoted
	}
	full := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if isLink {
		if err := os.Symlink(target, full); err != nil {
			t.Fatal(err)
		}
		return
	}
	if quoted {
		var raw []byte
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			text, times, repeated := strings.Cut(line, " * ")
			s, err := strconv.Unquote(text)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, text, err)
			}
			n := 1
			if repeated {
				if n, err = strconv.Atoi(times); err != nil {
					t.Fatal(err)
				}
			}
			raw = append(raw, strings.Repeat(s, n)...)
		}
		data = raw
	}
	if err := os.WriteFile(full, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Every tool has at least four cases, so that no reply goes unseen.
func TestEveryToolHasCases(t *testing.T) {
	seen := map[string]int{}
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			if f.Name == "call" {
				word, _, _ := strings.Cut(strings.TrimSpace(string(f.Data)), " ")
				word, _, _ = strings.Cut(word, "\n")
				seen[word]++
			}
		}
	}
	for _, tl := range tool.All() {
		least := 4
		if len(tl.Parameters()) == 0 {
			least = 2
		}
		if seen[tl.Name] < least {
			t.Errorf("%s has %d case calls in testdata, want %d or more", tl.Name, seen[tl.Name], least)
		}
	}
}
