package search

import (
	"bytes"
	"container/list"
	"sync"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/syntax"
)

// treesBytes bounds the parsed files that are kept: some four megabytes of
// source. A tree takes about eight times its text.
const treesBytes = 32 << 20

// treeKey is what a tree depends on: the content and the grammar it is read by.
type treeKey struct {
	hash    code.Hash
	grammar string
}

// trees keeps parsed files by content. A question never drops what it has
// used itself: one that looks at more files than are kept would else find none
// of them when it is asked again.
type trees struct {
	mu        sync.Mutex
	used      int64
	order     *list.List // *keptTree, used last first
	items     map[treeKey]*list.Element
	questions int64
}

type keptTree struct {
	key      treeKey
	tree     *syntax.Tree
	cost     int64
	question int64 // that used it last
}

func treesOf(v *index.View) *trees {
	return v.Keep("trees", func() any { return &trees{order: list.New(), items: make(map[treeKey]*list.Element)} }).(*trees)
}

// question begins a question and returns its number.
func (c *trees) question() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.questions++
	return c.questions
}

func (c *trees) get(key treeKey, question int64) *syntax.Tree {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.items[key]
	if e == nil {
		return nil
	}
	k := e.Value.(*keptTree)
	k.question = max(k.question, question)
	c.order.MoveToFront(e)
	return k.tree
}

// put keeps a copy of a tree and of its text, if there is room.
func (c *trees) put(key treeKey, t *syntax.Tree, question int64) {
	k := &keptTree{key: key, cost: treeCost(t), question: question}
	if !c.admits(k) {
		return
	}
	k.tree = t.Clone()
	k.tree.Source = bytes.Clone(t.Source)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.items[key] == nil {
		c.items[key] = c.order.PushFront(k)
		c.used += k.cost
	}
}

// admits makes room for a tree and reports whether there is any.
func (c *trees) admits(k *keptTree) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.items[k.key] != nil || k.cost > treesBytes/8 {
		return false
	}
	for c.used+k.cost > treesBytes {
		e := c.order.Back()
		if e == nil || e.Value.(*keptTree).question == k.question {
			return false
		}
		old := c.order.Remove(e).(*keptTree)
		c.used -= old.cost
		delete(c.items, old.key)
	}
	return true
}

// treeCost is what a tree takes in memory, in bytes.
func treeCost(t *syntax.Tree) int64 {
	const record, line = 24, 4
	return int64(len(t.Records)*record+len(t.Source)) + int64(t.Lines())*line + 300
}
