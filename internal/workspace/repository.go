package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sextant/internal/workspace/gitrepo"
	"sextant/internal/workspace/ignore"
)

// repository is what git decides for one work tree inside the root. The zero
// one is that of a directory outside git.
type repository struct {
	*index
	fold   bool
	base   []*ignore.Rules // global excludes file, .git/info/exclude
	global string          // label of the global excludes file
	key    uint64          // fingerprint of all of the above
}

// index is what git tracks, by paths relative to the root.
type index struct {
	tracked map[string]tracked
	keys    map[string]uint64 // by directory: fingerprint of what is tracked in it
}

// tracked says how the index has a path.
type tracked uint8

const (
	trackedFile  tracked = iota + 1
	trackedAbove         // a directory above tracked files
	trackedLink          // a submodule
)

// holds reports whether an entry is tracked. A file where the index has a
// directory is not.
func (x *index) holds(path string, isDir bool) bool {
	if x == nil {
		return false
	}
	kind := x.tracked[path]
	return kind != 0 && (isDir || kind != trackedAbove)
}

// directoryKey is the fingerprint of what is tracked in a directory, so that
// adding a file to the index decides its directory anew and no other.
func (x *index) directoryKey(dir string) uint64 {
	if x == nil {
		return 0
	}
	return x.keys[dir]
}

// swallows reports whether the index has files below a path where a
// repository of its own begins: then git takes it for a plain directory.
func (x *index) swallows(path string) bool { return x != nil && x.tracked[path] == trackedAbove }

// keeps reports whether a decision to ignore yields to the index. Git's rules
// do; .ignore and .sextantignore are there to leave out tracked files too.
func (r *repository) keeps(rule *ignore.Rule, path string, isDir bool) bool {
	if !r.holds(path, isDir) {
		return false
	}
	if rule.Source == r.global {
		return true
	}
	for _, n := range ruleNames[1:] {
		if rest, ok := strings.CutSuffix(rule.Source, n); ok && (rest == "" || strings.HasSuffix(rest, "/")) {
			return false
		}
	}
	return true
}

// answers is what git said of a repository, and when it must be asked again.
type answers struct {
	stamp    uint64 // of the files that the answers depend on
	settled  bool   // whether the stamp pins them
	failed   bool
	at       time.Time
	settings gitrepo.Settings
	index    *index
}

const (
	// gitLimit bounds the git calls for one repository.
	gitLimit = 20 * time.Second
	// gitRetry is how long a failure is taken for an answer.
	gitRetry = 10 * time.Second
)

// loadRepository gathers what decides in a work tree. dir is relative to the
// root; repo is the repository that begins there, or encloses the root. The
// error is the context's.
func (w *Workspace) loadRepository(ctx context.Context, dir string, repo gitrepo.Repo) (*repository, error) {
	a, err := w.askGit(ctx, dir, repo)
	if err != nil {
		return nil, err
	}
	r := &repository{index: a.index, fold: a.settings.IgnoreCase, global: a.settings.ExcludesFile}
	globalRules, globalKey := w.loadRules(a.settings.ExcludesFile, r.global, r.fold, false)
	infoRules, infoKey := w.loadRules(repo.InfoExclude(), ".git/info/exclude", r.fold, false)
	r.base = []*ignore.Rules{globalRules, infoRules}
	r.key = mixInt(mixInt(mix(rulesKeyVersion, "repository"), globalKey), infoKey)
	if r.fold {
		r.key = mix(r.key, "fold")
	}
	return r, nil
}

// askGit gets settings and tracked paths. Git is asked again when the index
// or a configuration file has changed. Where git fails, the last answers hold,
// else the ignore files alone decide.
func (w *Workspace) askGit(ctx context.Context, dir string, repo gitrepo.Repo) (*answers, error) {
	w.mu.Lock()
	last := w.git[dir]
	w.mu.Unlock()
	now := time.Now()
	stamp, settled := gitStamp(repo, now.UnixNano())
	if last != nil && last.stamp == stamp {
		if last.failed && now.Sub(last.at) < gitRetry || !last.failed && last.settled {
			return last, nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, gitLimit)
	defer cancel()
	a := &answers{stamp: stamp, settled: settled, at: now}
	var err error
	if a.settings, err = repo.Settings(limited); err != nil { // defaults, then
		a.failed = true
	}
	entries, err := repo.Tracked(limited)
	if err == nil {
		a.index = newIndex(w.full(dir), dir, repo.WorkTree, entries)
	} else if a.failed = true; last != nil {
		a.index = last.index
	}
	if err := ctx.Err(); err != nil {
		return nil, err // the answers were cut short and must not be remembered
	}
	w.mu.Lock()
	w.git[dir] = a
	w.mu.Unlock()
	return a, nil
}

// gitStamp changes when the index or one of the files that configure git
// does; settled is false while a second change could hide behind the same
// stamp. Files that those include are not watched.
func gitStamp(repo gitrepo.Repo, now int64) (stamp uint64, settled bool) {
	files := []string{filepath.Join(repo.GitDir, "index"), filepath.Join(repo.CommonDir, "config"),
		filepath.Join(repo.GitDir, "config.worktree"), "/etc/gitconfig", os.Getenv("GIT_CONFIG_SYSTEM"), os.Getenv("GIT_CONFIG_GLOBAL")}
	if home, err := os.UserHomeDir(); err == nil {
		files = append(files, filepath.Join(home, ".gitconfig"), filepath.Join(home, ".config", "git", "config"))
	}
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		files = append(files, filepath.Join(dir, "git", "config"))
	}
	stamp, settled = mix(rulesKeyVersion, repo.WorkTree, repo.GitDir), true
	for _, f := range files {
		var sig Signature // of a missing file
		if f != "" {
			sig, _, _ = stat(f)
		}
		settled = settled && sig.Settled(now)
		stamp = mixInt(mixInt(mixInt(mixInt(stamp, uint64(sig.Size)), uint64(sig.Mtime)), uint64(sig.Ctime)), sig.Inode)
	}
	return stamp, settled
}

// newIndex turns paths relative to a work tree into paths relative to the
// root. at is the directory whose path relative to the root is dir: where the
// work tree begins, or the root when that lies below the work tree's top.
func newIndex(at, dir, workTree string, entries []gitrepo.Entry) *index {
	x := &index{tracked: make(map[string]tracked, len(entries)+len(entries)/4), keys: make(map[string]uint64)}
	below, ok := inside(workTree, at)
	if !ok {
		return x
	}
	for _, e := range entries {
		p := e.Path
		if below != "" {
			if p, ok = strings.CutPrefix(p, below+"/"); !ok {
				continue
			}
		}
		kind := trackedFile
		if e.Mode == gitrepo.Gitlink {
			kind = trackedLink
		}
		for p = join(dir, p); p != dir && x.tracked[p] == 0; p, kind = parent(p), trackedAbove {
			x.tracked[p] = kind
			// A sum does not depend on the order.
			x.keys[parent(p)] += mixInt(mix(rulesKeyVersion, p), uint64(kind))
		}
	}
	return x
}
