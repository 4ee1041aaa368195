package index

import (
	"context"

	"sextant/internal/index/store"
)

// Invalidate forgets the facts of a file's content, or those of every file of
// the checkout for nil, so that they are derived again when next needed. It
// returns how many there were. The store is shared by all checkouts: what only
// others hold stays.
func (ix *Indexer) Invalidate(ctx context.Context, f *File) (int, error) {
	files, all := []*File{f}, f == nil
	if all {
		v, err := ix.View(ctx)
		if err != nil {
			return 0, err
		}
		files = v.files
	}
	seen := make(map[store.FactsKey]bool)
	var keys []store.FactsKey
	for _, f := range files {
		if key := f.key(); f.Parsed() && !key.Hash.IsZero() && !seen[key] {
			seen[key] = true
			keys = append(keys, key)
		}
	}
	ix.storing.Lock()
	generation := ix.generation.Load()
	var err error
	if db := ix.storable(); db != nil && len(keys) > 0 {
		_, err = db.DropFacts(keys)
	}
	n := 0
	for _, key := range keys {
		ix.cache.drop(key)
		ix.queue.drop(key)
		if ix.known.forget(key) {
			n++
		}
	}
	ix.storing.Unlock()
	if err != nil {
		ix.failed(generation, "dropping facts", err)
		return n, err
	}
	if all {
		ix.forgetLinked()
	}
	ix.poke()
	return n, nil
}
