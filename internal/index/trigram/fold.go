package trigram

import (
	"encoding/binary"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Fold appends the folded form of text to dst and returns the longer slice.
//
// Every character is replaced by FoldRune of it, so texts that differ only in
// letter case fold to the same bytes, whatever the script. A byte that is no
// part of valid UTF-8 becomes U+FFFD, three bytes, because that is what package
// regexp reads there; so the folded form may be longer than text. Line feeds
// keep their count and order. Folding two texts apart and joining the results
// equals folding them joined, unless the cut goes through a character.
func Fold(dst, text []byte) []byte {
	for len(text) > 0 {
		n := len(dst)
		dst = slices.Grow(dst, len(text))[:n+len(text)]
		k := foldASCII(dst[n:], text)
		dst, text = dst[:n+k], text[k:]
		if len(text) > 0 {
			dst, text = foldWide(dst, text)
		}
	}
	return dst
}

// foldASCII folds text up to its first byte above 0x7f into dst, which is at
// least as long, and returns how many bytes that were.
func foldASCII(dst, text []byte) int {
	const (
		ones = 0x0101010101010101
		high = 0x80 * ones
	)
	dst = dst[:len(text)]
	i := 0
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		if w&high != 0 {
			break
		}
		// With bytes below 0x80 neither sum carries into the next byte: the high
		// bit of a byte tells c >= 'A' in the first, c > 'Z' in the second.
		upper := (w + (0x80-'A')*ones) &^ (w + (0x80-'Z'-1)*ones) & high
		binary.LittleEndian.PutUint64(dst[i:], w|upper>>2)
	}
	for ; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			break
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst[i] = c
	}
	return i
}

// foldWide folds the run of bytes above 0x7f that text begins with, and
// returns the rest of text.
func foldWide(dst, text []byte) (folded, rest []byte) {
	table := bmpFolds()
	i, copied := 0, 0 // text[copied:i] is its own folded form
	for i < len(text) && text[i] >= utf8.RuneSelf {
		r, size := decodeWide(text[i:])
		to := r
		if r < 0x10000 {
			to = rune(table[r])
		} else {
			to = foldBeyondBMP(r)
		}
		if to != r || size == 1 {
			dst = append(dst, text[copied:i]...)
			dst = utf8.AppendRune(dst, to)
			copied = i + size
		}
		i += size
	}
	return append(dst, text[copied:i]...), text[i:]
}

// decodeWide is utf8.DecodeRune for a text that begins with a byte above 0x7f.
// Three-byte characters, most of what is not ASCII in East Asian texts, are
// decoded in place: twice as fast.
func decodeWide(text []byte) (r rune, size int) {
	if len(text) >= 3 && text[0]&0xf0 == 0xe0 && text[1]&0xc0 == 0x80 && text[2]&0xc0 == 0x80 {
		r = rune(text[0]&0x0f)<<12 | rune(text[1]&0x3f)<<6 | rune(text[2]&0x3f)
		if r >= 0x800 && (r < 0xd800 || r > 0xdfff) {
			return r, 3
		}
	}
	return utf8.DecodeRune(text)
}

// FoldRune returns the character that stands for r and for all characters that
// differ from it only in case (its orbit under unicode.SimpleFold): the ASCII
// lower-case letter where there is one, else the smallest.
func FoldRune(r rune) rune {
	switch {
	case r < 0 || r > unicode.MaxRune:
		return utf8.RuneError
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	case r < 0x10000:
		return rune(bmpFolds()[r])
	}
	return foldBeyondBMP(r)
}

// lastCased is the last character that has another case.
var lastCased = rune(unicode.CaseRanges[len(unicode.CaseRanges)-1].Hi)

func foldBeyondBMP(r rune) rune {
	if r > lastCased {
		return r // most of what is seen there: emoji, rare ideographs
	}
	return smallestOfOrbit(r)
}

// smallestOfOrbit is FoldRune without a table.
func smallestOfOrbit(r rune) rune {
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A' // upper case comes first in ASCII
	}
	return least
}

// bmpFolds holds FoldRune of the characters below 0x10000, 128 KiB. It is built
// when the first non-ASCII character is met, from the characters that have a
// case only: asking unicode.SimpleFold for all of them takes milliseconds.
var bmpFolds = sync.OnceValue(func() *[0x10000]uint16 {
	t := new([0x10000]uint16)
	for r := range t {
		t[r] = uint16(r)
	}
	for _, cased := range unicode.CaseRanges {
		for r := cased.Lo; r <= cased.Hi && r < 0x10000; r++ {
			t[r] = uint16(smallestOfOrbit(rune(r)))
		}
	}
	return t
})
