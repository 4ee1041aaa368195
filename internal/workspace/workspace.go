// Package workspace says which files exist in a checkout and what their bytes
// are. In go a root directory and the rules of git and configuration; out
// comes a Manifest: every relevant file with its stat signature and, once
// read, its content hash. A manifest never changes; Refresh compares the disk
// with one and returns the next.
//
// Reading a file always yields the signature and the hash that belong
// together. What the bytes mean is the business of packages parse and index.
package workspace

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/workspace/gitrepo"
)

// Options widen or narrow what is relevant.
type Options struct {
	// Include are patterns, in gitignore syntax from the root, that are walked although they are ignored.
	Include []string
	// Exclude are patterns, in gitignore syntax from the root, left out although they are not ignored.
	Exclude []string
	// Hidden are absolute directories never walked (the cache, when it lies in the root).
	Hidden []string
}

// Workspace is one checkout: a root directory and how to walk it. Its methods
// may be called from several goroutines.
type Workspace struct {
	root   string
	repo   gitrepo.Repo
	inGit  bool
	scope  scope
	hidden map[string]bool // relative to the root

	mu    sync.Mutex
	rules map[string]ruleFile // compiled ignore files, by where they are
	git   map[string]*answers // what git said of each repository, by its directory relative to the root

	switching sync.Mutex               // Watch and Unwatch
	watching  atomic.Pointer[watching] // nil while nothing is to be watched
	open      func(root, cookies string) (source, error)
	now       func() time.Time
}

// Open prepares the checkout at root, a directory that FindRoot returned.
func Open(root string, options Options) *Workspace {
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	w := &Workspace{root: root, scope: newScope(options), hidden: make(map[string]bool),
		rules: make(map[string]ruleFile), git: make(map[string]*answers), open: openWatcher, now: time.Now}
	w.repo, w.inGit = discover(root)
	for _, h := range options.Hidden {
		if resolved, err := realPath(h); err == nil {
			h = resolved
		}
		if rel, ok := inside(root, h); ok && rel != "" {
			w.hidden[rel] = true
		}
	}
	return w
}

// discover is gitrepo.Discover for a caller to whom a broken repository is none.
func discover(dir string) (gitrepo.Repo, bool) {
	repo, found, err := gitrepo.Discover(dir)
	return repo, found && err == nil
}

// Root is the absolute path of the checkout.
func (w *Workspace) Root() string { return w.root }

// Family is what all checkouts of one repository share: git's common
// directory, or the root where there is no git.
func (w *Workspace) Family() string {
	if w.inGit {
		return w.repo.CommonDir
	}
	return w.root
}

// Git returns the repository that enclosed the root when it was opened, if any.
func (w *Workspace) Git() (gitrepo.Repo, bool) { return w.repo, w.inGit }

// Refresh compares the disk with a manifest (nil for a first walk) and
// returns what is there now: the same manifest if nothing changed. Files that
// are new, whose signature differs or whose hash the signature does not pin
// come back without a hash. The error is a root that cannot be listed, or the
// context's.
//
// After Watch a call looks only where something happened, if before is what
// the last call returned or was made from that by Manifest.With. Such calls
// wait for one another.
func (w *Workspace) Refresh(ctx context.Context, before *Manifest) (*Manifest, error) {
	if g := w.watching.Load(); g != nil {
		if m, done, err := g.refresh(ctx, before); done {
			return m, err
		}
	}
	return w.sweep(&sweep{ctx: ctx, before: before})
}

// sweep completes a sweep and runs it.
func (w *Workspace) sweep(s *sweep) (*Manifest, error) {
	top, err := openTop(w.root)
	if err != nil {
		return nil, rootError(err)
	}
	defer top.close()
	s.w, s.top, s.dirs = w, top, make(map[string]*Dir)
	if s.most == 0 {
		s.most = max(2, runtime.GOMAXPROCS(0))
	}
	s.wake = sync.NewCond(&s.mu)
	return s.run()
}

// internal reports whether an entry belongs to git or to us and is never walked.
func (w *Workspace) internal(path, name string, fold bool) bool {
	return name == gitMarker || fold && strings.EqualFold(name, gitMarker) || w.hidden[path] ||
		name == "batches" && (path == ".knowledge/batches" || strings.HasSuffix(path, "/.knowledge/batches"))
}
