package grep

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// needle is a text to look for by its two rarest bytes.
type needle struct {
	text
	first, second int  // index of those bytes, the rarest first; the same in a text of one
	rare          bool // the first is so rare that it alone is worth looking for
	sure          bool // where it lies, the pattern matches
}

func newNeedle(t text, sure bool) needle {
	n := needle{text: t, sure: sure}
	least, second := 2.0, 2.0
	for i := range t.bytes {
		switch f := t.frequency(i); {
		case f < least:
			n.second, second = n.first, least
			n.first, least = i, f
		case f < second:
			n.second, second = i, f
		}
	}
	if len(t.bytes) == 1 {
		n.second = 0
	}
	most := rareByte
	if len(t.bytes) > 0 && t.fold[n.first] != 0 {
		most /= 2 // two bytes are looked for, one after the other
	}
	n.rare = least < most || len(t.bytes) == 1
	return n
}

// rareByte is how rare a byte must be for bytes.IndexByte, which stops there
// each time, to be faster than looking for two at once.
const rareByte = 0.007

// at reports whether the needle lies at byte i of text.
func (n *needle) at(text []byte, i int) bool {
	if i < 0 || i+len(n.bytes) > len(text) {
		return false
	}
	for k, b := range n.bytes {
		if text[i+k]|n.fold[k] != b {
			return false
		}
	}
	return true
}

// Words of eight bytes, for looking at as many places at once.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// indexPair is where the needle lies first at or after from, len(text) if
// nowhere: it looks at eight places at once for both bytes of the pair.
func (n *needle) indexPair(text []byte, from int) int {
	// All places where it has room.
	room := len(text) - len(n.bytes) + 1
	for from < room {
		i := pair(text[from+n.first:room+n.first], text[from+n.second:room+n.second],
			uint64(n.bytes[n.first])*lows, uint64(n.fold[n.first])*lows,
			uint64(n.bytes[n.second])*lows, uint64(n.fold[n.second])*lows)
		if i < 0 {
			break
		}
		if from += i; n.at(text, from) {
			return from
		}
		from++
	}
	return len(text)
}

// pair is the first place where x holds the byte of one, once or-ed with
// fold1, and y that of two. Both are of the same length.
func pair(x, y []byte, one, fold1, two, fold2 uint64) int {
	y = y[:len(x)]
	i := 0
	for ; i < len(x)-7; i += 8 {
		// A byte of differ is 0 where both are right.
		differ := ((binary.LittleEndian.Uint64(x[i:i+8]) | fold1) ^ one) |
			((binary.LittleEndian.Uint64(y[i:i+8]) | fold2) ^ two)
		if zeros := (differ - lows) &^ differ & highs; zeros != 0 {
			return i + bits.TrailingZeros64(zeros)/8
		}
	}
	for ; i < len(x); i++ {
		if (x[i]|byte(fold1))^byte(one)|(y[i]|byte(fold2))^byte(two) == 0 {
			return i
		}
	}
	return -1
}

// cursor looks for one needle in one text, forwards.
type cursor struct {
	*needle
	found      int // where it lies next; len(text) if nowhere
	small, big int // where the two cases of its rarest byte lie next
}

// reset begins a text.
func (c *cursor) reset() { c.found, c.small, c.big = -1, -1, -1 }

// seek moves to the first place at or after from.
func (c *cursor) seek(text []byte, from int) int {
	if c.found < from {
		if c.rare {
			c.found = c.indexRare(text, from)
		} else {
			c.found = c.indexPair(text, from)
		}
	}
	return c.found
}

// indexRare is indexPair by the rarest byte alone.
func (c *cursor) indexRare(text []byte, from int) int {
	n := c.needle
	b, both := n.bytes[n.first], n.fold[n.first] != 0
	stops := 0
	for at := from + n.first; at < len(text); {
		if c.small < at {
			c.small = indexByte(text, at, b)
		}
		stop := c.small
		if both {
			if c.big < at {
				c.big = indexByte(text, at, b-0x20)
			}
			stop = min(stop, c.big)
		}
		if stop == len(text) {
			break
		}
		if n.at(text, stop-n.first) {
			return stop - n.first
		}
		at = stop + 1
		if stops++; stops > 32+(at-from)/32 {
			return n.indexPair(text, at-n.first) // it is not rare here
		}
	}
	return len(text)
}

// indexByte is where the byte lies first at or after at, len(text) if nowhere.
func indexByte(text []byte, at int, b byte) int {
	if i := bytes.IndexByte(text[at:], b); i >= 0 {
		return at + i
	}
	return len(text)
}
