package workspace

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// binarySniff is how many bytes are searched for a NUL, as git does.
const binarySniff = 8000

// IsBinary reports whether raw bytes are not text: a NUL near the start
// without a UTF-16 byte-order mark, or a UTF-32 one.
func IsBinary(raw []byte) bool {
	if hasUTF16BOM(raw) {
		return bytes.HasPrefix(raw, []byte("\xff\xfe\x00\x00"))
	}
	return bytes.IndexByte(raw[:min(len(raw), binarySniff)], 0) >= 0
}

func hasUTF16BOM(raw []byte) bool {
	return len(raw) >= 2 && (raw[0] == 0xff && raw[1] == 0xfe || raw[0] == 0xfe && raw[1] == 0xff)
}

// Text decodes raw bytes to UTF-8: a UTF-8 byte-order mark is dropped, UTF-16
// with one is converted, bytes that are not UTF-8 are taken for Latin-1. Line
// ends are kept. All offsets in facts are offsets in this text, which shares
// memory with raw if nothing had to be converted. It is always valid UTF-8.
func Text(raw []byte) []byte {
	if hasUTF16BOM(raw) {
		return fromUTF16(raw[2:], raw[0] == 0xfe)
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if utf8.Valid(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw)+len(raw)/8)
	for _, b := range raw {
		out = utf8.AppendRune(out, rune(b))
	}
	return out
}

func fromUTF16(raw []byte, bigEndian bool) []byte {
	units := make([]uint16, len(raw)/2)
	for i := range units {
		a, b := uint16(raw[2*i]), uint16(raw[2*i+1])
		if bigEndian {
			units[i] = a<<8 | b
		} else {
			units[i] = b<<8 | a
		}
	}
	return []byte(string(utf16.Decode(units)))
}
