package jvm

import "strings"

// Cursor reads a text from left to right, spaces between what it takes left out.
// It is what the readers of written types have in common.
type Cursor struct {
	Text string
	At   int // bytes that are read
}

// Peek is the next byte, 0 at the end.
func (p *Cursor) Peek() byte {
	for p.At < len(p.Text) && p.Text[p.At] == ' ' {
		p.At++
	}
	if p.At < len(p.Text) {
		return p.Text[p.At]
	}
	return 0
}

// Take moves past a token if it comes next.
func (p *Cursor) Take(token string) bool {
	p.Peek()
	if strings.HasPrefix(p.Text[p.At:], token) {
		p.At += len(token)
		return true
	}
	return false
}
