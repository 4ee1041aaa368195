package index

import (
	"sort"
	"strings"
	"sync"

	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/parse"
)

// knownPackages says which packages and namespaces contents declare, so that
// asking reads no facts. Most contents of a package share one string.
type knownPackages struct {
	mu    sync.Mutex
	names map[store.FactsKey]string // separated by line ends
	same  map[string]string
}

func newKnownPackages() *knownPackages {
	return &knownPackages{names: make(map[store.FactsKey]string), same: make(map[string]string)}
}

func (k *knownPackages) set(key store.FactsKey, names string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, names)
}

func (k *knownPackages) put(key store.FactsKey, names string) {
	one, ok := k.same[names]
	if !ok {
		one = strings.Clone(names)
		k.same[one] = one
	}
	k.names[key] = one
}

// declared lists the files of a language by the names they declare, those
// whose facts are known.
func (ix *Indexer) declared(v *View, language code.LanguageID) map[string][]string {
	var files []*File
	for _, f := range v.files {
		if f.Language != nil && f.Language.ID == language && f.Parsed() {
			files = append(files, f)
		}
	}
	ix.packages.mu.Lock()
	defer ix.packages.mu.Unlock()
	for _, f := range files {
		key := v.key(f)
		if _, ok := ix.packages.names[key]; !ok && !key.Hash.IsZero() && ix.known.get(key) == factsStored {
			ix.loadPackages(language, files, v)
			break
		}
	}
	out := make(map[string][]string)
	for _, f := range files {
		for name := range strings.SplitSeq(ix.packages.names[v.key(f)], "\n") {
			if name != "" {
				out[name] = append(out[name], f.Path)
			}
		}
	}
	for _, list := range out {
		sort.Strings(list)
	}
	return out
}

// loadPackages reads the store's list. What it does not have declares
// nothing. The caller holds the lock of packages.
func (ix *Indexer) loadPackages(language code.LanguageID, files []*File, v *View) {
	db := ix.db.Load()
	if db == nil {
		return
	}
	generation := ix.generation.Load()
	// Of these the list that is read next knows all.
	var before []store.FactsKey
	for _, f := range files {
		if key := v.key(f); ix.known.get(key) == factsStored {
			before = append(before, key)
		}
	}
	stored, err := db.Packages(language, parse.Version)
	if err != nil {
		v.outdated.Store(true) // what is derived now lacks it
		ix.failed(generation, "reading packages", err)
		return
	}
	for hash, names := range stored {
		key := store.FactsKey{Hash: hash, Language: language}
		if _, ok := ix.packages.names[key]; !ok {
			ix.packages.put(key, names)
		}
	}
	for _, key := range before {
		if _, ok := ix.packages.names[key]; !ok {
			ix.packages.put(key, "")
		}
	}
}
