package tool

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"sextant/internal/config"
	"sextant/internal/index"
	"sextant/internal/knowledge"
	"sextant/internal/search"
	"sextant/internal/workspace"
)

// Deps is what tools work on.
type Deps struct {
	Index  *index.Indexer
	Config *config.Config
	// Knowledge returns the committed analyses as they are on disk for a
	// view; nil when the project has none.
	Knowledge func(v *index.View) (*knowledge.Base, error)
	// Version is the program's version, for get_index_status.
	Version string
	// Budget is how long a call may read and parse what the index lacks.
	Budget time.Duration
}

// Call is one call of a tool: what it may use, and the view that answers it.
type Call struct {
	*Deps
	View *index.View
}

// attempts is how often a call is answered anew because files it cites
// changed meanwhile.
const attempts = 5

// Run answers a call from a fresh view. If a file that the reply cites
// changes before the reply is finished, the question is asked again, so what
// leaves is never older than its files. An *InputError is the caller's to mend.
func (d *Deps) Run(ctx context.Context, t *Tool, args []byte) (*Reply, error) {
	end := d.Index.Begin()
	defer end()
	args, unknown, err := t.normalise(args)
	if err != nil {
		return nil, inputErrorf("arguments cannot be read: %v", err)
	}
	var last string
	for range attempts {
		v, err := d.Index.View(ctx)
		if err != nil {
			return nil, err
		}
		r, err := t.handle(ctx, &Call{Deps: d, View: v}, args)
		switch {
		case errors.Is(err, index.ErrChanged):
			last = err.Error()
			continue
		case err != nil:
			return nil, err
		}
		if stale := firstStale(v, r.cited); stale != "" {
			last = stale + " changed"
			continue
		}
		if len(unknown) > 0 {
			r.Text += fmt.Sprintf("(ignored: %s; parameters: %s)\n", strings.Join(unknown, ", "), strings.Join(t.Parameters(), ", "))
		}
		return r, nil
	}
	return nil, fmt.Errorf("files kept changing while the answer was made (%s): call again when they have settled", last)
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

// directory is clean for a parameter that must name a directory with files in it.
func (c *Call) directory(param, p string) (string, error) {
	rel, err := c.clean(param, p)
	if err != nil || rel == "" || len(c.View.Under(rel)) > 0 {
		return rel, err
	}
	return "", c.noSuch(param, rel)
}

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
	if f := c.View.File(rel); f != nil {
		return f, nil
	}
	if rel != "" && c.View.HasDir(rel) && len(c.View.Under(rel)) > 0 {
		return nil, inputErrorf("%s: %s is a directory; use directory_tree for what is in it", param, rel)
	}
	f, err := c.Index.Adhoc(rel)
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, workspace.ErrNotRegular):
		return nil, inputErrorf("%s: %s is not a regular file", param, rel)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, inputErrorf("%s: %v", param, err)
	}
	return nil, c.noSuch(param, rel)
}

// noSuch is the error for a path that does not exist, with near names.
func (c *Call) noSuch(param, rel string) error {
	near := search.NearPaths(c.View, rel, 3)
	if len(near) == 0 {
		return inputErrorf("%s: %s does not exist under %s", param, rel, c.View.Root())
	}
	return inputErrorf("%s: %s does not exist; nearest: %s", param, rel, strings.Join(near, ", "))
}
