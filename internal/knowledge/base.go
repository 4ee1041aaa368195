// Package knowledge is the committed knowledge base: what is known about each
// file of a project, kept in .knowledge/summaries.json under
// project-intel-tool's keys so that both tools can share it.
//
// In: the file's bytes, structural facts of changed files and the results of
// analyses. Out: a Base (Parse, Update, Analyse, Encode), which is pure, and a
// Store that reads and writes it safely while others do the same. The main
// type is Base.
package knowledge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Base is the content of a knowledge file.
type Base struct {
	// Entries maps paths relative to the project's root to what is known.
	Entries map[string]*Entry
	// Extra holds top-level values that do not describe a file, canonically
	// encoded. They survive a rewrite.
	Extra map[string]json.RawMessage
	// Warnings says what Parse found odd, one sentence each, in file order.
	Warnings []string
}

// New returns an empty base.
func New() *Base {
	return &Base{Entries: map[string]*Entry{}, Extra: map[string]json.RawMessage{}}
}

// Parse reads a knowledge file. Empty data gives an empty base: there is
// nothing in it to lose. Data that is not a JSON object gives a *CorruptError.
func Parse(data []byte) (*Base, error) {
	b := New()
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := bytes.Trim(data, " \t\r\n")
	if len(text) == 0 {
		return b, nil
	}
	if !json.Valid(data) {
		return nil, corrupt(data)
	}
	if text[0] != '{' {
		return nil, &CorruptError{Line: 1, Column: 1, Reason: "it does not hold a JSON object"}
	}
	for key, raw := range members(text) {
		_, entry := b.Entries[key]
		if _, other := b.Extra[key]; entry || other {
			b.warn(key + ": it is in the file twice; the last one counts")
			delete(b.Entries, key)
			delete(b.Extra, key)
		}
		if raw[0] == '{' {
			if e, is := parseEntry(raw, func(field string) { b.warn(wrongType(key, field)) }); is {
				b.Entries[key] = e
				continue
			}
		}
		b.Extra[key] = canonical(raw)
	}
	return b, nil
}

func (b *Base) warn(text string) { b.Warnings = append(b.Warnings, text) }

// Clone returns a deep copy.
func (b *Base) Clone() *Base {
	c := New()
	for path, e := range b.Entries {
		c.Entries[path] = e.Clone()
	}
	for key, raw := range b.Extra {
		c.Extra[key] = raw
	}
	c.Warnings = append(c.Warnings, b.Warnings...)
	return c
}

// CorruptError says that a knowledge file cannot be read, where, and what to
// do about it. Such a file is never overwritten.
type CorruptError struct {
	// File is the file's name; empty when the bytes came from elsewhere.
	File string
	// Line and Column say where, from 1; the column counts characters.
	Line, Column int
	// Conflict is true when the file holds git's conflict markers.
	Conflict bool
	// Reason is the parser's view of it.
	Reason string
}

func (e *CorruptError) Error() string {
	file := e.File
	if file == "" {
		file = "the knowledge file"
	}
	if e.Conflict {
		return fmt.Sprintf("%s has git conflict markers, the first at line %d; resolve the merge (each file's entry stands on its own, so keeping either side of a conflict is safe), then try again; nothing was overwritten",
			file, e.Line)
	}
	return fmt.Sprintf("%s is damaged at line %d, column %d (%s); repair it, restore it from git, or move it away to start anew; nothing was overwritten",
		file, e.Line, e.Column, e.Reason)
}

// corrupt locates what is wrong in data, which is not valid JSON.
func corrupt(data []byte) *CorruptError {
	// Conflict markers are looked for first: they are the cause wherever the
	// parser happened to stop.
	for line, rest := 1, data; len(rest) > 0; line++ {
		var text []byte
		text, rest, _ = bytes.Cut(rest, []byte("\n"))
		if bytes.HasPrefix(text, []byte("<<<<<<< ")) || bytes.HasPrefix(text, []byte(">>>>>>> ")) {
			return &CorruptError{Line: line, Column: 1, Conflict: true, Reason: "conflict marker"}
		}
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	at, reason := len(data), "unexpected end"
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && int(syntax.Offset) <= len(data) && syntax.Error() != "unexpected end of JSON input" {
		at, reason = max(int(syntax.Offset)-1, 0), syntax.Error()
	}
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	return &CorruptError{
		Line:   bytes.Count(data[:at], []byte("\n")) + 1,
		Column: utf8.RuneCount(data[start:at]) + 1,
		Reason: reason,
	}
}
