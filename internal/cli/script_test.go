package cli

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the commands print into testdata")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sextant": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// environment is what every script starts with: nothing of the machine's.
func environment(work string) map[string]string {
	return map[string]string{
		"HOME": filepath.Join(work, ".home"), "XDG_CONFIG_HOME": filepath.Join(work, ".home", "config"),
		"XDG_CACHE_HOME": filepath.Join(work, ".home", "cache"), "SEXTANT_CACHE_DIR": filepath.Join(work, ".cache"),
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CEILING_DIRECTORIES": filepath.Dir(work),
		"CLAUDE_PROJECT_DIR": "", "SEXTANT_ROOT": "",
	}
}

// TestScripts runs testdata/script/*.txtar. Beside testscript's own commands,
// "code N COMMAND..." wants that exit code, and "openstdin N COMMAND..." also
// leaves the standard input open and silent for ever.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			for name, v := range environment(e.WorkDir) {
				e.Setenv(name, v)
			}
			return os.MkdirAll(filepath.Join(e.WorkDir, ".home", "config", "sextant"), 0o755)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"code": wantCode, "openstdin": openStdin},
	})
}

func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND...")
	}
	checkCode(ts, args[0], ts.Exec(args[1], args[2:]...))
}

func checkCode(ts *testscript.TestScript, want string, err error) {
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("running: %v", err)
	}
	if n, err := strconv.Atoi(want); err != nil || code != n {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

func openStdin(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: openstdin N COMMAND...")
	}
	r, w, err := os.Pipe()
	ts.Check(err)
	defer r.Close()
	defer w.Close()
	program := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if p := filepath.Join(dir, args[1]); program == "" {
			if _, err := os.Stat(p); err == nil {
				program = p
			}
		}
	}
	cmd := exec.Command(program, args[2:]...)
	cmd.Stdin, cmd.Dir = r, ts.MkAbs(".")
	for name := range environment("") {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	out, err := os.Create(ts.MkAbs("openstdin.out"))
	ts.Check(err)
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	ts.Check(cmd.Start())
	// A hang would last for ever; nothing waits for this to pass.
	timer := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	checkCode(ts, args[0], cmd.Wait())
}
