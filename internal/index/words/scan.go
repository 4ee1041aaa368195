package words

import "bytes"

// Lower appends text to dst with ASCII capitals made small, for Count.
func Lower(dst, text []byte) []byte {
	at := len(dst)
	dst = append(dst, text...)
	out := dst[at:]
	for i, b := range out {
		if 'A' <= b && b <= 'Z' {
			out[i] = b + 'a' - 'A'
		}
	}
	return dst
}

// Count counts a lower-case term in lower-case text the way the index would:
// whole counts identifiers that are the term, part those that contain it. It
// stands in for the index on files that are not in it yet, and counts some
// parts that the index would not, since capitals are gone.
func Count(lower, term []byte) (whole, part uint32) {
	if len(term) == 0 {
		return 0, 0
	}
	for at := 0; ; {
		i := bytes.Index(lower[at:], term)
		if i < 0 {
			return whole, part
		}
		start := at + i
		end := start + len(term)
		before := start > 0 && classes[lower[start-1]] != classBreak
		after := end < len(lower) && classes[lower[end]] != classBreak
		if !before && !after {
			whole++
		} else {
			part++
		}
		at = end
	}
}
