package words

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// runTable counts the runs of a text: the longest stretches without a byte
// that divides words. What a run means does not depend on its neighbours.
type runTable struct {
	slots []runSlot
	size  int // slots in use, a power of two: as few as the text needs, so that they stay in the cache
	list  []run
	epoch uint32 // of the text being counted: a slot of another one is free
}

// runSlot is a place of the table. head is the run's first eight bytes, which
// decide most comparisons without a look at the text.
type runSlot struct {
	head       uint64
	epoch, run uint32
}

// run is where a run stands first, and how often it does.
type run struct{ at, length, times, hash uint32 }

// count counts the runs of text into list, in the order of their first places.
func (t *runTable) count(text []byte) {
	t.list = t.list[:0]
	t.size = leastSlots
	t.begin()
	for i := 0; i < len(text); {
		if classes[text[i]] == classBreak {
			i++
			continue
		}
		start := i
		for i++; i < len(text) && classes[text[i]] != classBreak; i++ {
		}
		if i-start > 1 || text[start] >= 0x80 { // else shorter than any term
			t.add(text, start, i)
		}
	}
}

// leastSlots is the size with which a text begins, and suffices for most.
const leastSlots = 1 << 10

// begin makes all slots free, and enough of them.
func (t *runTable) begin() {
	t.epoch++
	if t.size > len(t.slots) || t.epoch == 0 {
		t.slots, t.epoch = make([]runSlot, max(t.size, len(t.slots))), 1
	}
}

func (t *runTable) add(text []byte, start, end int) {
	length := end - start
	head := headOf(text, start, length)
	h := hashOf(head, text[start:end])
	mask := uint32(t.size - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		s := &t.slots[at]
		if s.epoch != t.epoch {
			*s = runSlot{head, t.epoch, uint32(len(t.list))}
			t.list = append(t.list, run{uint32(start), uint32(length), 1, h})
			if 2*len(t.list) > t.size {
				t.grow(text)
			}
			return
		}
		if s.head != head {
			continue
		}
		r := &t.list[s.run]
		if int(r.length) == length && (length <= 8 || bytes.Equal(text[r.at+8:r.at+r.length], text[start+8:end])) {
			r.times++
			return
		}
	}
}

// grow doubles the table and places all runs anew.
func (t *runTable) grow(text []byte) {
	t.size *= 2
	t.begin()
	mask := uint32(t.size - 1)
	for i, r := range t.list {
		at := r.hash & mask
		for t.slots[at].epoch == t.epoch {
			at = (at + 1) & mask
		}
		t.slots[at] = runSlot{headOf(text, int(r.at), int(r.length)), t.epoch, uint32(i)}
	}
}

// headOf is the first eight bytes of a word of text as a number, zeros where
// it is shorter.
func headOf(text []byte, start, length int) uint64 {
	if start+8 <= len(text) {
		head := binary.LittleEndian.Uint64(text[start:])
		if length < 8 {
			head &= 1<<(8*length) - 1
		}
		return head
	}
	var head uint64
	for i := range min(length, 8) {
		head |= uint64(text[start+i]) << (8 * i)
	}
	return head
}

// hashOf mixes a word eight bytes at a time by a multiplication to 128 bits,
// both halves of which are kept. It decides where things are found in memory,
// never what is written.
func hashOf(head uint64, word []byte) uint32 {
	const k = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	hi, lo := bits.Mul64(head^uint64(len(word)), k)
	for len(word) > 8 {
		word = word[8:]
		hi, lo = bits.Mul64(hi^lo^headOf(word, 0, len(word)), k)
	}
	return uint32(hi ^ lo)
}
