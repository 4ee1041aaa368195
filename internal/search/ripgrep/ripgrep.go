// Package ripgrep asks the rg program, where it is installed, which files of
// some directories hold a pattern. A root, directories and an expression go in,
// paths come out. It says nothing of lines: what rg and we call a match may
// differ in small ways, so whoever asks searches the files again.
package ripgrep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"sync"
	"time"
)

// program is where rg is, looked for once. Other programs have that name too.
var program = sync.OnceValues(func() (string, error) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := command(ctx, rg, "--no-config", "--version")
	if out, err := cmd.Output(); err != nil || !bytes.HasPrefix(out, []byte("ripgrep ")) {
		return "", fmt.Errorf("%s is not ripgrep", rg)
	}
	return rg, nil
})

// Available reports whether rg is installed.
func Available() bool { _, err := program(); return err == nil }

// errUnfit says that an expression cannot be put to rg.
var errUnfit = errors.New("rg does not take this expression")

// mostArguments is how many bytes of directories one command line holds: half
// of what the strictest system takes.
const mostArguments = 16 << 10

// Files names the files that may hold a match and lie in one of the
// directories, not below it: ignored and hidden ones too. Directories and
// files are by path relative to root with forward slashes, "" is root itself.
// With lines, a match may not cross a line end. The error is rg's, one that
// says that rg is not there or does not take the expression, or the context's;
// a file or directory that rg cannot read is one.
func Files(ctx context.Context, root string, directories []string, re *syntax.Regexp, lines bool) (map[string]bool, error) {
	rg, err := program()
	if err != nil {
		return nil, fmt.Errorf("looking for rg: %w", err)
	}
	expression, ok := translate(re)
	if !ok {
		return nil, errUnfit
	}
	fixed := []string{"--no-config", "--no-messages", "--files-with-matches", "--null", "--text", "-uuu", "--color=never", "--max-depth=1"}
	if !lines {
		fixed = append(fixed, "--multiline")
	}
	fixed = append(fixed, "--regexp="+expression, "--")
	found := make(map[string]bool)
	for len(directories) > 0 {
		args, size := fixed[:len(fixed):len(fixed)], 0
		for len(directories) > 0 && (size == 0 || size+len(directories[0]) < mostArguments) {
			args = append(args, "./"+directories[0])
			size += len(directories[0]) + 3
			directories = directories[1:]
		}
		if err := ask(ctx, root, rg, args, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ask runs rg once and notes what it names.
func ask(ctx context.Context, root, rg string, args []string, found map[string]bool) error {
	cmd := command(ctx, rg, args...)
	cmd.Dir = root
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == 1: // no match
	case err != nil:
		return fmt.Errorf("running rg: %w: %.200s", err, problem.String())
	}
	for p := range bytes.SplitSeq(out.Bytes(), []byte{0}) {
		if len(p) > 0 {
			found[strings.TrimPrefix(filepath.ToSlash(string(p)), "./")] = true
		}
	}
	return nil
}

// command is rg with no configuration of the user's, ended with the context.
func command(ctx context.Context, rg string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, rg, args...)
	cmd.Env = []string{}
	cmd.WaitDelay = time.Second
	return cmd
}
