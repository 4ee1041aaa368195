package workspace

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// route is where a sweep has to go because something was heard. What does not
// lie on it is as it was.
type route struct {
	before  *Manifest
	notes   map[string]note   // of the sweeps that made before
	indexes map[string]*index // likewise

	mu    sync.Mutex
	visit map[string]bool // these directories
	deep  map[string]bool // these with everything below
	way   map[string]bool // these are passed on the way
}

// note is what a sweep keeps of a directory for the routes after it.
type note struct {
	chain uint64 // fingerprint of the rules that reach from here into what is below
	// restless directories are visited each time, as not everything that
	// happens in them is heard: they cannot be watched, cannot be read, or have
	// a file with another name (a hard link) through which it may be written.
	restless bool
	// git directories have an entry .git. Inside it nothing is watched, and a
	// repository may come to be there.
	git bool
}

func newRoute(before *Manifest, notes map[string]note, indexes map[string]*index) *route {
	return &route{before: before, notes: notes, indexes: indexes,
		visit: make(map[string]bool), deep: make(map[string]bool), way: make(map[string]bool)}
}

// touch takes in that something happened to a path: its directory has other
// entries or another signature. If the path is a directory itself, it may be
// another one now, or one that can be entered no more, so all below it counts.
func (r *route) touch(path string) {
	r.enter(parent(path))
	if r.before.dirs[path] != nil {
		r.deep[path] = true
	}
}

// enter takes in a directory to visit.
func (r *route) enter(dir string) {
	r.visit[dir] = true
	r.lead(dir)
}

// lead takes in the way to a directory.
func (r *route) lead(dir string) {
	for !r.way[dir] {
		r.way[dir] = true
		dir = parent(dir)
	}
}

// visits reports whether a task is more than a step on the way.
func (r *route) visits(t *task) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return t.all || r.visit[t.path] || r.before.dirs[t.path] == nil
}

// below gives the tasks for those sub-directories of a directory that lie on
// the route: all of them if other rules reach into them than did.
func (r *route) below(t *task, sub task, key uint64, names []string) (out []task) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := t.all || r.notes[t.path].chain != key
	for _, n := range names {
		p := join(t.path, n)
		sub.all = all || r.deep[p] || r.before.dirs[p] == nil
		if sub.all || r.visit[p] || r.way[p] {
			sub.path, sub.name = p, n
			out = append(out, sub)
		}
	}
	return out
}

// compare takes in the directories in which git tracks other paths than it
// did. It is called before the repository's own directory is left behind.
func (r *route) compare(dir string, now *index) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.indexes[dir]
	if old == now {
		return
	}
	for _, x := range []*index{old, now} {
		if x == nil {
			continue
		}
		for d := range x.keys {
			if old.directoryKey(d) != now.directoryKey(d) {
				r.enter(d)
			}
		}
	}
}

// pass goes through a directory in which nothing happened: only the rules that
// reach into it are looked at, as they may come from elsewhere.
func (s *sweep) pass(t task) (*Dir, []task, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, nil, err
	}
	old, through := s.before.dirs[t.path], t
	if err := s.enterRepository(&through, old.RuleFiles); err != nil {
		return nil, nil, err
	}
	m, key := s.matcher(&through, old.RuleFiles)
	if mixInt(key, through.repo.directoryKey(t.path)) != old.RulesKey {
		return s.visit(t)
	}
	return old, s.below(&through, m, key, old.Dirs), nil
}

// lose takes in which sub-directories a directory had and has no more. The
// caller holds mu.
func (s *sweep) lose(path string, d *Dir) {
	old := s.before.dirs[path]
	switch {
	case old == nil || old == d:
	case d == nil:
		s.gone = append(s.gone, path)
	default:
		for _, n := range old.Dirs {
			if _, still := slices.BinarySearch(d.Dirs, n); !still {
				s.gone = append(s.gone, join(path, n))
			}
		}
	}
}

// assemble puts what was found on a route into the manifest before it.
func (s *sweep) assemble() *Manifest {
	if !s.changed && len(s.gone) == 0 {
		return s.before
	}
	dirs := maps.Clone(s.before.dirs)
	for _, p := range s.gone {
		s.before.eachBelow(p, func(dir string) { delete(dirs, dir) })
	}
	maps.Copy(dirs, s.dirs)
	return s.before.next(dirs)
}

// eachBelow calls f for a directory and every walked one below it.
func (m *Manifest) eachBelow(dir string, f func(dir string)) {
	d := m.dirs[dir]
	if d == nil {
		return
	}
	f(dir)
	for _, n := range d.Dirs {
		m.eachBelow(join(dir, n), f)
	}
}

// note keeps what later routes need to know of a directory.
func (s *sweep) note(t *task, key uint64, d *Dir, restless bool) {
	if s.notes == nil {
		return
	}
	n := note{chain: key, restless: restless, git: slices.Contains(d.RuleFiles, gitMarker)}
	s.mu.Lock()
	s.notes[t.path] = n
	s.mu.Unlock()
}

// noteIndex does so for a repository.
func (s *sweep) noteIndex(dir string, x *index) {
	if s.notes == nil {
		return
	}
	s.mu.Lock()
	s.indexes[dir] = x
	s.mu.Unlock()
	if s.route != nil {
		s.route.compare(dir, x)
	}
}

// relative gives the path of an event relative to the root.
func (w *Workspace) relative(full string) (path string, ok bool) {
	if full == w.root {
		return "", true
	}
	return strings.CutPrefix(full, strings.TrimSuffix(w.root, "/")+"/")
}
