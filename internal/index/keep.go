package index

import "sextant/internal/parse"

// Keep is Memo for what depends on contents and not on which of them the view
// holds: the result lives as long as the indexer.
func (v *View) Keep(key string, build func() any) any {
	e, _ := v.ix.kept.LoadOrStore(key, &memoEntry{})
	entry := e.(*memoEntry)
	entry.once.Do(func() { entry.value = build() })
	return entry.value
}

// Limits bound what is parsed of one file.
func (v *View) Limits() parse.Limits { return v.ix.opt.Limits }
