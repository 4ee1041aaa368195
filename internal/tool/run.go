package tool

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/internal/config"
	"sextant/internal/index"
	"sextant/internal/index/store"
	"sextant/internal/knowledge"
	"sextant/internal/search"
	"sextant/internal/telemetry"
	"sextant/internal/workspace"
)

// Deps is what tools work on.
type Deps struct {
	Index  *index.Indexer
	Config *config.Config
	// Knowledge returns the committed analyses as they are on disk for a
	// view; nil when the project has none.
	Knowledge func(v *index.View) (*knowledge.Base, error)
	// Memory opens the tasks, checkpoints and token accounts of the repository.
	Memory func() (*store.Memory, error)
	// Remembers reports whether anything was ever stored there: reading it needs
	// no memory to be made.
	Remembers func() bool
	// Session names this run of the program in tasks and token accounts.
	Session string
	// NewID makes the names of tasks, each another.
	NewID func() string
	// Now is the clock.
	Now func() time.Time
	// Accounts, if not nil, is told of each call. Only a server sets it: what is
	// asked on the command line is in no model's conversation.
	Accounts Accounts
	// Ledger, if not nil, remembers what the session was sent, so that it is not
	// sent twice.
	Ledger *telemetry.Ledger
	// Version is the program's version, for get_index_status.
	Version string
	// Budget is how long a call may read and parse what the index lacks.
	Budget time.Duration
	// Whole is the same for questions to which every file belongs, such as who
	// depends on a file: longer where no background goes on filling the index.
	Whole time.Duration

	validated validations
}

// Call is one call of a tool: what it may use, and the view that answers it.
type Call struct {
	*Deps
	View *index.View

	reserve int // characters of the reply that are spoken for
	// moving are files that changed whenever they were looked at: an answer
	// that can do without them does.
	moving map[string]bool
}

// attempts is how often a call is answered anew because files it cites
// changed meanwhile.
const attempts = 5

// Run answers a call (see answer), accounts for it, and does not send again
// what the session has been sent.
func (d *Deps) Run(ctx context.Context, t *Tool, args []byte) (*Reply, error) {
	n := d.Ledger.Count()
	own, unknown := t.normalise(args)
	r, err := d.answer(ctx, t, own, unknown)
	if ctx.Err() != nil {
		return r, err // nobody waits for it
	}
	if err == nil {
		r = d.shorten(n, t, own, r)
	}
	d.book(t, args, r, err)
	return r, err
}

// answer answers a call from a fresh view. args are normalised. If a file that the reply cites
// changes before the reply is finished, the question is asked again, so what
// leaves is never older than its files. An *InputError is the caller's to mend.
func (d *Deps) answer(ctx context.Context, t *Tool, args []byte, unknown []string) (*Reply, error) {
	end := d.Index.Begin()
	defer end()
	note := t.ignoredNote(unknown)
	var last string
	moving := make(map[string]bool)
	for attempt := range attempts {
		if err := pause(ctx, attempt); err != nil {
			return nil, err
		}
		v, err := d.Index.View(ctx)
		if err != nil {
			return nil, err
		}
		r, err := t.handle(ctx, &Call{Deps: d, View: v, reserve: utf8.RuneCountInString(note), moving: settledOn(moving, attempt)}, args)
		if v.Outdated() {
			for _, p := range v.Changed() {
				moving[p] = true
			}
		}
		switch {
		// A file that is gone since the view was made is a change like any other.
		case errors.Is(err, index.ErrChanged), errors.Is(err, fs.ErrNotExist):
			last = err.Error()
			continue
		case v.Outdated() && attempt < attempts-1:
			continue // something else that the answer was derived from changed
		case err != nil:
			return nil, shortened(err)
		}
		if stale := firstStale(v, r.cited); stale != "" {
			last = stale + " changed"
			moving[stale] = true
			continue
		}
		if r.commit != nil {
			if err := r.commit(); err != nil {
				return nil, err
			}
		}
		r.Text += note
		return r, nil
	}
	return nil, fmt.Errorf("files kept changing while the answer was made (%s): call again when they have settled", last)
}

// patientAttempts is how often a file that changes is waited for, before the
// question is answered without it where that is possible.
const patientAttempts = 2

func settledOn(moving map[string]bool, attempt int) map[string]bool {
	if attempt < patientAttempts {
		return nil
	}
	return maps.Clone(moving)
}

