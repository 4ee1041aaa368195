package app

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"sextant/internal/index"
	"sextant/internal/knowledge"
	"sextant/internal/workspace"
)

// knowledgeCache reads the knowledge files of a project and keeps them until
// they change on disk.
type knowledgeCache struct {
	root string

	mu    sync.Mutex
	files map[string]loadedBase // by directory, "" is the root
	whole *knowledge.Base       // all of them joined
	parts string                // what whole was joined from
}

type loadedBase struct {
	signature workspace.Signature
	readAt    int64
	base      *knowledge.Base
}

func newKnowledgeCache(root string) *knowledgeCache {
	return &knowledgeCache{root: root, files: make(map[string]loadedBase)}
}

// base returns the project's knowledge, with that of its sub-projects joined
// in; nil when there is none. A damaged root file is an error; a damaged
// sub-project's is left out.
func (k *knowledgeCache) base(v *index.View) (*knowledge.Base, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	root, changed, err := k.load("")
	if err != nil {
		return nil, err
	}
	dirs := v.Memo("knowledge directories", func() any {
		var paths []string
		for _, f := range v.Files() {
			if filepath.Base(f.Path) == knowledge.File {
				paths = append(paths, f.Path)
			}
		}
		return knowledge.Find(paths)
	}).([]string)
	subs := make(map[string]*knowledge.Base)
	parts := ""
	for _, d := range dirs {
		b, c, err := k.load(d)
		if err != nil || b == nil {
			continue
		}
		changed = changed || c
		subs[d] = b
		parts += d + "\n"
	}
	if root == nil && len(subs) == 0 {
		return nil, nil
	}
	if changed || k.whole == nil || k.parts != parts {
		if root == nil {
			root = knowledge.New()
		}
		k.whole, k.parts = knowledge.Aggregate(root, subs), parts
	}
	return k.whole, nil
}

// load reads one knowledge file if it changed; nil if there is none.
func (k *knowledgeCache) load(dir string) (b *knowledge.Base, changed bool, err error) {
	rel := filepath.ToSlash(filepath.Join(dir, knowledge.Dir, knowledge.File))
	sig, err := workspace.Stat(k.root, rel)
	known, ok := k.files[dir]
	if err != nil {
		delete(k.files, dir)
		return nil, ok, nil
	}
	if ok && known.signature == sig && sig.Settled(known.readAt) {
		return known.base, false, nil
	}
	now := time.Now().UnixNano()
	store, err := knowledge.Open(filepath.Join(k.root, dir))
	if err != nil {
		if errors.Is(err, knowledge.ErrNoKnowledge) {
			return nil, ok, nil
		}
		return nil, ok, err
	}
	base, err := store.Load()
	if err != nil {
		return nil, ok, err
	}
	k.files[dir] = loadedBase{sig, now, base}
	return base, true, nil
}

// UpdateKnowledge writes the structural fields of a view into the project's
// knowledge file. Without a knowledge directory nothing is written: a
// repository is changed only when its users opted in. Files whose facts are
// not there yet are parsed as long as the context lasts.
func (a *App) UpdateKnowledge(ctx context.Context, v *index.View) (written bool, err error) {
	store, err := knowledge.Open(v.Root())
	if errors.Is(err, knowledge.ErrNoKnowledge) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	files, err := structural(ctx, v)
	if err != nil {
		return false, err
	}
	return store.Modify(ctx, func(b *knowledge.Base) error {
		b.Update(files, func(p string) bool { return v.File(p) != nil })
		return nil
	})
}

// described reports whether a file has an entry in the knowledge base: text
// that people or programs wrote, the knowledge itself left out.
func described(f *index.File) bool { return f.HasText() && !inKnowledge(f.Path) }

func inKnowledge(p string) bool {
	for d := filepath.Dir(p); d != "."; d = filepath.Dir(d) {
		if filepath.Base(d) == knowledge.Dir {
			return true
		}
	}
	return false
}

func structural(ctx context.Context, v *index.View) (map[string]knowledge.Structural, error) {
	files := make(map[string]knowledge.Structural)
	for _, f := range v.Files() {
		if !described(f) || !f.Indexed {
			continue
		}
		s := knowledge.Structural{SizeChars: int(f.Chars), LineCount: int(f.Lines), Hash: f.Hash.String()}
		facts, err := v.Outline(ctx, f)
		if err != nil {
			return nil, err
		}
		if facts != nil {
			s.Exports = facts.Exports()
			links := v.Links(f, facts)
			for _, l := range links.Imports {
				if s.Imports == nil {
					s.Imports = make(map[string][]string)
				}
				names := l.Names
				if names == nil {
					names = []string{}
				}
				s.Imports[l.Key] = names
			}
			s.Refs = links.Refs
		}
		files[f.Path] = s
	}
	return files, nil
}
