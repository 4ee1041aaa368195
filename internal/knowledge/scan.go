package knowledge

import (
	"bytes"
	"encoding/json"
	"iter"
	"unicode/utf8"
)

// The functions here walk JSON that json.Valid has accepted, so they check
// nothing. Decoding through encoding/json's maps costs five times as much on a
// file with 50,000 entries, and every session start reads the file.

// members yields the keys, decoded, and the raw values of an object in order.
func members(object []byte) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		i := skipSpace(object, 1)
		for i < len(object) && object[i] != '}' {
			end := skipValue(object, i)
			key, _ := decodeString(object[i:end])
			i = skipSpace(object, skipSpace(object, end)+1) // over the colon
			end = skipValue(object, i)
			if !yield(key, object[i:end:end]) {
				return
			}
			i = next(object, end)
		}
	}
}

// elements yields the raw values of an array in order.
func elements(array []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		i := skipSpace(array, 1)
		for i < len(array) && array[i] != ']' {
			end := skipValue(array, i)
			if !yield(array[i:end:end]) {
				return
			}
			i = next(array, end)
		}
	}
}

// next returns the start of what follows a value: over a comma, or at the
// closing bracket.
func next(data []byte, i int) int {
	i = skipSpace(data, i)
	if i < len(data) && data[i] == ',' {
		return skipSpace(data, i+1)
	}
	return i
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns the end of the value that starts at i.
func skipValue(data []byte, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			i = skipString(data, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\t', '\r':
			i++ // only inside brackets: outside, the value has ended below
		default:
			for i < len(data) && !bytes.ContainsRune([]byte(",:]} \n\t\r"), rune(data[i])) {
				i++
			}
		}
		if depth == 0 {
			break
		}
	}
	return i
}

// skipString returns the end of the string whose opening quote is at i.
func skipString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// decodeString decodes a JSON string; other values give false.
func decodeString(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner), true
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}