// pause gives whoever changes files a moment to finish before the next attempt.
func pause(ctx context.Context, attempt int) error {
	if attempt == 0 {
		return nil
	}
	timer := time.NewTimer(time.Duration(attempt*attempt) * 2 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// shortened bounds an error's text, which may repeat what the caller sent.
func shortened(err error) error {
	var input *InputError
	if errors.As(err, &input) {
		return &InputError{clip(input.Text, 2*longestDetail)}
	}
	return err
}

func firstStale(v *index.View, cited []*index.File) string {
	for _, f := range cited {
		if !v.Fresh(f) {
			return f.Path
		}
	}
	return ""
}

// clean brings a caller's path into the form that views use.
func (c *Call) clean(param, p string) (string, error) {
	rel, err := c.Index.Workspace().Clean(p)
	if err != nil {
		return "", inputErrorf("%s: %v", param, err)
	}
	return rel, nil
}

// directory is clean for a parameter that must name a directory with files in
// it; "" is the root.
func (c *Call) directory(param, p string) (string, error) {
	rel, err := c.within(param, p)
	if err == nil && rel != "" && c.View.File(rel) != nil {
		return "", inputErrorf("%s: %s is a file; get_file_outline and read_file show it", param, printable(rel))
	}
	return rel, err
}

// within is directory for a parameter that may also name one file.
func (c *Call) within(param, p string) (string, error) {
	rel, err := c.clean(param, p)
	if err != nil || rel == "" || len(c.View.Under(rel)) > 0 {
		return rel, err
	}
	return "", c.noSuch(param, rel)
}

// largestRead is the largest file that is read for a reply, in bytes.
const largestRead = 64 << 20

// file finds the file a caller names. Files that are ignored can still be
// named: they are read from disk, outside the view.
func (c *Call) file(param, p string) (*index.File, error) {
	if strings.TrimSpace(p) == "" {
		return nil, inputErrorf("%s must name a file, relative to the root %s", param, c.View.Root())
	}
	rel, err := c.clean(param, p)
	if err != nil {
		return nil, err
	}
	f := c.View.File(rel)
	if f != nil && !f.Symlink {
		return f, nil
	}
	if rel == "" || f == nil && len(c.View.Under(rel)) > 0 {
		return nil, inputErrorf("%s: %s is a directory; directory_tree lists it", param, orRoot(rel))
	}
	if sig, err := workspace.Stat(c.View.Root(), rel); err == nil && sig.Size > largestRead {
		return nil, inputErrorf("%s: %s has %d bytes; at most %d are read", param, printable(rel), sig.Size, largestRead)
	}
	adhoc, err := c.Index.Adhoc(rel)
	switch {
	case err == nil:
		if target := c.View.File(adhoc.Path); target != nil {
			return target, nil // where the symlink leads
		}
		return adhoc, nil
	case errors.Is(err, workspace.ErrNotRegular):
		return nil, inputErrorf("%s: %s is not a regular file, or a directory of which nothing is listed (ignored, excluded by settings, or empty)", param, printable(rel))
	case errors.Is(err, fs.ErrNotExist) && f != nil:
		return nil, inputErrorf("%s: %s is a symlink that leads nowhere", param, printable(rel))
	case errors.Is(err, fs.ErrNotExist):
		return nil, c.noSuch(param, rel)
	}
	return nil, inputErrorf("%s: %v", param, err)
}

// text reads a file; one that is gone by now is a change.
func (c *Call) text(f *index.File) ([]byte, error) {
	if f.Signature.Size > largestRead {
		return nil, inputErrorf("%s has %d bytes; at most %d are read", printable(f.Path), f.Signature.Size, largestRead)
	}
	return c.View.Text(f)
}

func orRoot(rel string) string {
	if rel == "" {
		return "the root"
	}
	return printable(rel)
}

// noSuch is the error for a path under which the view has no file: left out,
// or not there at all, with near names.
func (c *Call) noSuch(param, rel string) error {
	if _, err := workspace.Stat(c.View.Root(), rel); err == nil || errors.Is(err, workspace.ErrNotRegular) {
		return inputErrorf("%s: excluded: %s exists, but nothing in it is listed (ignored, excluded by settings, or empty); read_file can still read a file of it by name", param, printable(rel))
	}
	near := search.NearPaths(c.View, rel, 3)
	if param != "path" || len(near) == 0 {
		near = append(search.NearDirectories(c.View, rel, 2), near...)
	}
	if len(near) == 0 {
		return inputErrorf("%s: %s does not exist under %s", param, printable(clip(rel, 200)), c.View.Root())
	}
	return inputErrorf("%s: %s does not exist; nearest: %s", param, printable(clip(rel, 200)), printables(near))
}
