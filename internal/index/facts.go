package index

import (
	"container/list"
	"context"
	"fmt"
	"strings"
	"sync"

	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// factsCacheBytes bounds the facts held in memory, by the size of their
// stored form; decoded they take about four times as much.
const factsCacheBytes = 8 << 20

// facts returns a file's facts: from memory, from the store, or parsed now.
func (ix *Indexer) facts(ctx context.Context, v *View, f *File, detail bool) (*code.Facts, error) {
	if !f.Parsed() || f.Signature.Size > ix.opt.MaxTextBytes {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if key := v.key(f); !key.Hash.IsZero() {
		if facts := ix.cache.get(key, detail); facts != nil {
			return facts, nil
		}
		if facts := ix.storedFacts(key, detail); facts != nil {
			return facts, nil
		}
	}
	raw, h, err := v.content(f, ix.opt.MaxTextBytes)
	if err != nil {
		return nil, err
	}
	key := f.key()
	key.Hash = h
	if facts := ix.cache.get(key, detail); facts != nil {
		return facts, nil
	}
	return ix.parse(f, key, raw)
}

// parse extracts a content's facts and remembers them.
func (ix *Indexer) parse(f *File, key store.FactsKey, raw []byte) (*code.Facts, error) {
	facts, row, err := ix.extract(f, key, raw)
	if err != nil {
		return nil, err
	}
	ix.cache.put(key, facts, true, len(row.Outline)+len(row.Detail))
	ix.remember(row)
	return facts, nil
}

// extract parses and encodes; a binary content has the facts of empty text.
// Facts that depend on more than the content, because the file is larger than
// what this configuration parses, or that cannot be had, are not to be stored:
// the row is empty then.
func (ix *Indexer) extract(f *File, key store.FactsKey, raw []byte) (*code.Facts, store.FactsRow, error) {
	var text []byte
	if !workspace.IsBinary(raw) {
		text = workspace.Text(raw)
	}
	facts, err := parse.Parse(f.Language, text, ix.opt.Limits)
	if err != nil {
		ix.known.set(key, factsUnfit)
		return nil, store.FactsRow{}, fmt.Errorf("parsing %s: %w", f.Path, err)
	}
	packages, names := ix.learn(key, facts)
	if most := ix.opt.Limits.Bytes; most > 0 && len(text) > most {
		ix.known.set(key, factsUnfit)
		return facts, store.FactsRow{}, nil
	}
	row := store.FactsRow{FactsKey: key, Outline: parse.EncodeOutline(facts), Detail: parse.EncodeDetail(facts),
		Packages: packages, Defines: encodeNames(names)}
	return facts, row, nil
}

// learn notes what a content declares and defines, so that asking for it reads
// no facts.
func (ix *Indexer) learn(key store.FactsKey, facts *code.Facts) (packages string, names []uint32) {
	packages, names = strings.Join(facts.Packages(), "\n"), namesOf(facts)
	ix.packages.set(key, packages)
	ix.names.set(key, names)
	return packages, names
}

// mostQueued bounds the facts that wait for a store that cannot be written, in bytes.
const mostQueued = 4 * queueBytes

// remember queues facts for the store.
func (ix *Indexer) remember(row store.FactsRow) {
	if row.Hash.IsZero() {
		return
	}
	if ix.db.Load() == nil || ix.queue.bytes() > mostQueued {
		if ix.known.get(row.FactsKey) == factsUnknown {
			ix.known.set(row.FactsKey, factsDropped)
		}
		return
	}
	if ix.known.claim(row.FactsKey) {
		ix.queue.add(row)
		ix.poke()
	}
}

// storedFacts reads facts that wait for the store or are in it.
func (ix *Indexer) storedFacts(key store.FactsKey, detail bool) *code.Facts {
	if row, ok := ix.queue.get(key); ok {
		return ix.decode(key, row.Outline, row.Detail, detail)
	}
	db := ix.db.Load()
	if db == nil {
		return nil
	}
	generation := ix.generation.Load()
	var outline, more []byte
	var found bool
	var err error
	if detail {
		outline, more, found, err = db.Facts(key, parse.Version)
	} else {
		outline, found, err = db.Outline(key, parse.Version)
	}
	switch {
	case err != nil:
		ix.failed(generation, "reading facts", err)
		return nil
	case !found:
		if ix.known.get(key) == factsStored {
			ix.known.forget(key) // another process has dropped them
			ix.knownStale.Store(true)
		}
		return nil
	}
	return ix.decode(key, outline, more, detail)
}

// usesOf returns of a file's facts the outline, the bindings and the references
// of the names that the outline makes wanted. Whole facts serve as well; what is
// stored is not decoded beyond that, and not kept.
func (ix *Indexer) usesOf(ctx context.Context, v *View, f *File, wanted func(outline *code.Facts) map[string]bool) (*code.Facts, error) {
	key := v.key(f)
	db := ix.db.Load()
	if key.Hash.IsZero() || db == nil || !f.Parsed() || ix.cache.get(key, true) != nil {
		return ix.facts(ctx, v, f, true)
	}
	if _, queued := ix.queue.get(key); queued {
		return ix.facts(ctx, v, f, true)
	}
	outline, detail, found, err := db.Facts(key, parse.Version)
	if err != nil || !found {
		return ix.facts(ctx, v, f, true) // which answers for it
	}
	facts := ix.cache.get(key, false)
	if facts == nil {
		if facts, err = parse.DecodeOutline(outline); err != nil {
			return ix.facts(ctx, v, f, true)
		}
		ix.cache.put(key, facts, false, len(outline))
	}
	out := *facts
	if err := parse.DecodeUses(detail, &out, wanted(facts)); err != nil {
		return ix.facts(ctx, v, f, true)
	}
	return &out, nil
}

func (ix *Indexer) decode(key store.FactsKey, outline, detail []byte, withDetail bool) *code.Facts {
	facts, err := parse.DecodeOutline(outline)
	if err == nil && withDetail {
		err = parse.DecodeDetail(detail, facts)
	}
	if err != nil {
		// The blob passed its checksum, so what was encoded cannot be decoded.
		bug.Report("decoding stored facts: %v", err)
		return nil
	}
	ix.cache.put(key, facts, withDetail, len(outline)+len(detail))
	if ix.known.get(key) == factsUnknown {
		// Another process has stored them since this one last asked for the list.
		ix.learn(key, facts)
		ix.known.set(key, factsStored)
	}
	return facts
}

// hasFacts reports whether a file's facts are stored or queued, so that
// asking for them costs no parse.
func (ix *Indexer) hasFacts(f *File) bool {
	s := ix.known.get(f.key())
	return s == factsStored || s == factsQueued
}

// factsCache keeps the facts used last.
type factsCache struct {
	mu    sync.Mutex
	limit int64
	used  int64
	order *list.List // most recent first
	items map[store.FactsKey]*list.Element
}

type cachedFacts struct {
	key    store.FactsKey
	facts  *code.Facts
	detail bool
	cost   int64
}

func newFactsCache(limit int64) *factsCache {
	return &factsCache{limit: limit, order: list.New(), items: make(map[store.FactsKey]*list.Element)}
}

func (c *factsCache) get(key store.FactsKey, detail bool) *code.Facts {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.items[key]
	if e == nil {
		return nil
	}
	item := e.Value.(*cachedFacts)
	if detail && !item.detail {
		return nil
	}
	c.order.MoveToFront(e)
	return item.facts
}

func (c *factsCache) put(key store.FactsKey, facts *code.Facts, detail bool, cost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[key]; e != nil {
		c.remove(e)
	}
	item := &cachedFacts{key, facts, detail, int64(cost) + 200}
	c.items[key] = c.order.PushFront(item)
	c.used += item.cost
	for c.used > c.limit && c.order.Len() > 1 {
		c.remove(c.order.Back())
	}
}

func (c *factsCache) remove(e *list.Element) {
	item := c.order.Remove(e).(*cachedFacts)
	delete(c.items, item.key)
	c.used -= item.cost
}

// clear forgets everything: what a pass over all files has left is not what
// the next question needs.
func (c *factsCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order.Init()
	clear(c.items)
	c.used = 0
}

func (c *factsCache) drop(key store.FactsKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[key]; e != nil {
		c.remove(e)
	}
}

func (c *factsCache) size() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used
}

// factsQueue holds facts that are parsed but not stored yet.
type factsQueue struct {
	mu   sync.Mutex
	rows map[store.FactsKey]store.FactsRow
	size int
}

func newFactsQueue() *factsQueue { return &factsQueue{rows: make(map[store.FactsKey]store.FactsRow)} }

func (q *factsQueue) add(r store.FactsRow) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if old, ok := q.rows[r.FactsKey]; ok {
		q.size -= len(old.Outline) + len(old.Detail)
	}
	q.rows[r.FactsKey] = r
	q.size += len(r.Outline) + len(r.Detail)
}

func (q *factsQueue) get(key store.FactsKey) (store.FactsRow, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r, ok := q.rows[key]
	return r, ok
}

func (q *factsQueue) bytes() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.size
}

// list returns what is queued; the rows stay visible to get until done.
func (q *factsQueue) list() []store.FactsRow {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := make([]store.FactsRow, 0, len(q.rows))
	for _, r := range q.rows {
		out = append(out, r)
	}
	return out
}

// done takes out rows that have been stored.
func (q *factsQueue) done(rows []store.FactsRow) {
	for _, r := range rows {
		q.drop(r.FactsKey)
	}
}

func (q *factsQueue) drop(key store.FactsKey) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r, ok := q.rows[key]; ok {
		delete(q.rows, key)
		q.size -= len(r.Outline) + len(r.Detail)
	}
}
