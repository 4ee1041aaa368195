package words

import (
	"bytes"
	"encoding/binary"
)

// table knows distinct words, each with a record behind its text: whatever
// else is needed of a word lies beside it, because a table of millions of
// words is larger than any cache of the processor.
type table struct {
	slots []slot
	arena []byte // of each word: its length (4 bytes), its text, its record
	count int
}

// slot is a place of the table; at is one more than where the word lies, 0 is free.
type slot struct{ hash, at uint32 }

// size is the memory that the words take, in bytes: about two places each.
func (t *table) size() int { return 16*t.count + len(t.arena) }

func (t *table) reset() {
	clear(t.slots)
	t.arena, t.count = t.arena[:0], 0
}

// text is the word that lies at an offset of the arena.
func (t *table) text(at uint32) []byte {
	n := binary.LittleEndian.Uint32(t.arena[at:])
	return t.arena[at+4 : at+4+n]
}

// find returns where the word lies, false if it is not known.
func (t *table) find(hash uint32, word []byte) (at uint32, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.at == 0 {
			return 0, false
		}
		if s.hash == hash && bytes.Equal(t.text(s.at-1), word) {
			return s.at - 1, true
		}
	}
}

// add adds a word that is not known and returns where it lies. The caller
// appends the record to the arena.
func (t *table) add(hash uint32, word []byte) (at uint32) {
	if 2*(t.count+1) > len(t.slots) {
		t.grow()
	}
	at = uint32(len(t.arena))
	t.arena = binary.LittleEndian.AppendUint32(t.arena, uint32(len(word)))
	t.arena = append(t.arena, word...)
	t.count++
	t.place(slot{hash, at + 1})
	return at
}

func (t *table) place(s slot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash & mask
	for t.slots[i].at != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, max(1<<12, 2*len(old)))
	for _, s := range old {
		if s.at != 0 {
			t.place(s)
		}
	}
}
