package workspace

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sextant/internal/workspace/ignore"
)

// ruleNames are the ignore files of a directory, lowest precedence first.
// Sorting them must not change that: stored listings have them sorted.
var ruleNames = []string{gitIgnore, ".ignore", ".sextantignore"}

const gitIgnore = ".gitignore"

// gitMarker stands in RuleFiles for a nested repository's .git.
const gitMarker = ".git"

// rulesKeyVersion changes when the meaning of ignore rules in this package
// does, so that stored listings are decided again.
const rulesKeyVersion = 1

// ruleFile is a compiled ignore file and what it was compiled from.
type ruleFile struct {
	signature Signature
	readAt    int64
	rules     *ignore.Rules
	key       uint64
}

// largestRules is the size in bytes above which an ignore file is not read; git's own bound is near.
const largestRules = 100 << 20

// loadRules compiles an ignore file, using what was compiled before if the
// file is still the same; label is its name in decisions. A file that is not
// there has no rules. In a tree a symlink has none either, as in git.
func (w *Workspace) loadRules(full, label string, fold, inTree bool) (*ignore.Rules, uint64) {
	look := stat
	if inTree {
		look = lstat
	}
	sig, kind, err := look(full)
	if err != nil || kind != typeFile {
		return nil, 0
	}
	id := full
	if fold {
		id += "\x00fold"
	}
	w.mu.Lock()
	known, ok := w.rules[id]
	w.mu.Unlock()
	if ok && known.signature == sig && sig.Settled(known.readAt) {
		return known.rules, known.key
	}
	// Should the file change before it is opened, its signature tells next time.
	now := time.Now().UnixNano()
	data, err := readSmall(full, largestRules)
	if err != nil {
		return nil, 0
	}
	loaded := ruleFile{signature: sig, readAt: now, key: mix(rulesKeyVersion, string(data)),
		rules: ignore.Parse(label, data, ignore.Fold(fold))}
	w.mu.Lock()
	w.rules[id] = loaded
	w.mu.Unlock()
	return loaded.rules, loaded.key
}

// ruleFilesIn picks the ignore files, and .git, out of the sorted names of a directory.
func ruleFilesIn(names []string) []string {
	var out []string
	if _, ok := slices.BinarySearch(names, gitMarker); ok {
		out = append(out, gitMarker)
	}
	for _, n := range ruleNames {
		if _, ok := slices.BinarySearch(names, n); ok {
			out = append(out, n)
		}
	}
	return out
}

// ownRules loads the ignore files that a directory has and adds them to the key.
func (s *sweep) ownRules(dir, label string, files []string, fold bool, key uint64) ([]*ignore.Rules, uint64) {
	var own []*ignore.Rules
	for _, n := range files {
		if n == gitMarker {
			continue
		}
		if r, k := s.w.loadRules(filepath.Join(dir, n), join(label, n), fold, true); r != nil {
			own = append(own, r)
			key = mixInt(mix(key, n), k)
		}
	}
	return own, key
}

// matcher compiles the rules in force in a directory that has the given
// ignore files, and their fingerprint.
func (s *sweep) matcher(t *task, files []string) (*ignore.Matcher, uint64) {
	key := mix(t.key, t.name)
	var own []*ignore.Rules
	if len(files) > 0 {
		own, key = s.ownRules(s.w.full(t.path), t.path, files, t.repo.fold, key)
	}
	if t.parent == nil {
		return ignore.New(append(slices.Clone(t.repo.base), own...)...), key
	}
	return t.parent.Enter(t.name, own...), key
}

// aboveRoot gives the rules that reach into a root below its work tree's top.
// There are none where they ignore the root itself: whoever opens an ignored
// directory wants to see it.
func (s *sweep) aboveRoot(r *repository, top string, key uint64) (*ignore.Matcher, uint64) {
	rel, ok := inside(top, s.w.root)
	if !ok || rel == "" {
		return nil, key
	}
	own, key := s.ownRules(top, top, ruleNames, r.fold, key)
	m := ignore.New(append(slices.Clone(r.base), own...)...)
	parts := strings.Split(rel, "/")
	last := len(parts) - 1
	for _, name := range parts[:last] {
		top = filepath.Join(top, name)
		own, key = s.ownRules(top, top, ruleNames, r.fold, mix(key, name))
		m = m.Enter(name, own...)
	}
	if m.Ignored(parts[last], true) {
		return nil, key
	}
	return m, key
}

// FNV-1a, 64 bits: stable across processes, as listings are stored with their key.
const fnvPrime = 1099511628211

func mix(key uint64, parts ...string) uint64 {
	for _, p := range parts {
		for i := range len(p) {
			key = (key ^ uint64(p[i])) * fnvPrime
		}
		key = mixInt(key, uint64(len(p)))
	}
	return key
}

func mixInt(key, n uint64) uint64 {
	for range 8 {
		key = (key ^ n&0xff) * fnvPrime
		n >>= 8
	}
	return key
}
