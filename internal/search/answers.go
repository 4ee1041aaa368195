package search

import (
	"slices"
	"sync"
)

// answers keeps the answers given last from one view: they hold as long as it does.
type answers[R any] struct {
	mu    sync.Mutex
	keys  []string // used last first
	given map[string]R
}

// answersKept bounds the cache; an answer holds at most a few hundred lines
// and a count for each file.
const answersKept = 16

func (c *answers[R]) get(key string) (R, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.given[key]
	if ok {
		c.use(key)
	}
	return r, ok
}

func (c *answers[R]) put(key string, r R) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.given == nil {
		c.given = make(map[string]R)
	}
	c.given[key] = r
	c.use(key)
	if len(c.keys) > answersKept {
		delete(c.given, c.keys[answersKept])
		c.keys = c.keys[:answersKept]
	}
}

func (c *answers[R]) use(key string) {
	if i := slices.Index(c.keys, key); i >= 0 {
		c.keys = slices.Delete(c.keys, i, i+1)
	}
	c.keys = slices.Insert(c.keys, 0, key)
}
