// Package code is the vocabulary of Sextant: the words every other package
// uses for places, symbols and facts. It imports nothing of ours and does
// nothing but name, print and parse those words.
package code

import (
	"encoding/hex"
	"fmt"
)

// Hash is the SHA-256 of a file's bytes. Facts are stored under it.
type Hash [32]byte

// IsZero reports whether the hash has not been computed.
func (h Hash) IsZero() bool { return h == Hash{} }

// String returns the hash in lower-case hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads the form that String writes.
func ParseHash(s string) (Hash, error) {
	var h Hash
	if len(s) != 2*len(h) {
		return h, fmt.Errorf("content hash %q: want %d hexadecimal digits", s, 2*len(h))
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return Hash{}, fmt.Errorf("content hash %q: %w", s, err)
	}
	return h, nil
}

// LanguageID names a language ("go", "typescript"). Empty means unknown.
type LanguageID string

// Span is a half-open range of byte offsets from the start of the file.
type Span struct{ Start, End uint32 }

// Contains reports whether the byte at offset lies inside the span.
func (s Span) Contains(offset uint32) bool { return s.Start <= offset && offset < s.End }

// Lines is a closed range of 1-based line numbers.
type Lines struct{ First, Last uint32 }

// String prints "12" for one line and "12-20" for several.
func (l Lines) String() string {
	if l.First == l.Last {
		return fmt.Sprintf("%d", l.First)
	}
	return fmt.Sprintf("%d-%d", l.First, l.Last)
}

// Class says what part a file plays. It decides ranking and what is parsed.
type Class uint8

// The classes. Their order means nothing.
const (
	ClassSource Class = iota
	ClassTest
	ClassGenerated
	ClassMinified
	ClassVendored
	ClassData
	ClassDocumentation
	ClassConfiguration
	ClassBinary
	ClassTooLarge
	ClassUnreadable
	ClassSymlink
	classCount
)

var classNames = [classCount]string{"source", "test", "generated", "minified", "vendored", "data",
	"documentation", "configuration", "binary", "too-large", "unreadable", "symlink"}

// String returns the word used in replies.
func (c Class) String() string { return nameOf(classNames[:], int(c)) }

// Classes lists every class in declaration order.
func Classes() []Class {
	all := make([]Class, classCount)
	for i := range all {
		all[i] = Class(i)
	}
	return all
}

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

// parseName is the inverse of nameOf for a known word.
func parseName(names []string, s string) (int, bool) {
	for i, n := range names {
		if n == s {
			return i, true
		}
	}
	return 0, false
}
