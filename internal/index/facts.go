package index

import (
	"container/list"
	"context"
	"fmt"
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
func (ix *Indexer) facts(ctx context.Context, f *File, detail bool) (*code.Facts, error) {
	if !f.Parsed() || f.Signature.Size > ix.opt.MaxTextBytes {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !f.Hash.IsZero() {
		if facts := ix.cache.get(f.key(), detail); facts != nil {
			return facts, nil
		}
		if facts := ix.storedFacts(f.key(), detail); facts != nil {
			return facts, nil
		}
	}
	raw, r, err := workspace.Read(ix.ws.Root(), f.Path, ix.opt.MaxTextBytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if !f.Hash.IsZero() && r.Hash != f.Hash || f.Hash.IsZero() && r.Signature != f.Signature {
		return nil, fmt.Errorf("%s: %w", f.Path, ErrChanged)
	}
	key := f.key()
	key.Hash = r.Hash
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
func (ix *Indexer) extract(f *File, key store.FactsKey, raw []byte) (*code.Facts, store.FactsRow, error) {
	var text []byte
	if !workspace.IsBinary(raw) {
		text = workspace.Text(raw)
	}
	facts, err := parse.Parse(f.Language, text, ix.opt.Limits)
	if err != nil {
		return nil, store.FactsRow{}, fmt.Errorf("parsing %s: %w", f.Path, err)
	}
	return facts, store.FactsRow{FactsKey: key, Outline: parse.EncodeOutline(facts), Detail: parse.EncodeDetail(facts)}, nil
}

// remember queues facts for the store.
func (ix *Indexer) remember(row store.FactsRow) {
	if ix.db == nil {
		ix.known.Store(row.FactsKey, struct{}{})
		return
	}
	if _, loaded := ix.known.LoadOrStore(row.FactsKey, struct{}{}); !loaded {
		ix.queue.add(row)
		ix.poke()
	}
}

func (ix *Indexer) storedFacts(key store.FactsKey, detail bool) *code.Facts {
	if row, ok := ix.queue.get(key); ok {
		return ix.decode(key, row.Outline, row.Detail, detail)
	}
	if ix.db == nil {
		return nil
	}
	outline, found, err := ix.db.Outline(key, parse.Version)
	if err != nil || !found {
		ix.noteReadError(err)
		return nil
	}
	var more []byte
	if detail {
		if more, found, err = ix.db.Detail(key, parse.Version); err != nil || !found {
			ix.noteReadError(err)
			return nil
		}
	}
	return ix.decode(key, outline, more, detail)
}

func (ix *Indexer) noteReadError(err error) {
	if err != nil {
		ix.mu.Lock()
		ix.storeFailed("reading facts", err)
		ix.mu.Unlock()
	}
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
	return facts
}

// hasFacts reports whether a file's facts are stored, queued or remembered.
func (ix *Indexer) hasFacts(f *File) bool {
	_, ok := ix.known.Load(f.key())
	return ok
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

func (c *factsCache) drop(key store.FactsKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.items[key]; e != nil {
		c.remove(e)
	}
}

func (c *factsCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order.Init()
	clear(c.items)
	c.used = 0
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

func (q *factsQueue) done(rows []store.FactsRow) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range rows {
		if _, ok := q.rows[r.FactsKey]; ok {
			delete(q.rows, r.FactsKey)
			q.size -= len(r.Outline) + len(r.Detail)
		}
	}
}
