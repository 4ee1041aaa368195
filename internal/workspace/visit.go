package workspace

import (
	"errors"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"time"

	"sextant/internal/workspace/ignore"
)

// visit brings one directory up to date and says which to visit below it. A
// directory whose own stat says that its names are still the same is not
// listed again: only its files' stats are compared. Only the root must be
// readable.
func (s *sweep) visit(t task) (*Dir, []task, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, nil, err
	}
	h, err := s.top.openDir(t.path)
	if err != nil {
		return s.unreadable(t.path, err)
	}
	defer h.close()
	// Before anything is looked at, so that what changes afterwards is heard.
	s.cover(&t)
	at := time.Now().UnixNano()
	sig, err := h.stat()
	if err != nil {
		return s.unreadable(t.path, err)
	}
	old := s.old(t.path)
	sameNames := old != nil && old.ListedAt != 0 && old.Signature == sig && sig.Settled(old.ListedAt)
	var names, ruleFiles []string
	if sameNames {
		ruleFiles = old.RuleFiles
	} else {
		if names, err = h.names(); err != nil {
			return s.unreadable(t.path, err)
		}
		ruleFiles = ruleFilesIn(names)
	}
	if err := s.enterRepository(&t, ruleFiles); err != nil {
		return nil, nil, err
	}
	m, key := s.matcher(&t, ruleFiles)
	rulesKey := mixInt(key, t.repo.directoryKey(t.path))
	if sameNames {
		if old.RulesKey == rulesKey {
			if d, named, ok := compare(h, old); ok {
				s.note(&t, key, d, t.unheard || named)
				return d, s.below(&t, m, key, d.Dirs), nil
			}
		}
		if names, err = h.names(); err != nil {
			return s.unreadable(t.path, err)
		}
	}
	d := &Dir{Path: t.path, Signature: sig, ListedAt: at, RulesKey: rulesKey, RuleFiles: ruleFilesIn(names)}
	named := s.list(d, &t, m, h, names, old)
	s.note(&t, key, d, t.unheard || named)
	return d, s.below(&t, m, key, d.Dirs), nil
}

func (s *sweep) old(path string) *Dir {
	if s.before == nil {
		return nil
	}
	return s.before.dirs[path]
}

// unreadable is the outcome of a visit that failed: nothing for a directory
// that is gone since its parent was listed.
func (s *sweep) unreadable(path string, err error) (*Dir, []task, error) {
	switch {
	case path == "":
		return nil, nil, rootError(err)
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir):
		return nil, nil, nil
	}
	d := &Dir{Path: path}
	d.Skips[SkipUnreadable] = 1
	if old := s.old(path); old != nil && old.ListedAt == 0 && old.Skips == d.Skips {
		d = old
	}
	s.note(&task{path: path}, 0, d, true)
	return d, nil, nil
}

// compare checks the files of a directory whose names have not changed; ok is
// false if they do change meanwhile. named says that a file has other names.
func compare(h handle, old *Dir) (d *Dir, named, ok bool) {
	d = old
	for i := range old.Files {
		f := &old.Files[i]
		sig, _, more, err := h.look(baseName(f.Path))
		if err != nil {
			return nil, false, false
		}
		named = named || more
		if sig == f.Signature && (f.Hash.IsZero() || f.Known()) {
			continue
		}
		if d == old {
			c := *old
			c.Files = slices.Clone(old.Files)
			d = &c
		}
		d.Files[i] = File{Path: f.Path, Signature: sig, Symlink: f.Symlink}
	}
	return d, named, true
}

// list decides every entry of a directory anew, keeping what is known of
// files that have not changed. It reports whether a file has other names.
func (s *sweep) list(d *Dir, t *task, m *ignore.Matcher, h handle, names []string, old *Dir) (named bool) {
	include, exclude := enter(t.include, t.name), enter(t.exclude, t.name)
	if t.path == "" {
		include, exclude = t.include, t.exclude
	}
	if len(names) > 0 {
		d.Files = make([]File, 0, len(names))
	}
	for _, name := range names {
		p := join(t.path, name)
		if s.w.internal(p, name, t.repo.fold) {
			d.Skips[SkipInternal]++
			continue
		}
		sig, kind, more, err := h.look(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // gone since it was listed
		case err != nil:
			d.Skips[SkipUnreadable]++
			continue
		case kind == typeOther:
			d.Skips[SkipSpecial]++
			continue
		}
		isDir := kind == typeDir
		if matches(exclude, name, isDir) {
			d.Skips[SkipExcluded]++
			continue
		}
		if by := m.Decide(name, isDir); by.Ignored && !t.repo.keeps(by.Rule, p, isDir) &&
			!matches(include, name, isDir) && !(isDir && s.w.scope.leads(p)) {
			d.Skips[SkipIgnored]++
			continue
		}
		if isDir {
			d.Dirs = append(d.Dirs, name)
			continue
		}
		named = named || more
		f := File{Path: p, Signature: sig, Symlink: kind == typeSymlink}
		if o := old.file(p); o != nil && o.Signature == sig && o.Known() {
			f = *o
		}
		d.Files = append(d.Files, f)
	}
	// Do not keep the room for entries that were none.
	if len(d.Files) == 0 {
		d.Files = nil
	} else if len(d.Files) < cap(d.Files)/2 {
		d.Files = slices.Clone(d.Files)
	}
	return named
}

func (d *Dir) file(path string) *File {
	if d == nil {
		return nil
	}
	i := sort.Search(len(d.Files), func(i int) bool { return d.Files[i].Path >= path })
	if i < len(d.Files) && d.Files[i].Path == path {
		return &d.Files[i]
	}
	return nil
}

// below gives the tasks for the sub-directories of a directory whose rules have
// the given fingerprint; of a route, those that lie on it.
func (s *sweep) below(t *task, m *ignore.Matcher, key uint64, names []string) []task {
	if len(names) == 0 {
		return nil
	}
	sub := task{repo: t.repo, parent: m, key: key, include: t.include, exclude: t.exclude, unheard: t.unheard}
	if t.path != "" {
		sub.include, sub.exclude = enter(t.include, t.name), enter(t.exclude, t.name)
	}
	if s.route != nil {
		return s.route.below(t, sub, key, names)
	}
	out := make([]task, len(names))
	for i, n := range names {
		out[i] = sub
		out[i].path, out[i].name = join(t.path, n), n
	}
	return out
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
