// Package ripgrep asks the rg program, where it is installed, which files of a
// directory hold a pattern. A root and an expression go in, paths come out.
// It says nothing of lines: what rg and we call a match may differ in small
// ways, so whoever asks searches the files again.
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
)

// program is where rg is, looked for once.
var program = sync.OnceValues(func() (string, error) { return exec.LookPath("rg") })

// Available reports whether rg is installed.
func Available() bool { _, err := program(); return err == nil }

// errUnfit says that an expression cannot be put to rg without a risk of
// losing files.
var errUnfit = errors.New("rg does not read this expression as we do")

// Files lists the files below root that may hold a match, by path relative to
// root with forward slashes: ignored and hidden ones too. With lines, a match
// may not cross a line end. The error is rg's, one that says that rg is not
// there or does not take the expression, or the context's.
func Files(ctx context.Context, root string, re *syntax.Regexp, lines bool) ([]string, error) {
	rg, err := program()
	if err != nil {
		return nil, fmt.Errorf("looking for rg: %w", err)
	}
	expression, ok := translate(re)
	if !ok {
		return nil, errUnfit
	}
	args := []string{"--no-config", "--no-messages", "--files-with-matches", "--null", "--text", "-uuu", "--color=never", "--crlf"}
	if !lines {
		args = append(args, "--multiline")
	}
	cmd := exec.CommandContext(ctx, rg, append(args, "--regexp="+expression, "--", ".")...)
	cmd.Dir = root
	cmd.Env = []string{} // no configuration of the user's
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == 1: // no match
	case err != nil:
		return nil, fmt.Errorf("running rg: %w: %.200s", err, problem.String())
	}
	var paths []string
	for p := range bytes.SplitSeq(out.Bytes(), []byte{0}) {
		if len(p) > 0 {
			paths = append(paths, strings.TrimPrefix(filepath.ToSlash(string(p)), "./"))
		}
	}
	return paths, nil
}

// translate writes an expression so that rg finds at least what Go's package
// regexp does. Word boundaries and the ends of lines are where the two differ
// most, and they only narrow a match down: they are left out.
func translate(re *syntax.Regexp) (string, bool) {
	re = widened(re)
	if re.Op == syntax.OpEmptyMatch || re.Op == syntax.OpNoMatch {
		return "", false
	}
	s := re.String()
	// Go writes U+FFFD for bytes that are no text; rg never matches those.
	return s, !strings.Contains(s, "\uFFFD") && !strings.Contains(s, `\x{FFFD}`)
}

func widened(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return &syntax.Regexp{Op: syntax.OpEmptyMatch}
	}
	if len(re.Sub) == 0 {
		return re
	}
	c := *re
	c.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		c.Sub[i] = widened(sub)
	}
	return &c
}
