package gitrepo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNoGit says that the git binary is not installed.
var ErrNoGit = errors.New("git is not installed")

// timeLimit holds where the caller's context sets no deadline. Listing a million paths takes a few
// seconds; a git that takes longer than this hangs, on a dead network file system for instance.
const timeLimit = 60 * time.Second

// exitError is a git command that ended with a code other than zero.
type exitError struct {
	code   int
	stderr string
}

func (e *exitError) Error() string {
	if e.stderr == "" {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.stderr
}

// exitCode returns the exit code of a failed git command, -1 if it failed in another way.
func exitCode(err error) int {
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.code
	}
	return -1
}

// run runs git in the work tree and hands its output, as it comes, to read, which returns at its
// end. What read sees may turn out to be the output of a failing command.
func (r Repo) run(ctx context.Context, read func(out io.Reader) error, args ...string) error {
	return r.feed(ctx, nil, read, args...)
}

// feed is run with something for git to read.
func (r Repo) feed(ctx context.Context, in io.Reader, read func(out io.Reader) error, args ...string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("running git %s in %q: %w", args[0], r.WorkTree, err)
		}
	}()
	program, err := exec.LookPath("git")
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNoGit, err)
	}
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeLimit)
		defer cancel()
	}
	// A file system monitor is a program named by the repository's own configuration. A path with a star
	// in it is a path. Optional locks are off, but git diff would write the index in spite of that.
	cmd := exec.CommandContext(ctx, program, append([]string{"--no-pager", "--literal-pathspecs",
		"-c", "core.fsmonitor=false", "-c", "diff.autoRefreshIndex=false"}, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.WorkTree, environment(os.Environ()), in
	stderr := &head{}
	cmd.Stderr = stderr
	// A child of git that keeps the pipes open must not outlast the time limit.
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { out.Close() })
	defer stop()
	readErr := read(out)
	if readErr != nil {
		// Git may be blocked on writing what nobody reads any more.
		out.Close()
	}
	waitErr := cmd.Wait()
	switch exit := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return ctx.Err()
	case readErr != nil:
		return readErr
	case errors.As(waitErr, &exit):
		return &exitError{code: exit.ExitCode(), stderr: strings.TrimSpace(stderr.kept.String())}
	}
	return waitErr
}

// records calls each for every NUL-ended record of git's output. The record is valid during the call
// only.
func (r Repo) records(ctx context.Context, each func(record []byte) error, args ...string) error {
	return r.run(ctx, func(out io.Reader) error { return splitRecords(out, each) }, args...)
}

// line returns the one line that git answers, without its end.
func (r Repo) line(ctx context.Context, args ...string) (string, error) {
	var text []byte
	err := r.run(ctx, func(out io.Reader) (err error) {
		text, err = io.ReadAll(out)
		return err
	}, args...)
	return strings.TrimSuffix(string(text), "\n"), err
}

func splitRecords(out io.Reader, each func(record []byte) error) error {
	in := bufio.NewReaderSize(out, 1<<16)
	var long []byte
	for {
		part, err := in.ReadSlice(0)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, part...)
			continue
		case errors.Is(err, io.EOF):
			if len(long)+len(part) > 0 {
				return errors.New("the output ends inside a record")
			}
			return nil
		case err != nil:
			return err
		}
		record := part[:len(part)-1]
		if len(long) > 0 {
			record = append(long, record...)
			long = nil
		}
		if err := each(record); err != nil {
			return err
		}
	}
}

// environment returns the parent's environment without what points git at another repository,
// changes its output or makes it ask. Of git's own variables only those that say where its
// configuration and its programs are survive.
func environment(parent []string) []string {
	env := []string{
		"LC_ALL=C",
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_DISCOVERY_ACROSS_FILESYSTEM=1", // Discover crosses them too
	}
	for _, entry := range parent {
		name, _, _ := strings.Cut(entry, "=")
		switch name = strings.ToUpper(name); {
		case name == "GIT_CONFIG_GLOBAL", name == "GIT_CONFIG_SYSTEM", name == "GIT_CONFIG_NOSYSTEM", name == "GIT_EXEC_PATH":
		case strings.HasPrefix(name, "GIT_"), name == "LC_ALL", name == "LANGUAGE", name == "PAGER":
			continue
		}
		env = append(env, entry)
	}
	return env
}

// head keeps the first bytes written to it: enough of an error to show. The buffer is not embedded,
// for its ReadFrom would take everything.
type head struct{ kept bytes.Buffer }

const headSize = 4096

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	h.kept.Write(p[:min(len(p), headSize-h.kept.Len())])
	return len(p), nil
}
