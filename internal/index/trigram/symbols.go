package trigram

// A trigram is stored as a number of three symbols of seven bits. That keeps
// the set of all trigrams small enough for flat tables: 2^21 of them.
const (
	symbolBits = 7
	keyBits    = 3 * symbolBits
	keys       = 1 << keyBits
	symbolMask = 1<<symbolBits - 1
)

// noSymbol stands for what divides lines, and NUL: no trigram holds it.
const noSymbol = 0

// symbols maps a byte of folded text to its symbol. ASCII stands for itself.
// Bytes of longer characters share the values that folded text does not use
// (capitals, control characters), several a value: a text may seem to hold a
// trigram that it does not, never the other way round.
var symbols = func() (t [256]byte) {
	for c := ' '; c < 0x7f; c++ {
		t[c] = byte(c)
	}
	t['\t'] = '\t'
	// Capitals are only met before folding.
	for c := 'A'; c <= 'Z'; c++ {
		t[c] = byte(c) + 'a' - 'A'
	}
	const control = 1 // all the other control characters
	for c := range ' ' {
		if t[c] == 0 {
			t[c] = control
		}
	}
	t[0x7f] = control
	for _, c := range []byte{0, '\n', '\r'} {
		t[c] = noSymbol
	}
	free := make([]byte, 0, 26)
	for c := byte(2); c < ' '; c++ {
		if c != '\t' && c != '\n' && c != '\r' {
			free = append(free, c)
		}
	}
	for c := 0x80; c < 0xc0; c++ { // continuation bytes
		t[c] = free[c%len(free)]
	}
	for c := 0xc0; c < 0x100; c++ { // first bytes
		t[c] = 'A' + byte(c%26)
	}
	return t
}()

// key is the number of a trigram of folded bytes; ok is false for one that is
// not indexed.
func key(a, b, c byte) (k uint32, ok bool) {
	x, y, z := symbols[a], symbols[b], symbols[c]
	return uint32(x)<<(2*symbolBits) | uint32(y)<<symbolBits | uint32(z), x != noSymbol && y != noSymbol && z != noSymbol
}

// divided reports whether a key holds a symbol that no trigram may hold.
func divided(k uint32) bool {
	return k&symbolMask == 0 || k>>symbolBits&symbolMask == 0 || k>>(2*symbolBits) == 0
}

// set collects the distinct keys of one text.
type set struct {
	seen [keys / 64]uint64
	list []uint32
	fold []byte
}

// of returns the keys of text, which is not folded yet, in the order of their
// first places. They are valid until the next call.
func (s *set) of(text []byte) []uint32 {
	if !isASCII(text) {
		s.fold = Fold(s.fold[:0], text)
		text = s.fold
	}
	s.list = s.list[:0]
	k := uint32(0)
	for _, c := range text {
		k = (k<<symbolBits | uint32(symbols[c])) & (keys - 1)
		if word, bit := &s.seen[k>>6], uint64(1)<<(k&63); *word&bit == 0 {
			*word |= bit
			s.list = append(s.list, k)
		}
	}
	n := 0
	for _, k := range s.list {
		s.seen[k>>6] = 0
		if !divided(k) {
			s.list[n] = k
			n++
		}
	}
	s.list = s.list[:n]
	return s.list
}

func isASCII(text []byte) bool {
	for len(text) >= 8 {
		if (uint64(text[0])|uint64(text[1])|uint64(text[2])|uint64(text[3])|uint64(text[4])|uint64(text[5])|uint64(text[6])|uint64(text[7]))&0x80 != 0 {
			return false
		}
		text = text[8:]
	}
	for _, c := range text {
		if c >= 0x80 {
			return false
		}
	}
	return true
}
