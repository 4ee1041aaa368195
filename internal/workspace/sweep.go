package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"sextant/internal/workspace/ignore"
)

// sweep is one walk over the disk, whole or along a route. Directories are
// visited by a few goroutines from one stack.
type sweep struct {
	w      *Workspace
	ctx    context.Context
	top    handle // the root
	before *Manifest
	most   int    // goroutines
	src    source // that watches what is visited; nil if nothing does
	route  *route // where to go; nil: everywhere

	mu      sync.Mutex
	wake    *sync.Cond
	stack   []task
	active  int // visits that may still push
	workers int
	dirs    map[string]*Dir
	changed bool
	err     error
	gone    []string          // of a route: directories of before that are no more
	notes   map[string]note   // of what was visited; nil if nobody wants them
	indexes map[string]*index // of the repositories met, by their directories
	limit   error             // why not everything is watched
}

// task is a directory to visit and the rules that reach into it.
type task struct {
	path    string
	name    string
	repo    *repository
	parent  *ignore.Matcher // of the directory above; nil where a chain of rules begins
	include *ignore.Matcher // of the directory above; nil if nothing is configured
	exclude *ignore.Matcher
	key     uint64
	all     bool // of a route: with everything below
	unheard bool // the directory above cannot be watched
}

// enough is how many directories must wait before another goroutine is worth its start.
const enough = 4

func (s *sweep) run() (*Manifest, error) {
	first, err := s.rootTask()
	if err != nil {
		return nil, err
	}
	s.stack = append(s.stack, first)
	s.workers = 1
	var wg sync.WaitGroup
	s.work(&wg)
	wg.Wait()
	if s.err != nil {
		return nil, s.err
	}
	if s.route != nil {
		return s.assemble(), nil
	}
	if !s.changed && s.before != nil && len(s.dirs) == len(s.before.dirs) {
		return s.before, nil
	}
	return s.before.next(s.dirs), nil
}

func (s *sweep) work(wg *sync.WaitGroup) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for len(s.stack) == 0 && s.active > 0 && s.err == nil {
			s.wake.Wait()
		}
		if len(s.stack) == 0 || s.err != nil {
			s.wake.Broadcast()
			return
		}
		t := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.active++
		s.mu.Unlock()
		look := s.visit
		if s.route != nil && !s.route.visits(&t) {
			look = s.pass
		}
		d, below, err := look(t)
		s.mu.Lock()
		s.active--
		if err != nil && s.err == nil {
			s.err = err
		}
		if d != nil {
			s.dirs[t.path] = d
			if s.before == nil || s.before.dirs[t.path] != d {
				s.changed = true
			}
		}
		if s.route != nil && err == nil {
			s.lose(t.path, d)
		}
		s.stack = append(s.stack, below...)
		if len(s.stack) >= enough && s.workers < s.most {
			s.workers++
			wg.Go(func() { s.work(wg) })
		}
		if len(below) > 0 {
			s.wake.Broadcast()
		}
	}
}

func (s *sweep) rootTask() (task, error) {
	w := s.w
	t := task{repo: &repository{}, key: w.scope.key, include: w.scope.include, exclude: w.scope.exclude}
	if err := s.ctx.Err(); err != nil {
		return t, err
	}
	// Asked again in each sweep: the root may have become a repository.
	repo, found := discover(w.root)
	if !found {
		return t, nil
	}
	var err error
	if t.repo, err = w.loadRepository(s.ctx, "", repo); err != nil {
		return t, err
	}
	s.noteIndex("", t.repo.index)
	t.parent, t.key = s.aboveRoot(t.repo, repo.WorkTree, mixInt(t.key, t.repo.key))
	if t.parent != nil {
		t.name = filepath.Base(w.root)
	}
	return t, nil
}

// enterRepository starts afresh where a nested repository or submodule
// begins: its own tracked files and rules decide inside.
func (s *sweep) enterRepository(t *task, ruleFiles []string) error {
	if t.path == "" || !slices.Contains(ruleFiles, gitMarker) || t.repo.swallows(t.path) {
		return nil
	}
	full := s.w.full(t.path)
	repo, found := discover(full)
	if !found || repo.WorkTree != full {
		return nil
	}
	nested, err := s.w.loadRepository(s.ctx, t.path, repo)
	if err != nil {
		return err
	}
	s.noteIndex(t.path, nested.index)
	t.repo, t.parent = nested, nil
	t.key = mixInt(mix(t.key, gitMarker), nested.key)
	return nil
}

func rootError(err error) error { return fmt.Errorf("listing the root: %w", err) }

// full is where a path relative to the root is.
func (w *Workspace) full(path string) string { return filepath.Join(w.root, filepath.FromSlash(path)) }

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
