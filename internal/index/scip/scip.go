// Package scip reads what another program has found out about a checkout: an
// index in the SCIP format, which indexers built on compilers write. In go the
// bytes of such an index and the texts of the files as they are now; out comes
// an Overlay: for places of files, each bound to the content it was made of,
// the definitions that a name means there. What does not fit the text is
// refused.
//
// It is pure. Package index reads the files and keeps the Overlay, package xref
// asks it. The main types are Document, Builder and Overlay.
package scip

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// MostBytes is the largest document that is read (bytes): one is held in memory at a time.
const MostBytes = 256 << 20

// Metadata says what made an index, and of what.
type Metadata struct {
	Tool, Version string
	// Root is the absolute path of the directory that documents are relative
	// to, with slashes; "" where the index does not say.
	Root string
}

// Encoding is the unit in which columns are counted.
type Encoding uint8

// The units, numbered as SCIP does.
const (
	EncodingUnknown Encoding = iota
	UTF8
	UTF16
	UTF32
)

// Document is what an index says of one file.
type Document struct {
	// Path is relative to the root of the metadata, with slashes.
	Path     string
	Encoding Encoding
	// Text is the file's text where the index holds it, else "".
	Text        string
	Occurrences []Occurrence // by position
	Symbols     []Symbol
}

// Occurrence is one place that names a symbol. Lines and columns count from 0;
// the unit of columns is the document's.
type Occurrence struct {
	Line, Column, EndLine, EndColumn int32
	Symbol                           string
	// Definition is set where the symbol is defined.
	Definition bool
}

// Symbol is what a document says of a symbol that it defines.
type Symbol struct {
	Symbol string
	// Name is how it is shown to people; "" where the index does not say.
	Name string
	// Implements are the symbols that it implements or overrides.
	Implements []string
}

// The roles of an occurrence that are looked at.
const roleDefinition = 1

// Read reads an index and calls each with every document, in order. A document
// must not be used after the call. Of the index only one document is in memory
// at a time. The error says what is wrong with the index, or is each's.
func Read(r io.Reader, each func(Metadata, *Document) error) (Metadata, error) {
	s := stream{r: bufio.NewReaderSize(r, 64<<10)}
	var m Metadata
	fields, documents := 0, 0
	for {
		number, body, err := s.next(func(n uint64) bool { return n <= 2 })
		switch {
		case err == io.EOF && fields == 0:
			return m, errors.New("reading the SCIP index: it is empty")
		case err == io.EOF:
			return m, nil
		case err != nil:
			return m, fmt.Errorf("reading the SCIP index after %d documents: %w", documents, err)
		}
		fields++
		switch number {
		case 1:
			if m, err = readMetadata(body); err != nil {
				return m, fmt.Errorf("reading the SCIP index's metadata: %w", err)
			}
		case 2:
			d, err := readDocument(body)
			if err != nil {
				return m, fmt.Errorf("reading document %d of the SCIP index: %w", documents+1, err)
			}
			documents++
			if err := each(m, d); err != nil {
				return m, err
			}
		}
	}
}

func readMetadata(msg []byte) (m Metadata, err error) {
	err = eachField(msg, func(x field) error {
		switch x.number {
		case 2:
			return eachField(x.bytes, func(x field) error {
				switch x.number {
				case 1:
					m.Tool = string(x.bytes)
				case 2:
					m.Version = string(x.bytes)
				}
				return nil
			})
		case 3:
			m.Root = filePath(string(x.bytes))
		}
		return nil
	})
	return m, err
}

// filePath is the path of a file URI, "" for another one.
func filePath(uri string) string {
	rest, ok := strings.CutPrefix(uri, "file:")
	if !ok {
		return ""
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		i := strings.IndexByte(after, '/')
		if i < 0 {
			return ""
		}
		rest = after[i:] // without the host
	}
	var b strings.Builder
	for i := 0; i < len(rest); i++ {
		if rest[i] == '%' && i+2 < len(rest) {
			if v, err := strconv.ParseUint(rest[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(rest[i])
	}
	return strings.TrimRight(b.String(), "/")
}

func readDocument(msg []byte) (*Document, error) {
	d := &Document{}
	// A symbol stands in a document many times.
	known := make(map[string]string)
	intern := func(b []byte) string {
		s, ok := known[string(b)]
		if !ok {
			s = string(b)
			known[s] = s
		}
		return s
	}
	err := eachField(msg, func(x field) error {
		switch x.number {
		case 1:
			d.Path = string(x.bytes)
		case 2:
			o, ok, err := readOccurrence(x.bytes, intern)
			if ok {
				d.Occurrences = append(d.Occurrences, o)
			}
			return err
		case 3:
			s, err := readSymbol(x.bytes, intern)
			d.Symbols = append(d.Symbols, s)
			return err
		case 5:
			d.Text = string(x.bytes)
		case 6:
			d.Encoding = Encoding(min(x.value, uint64(UTF32)+1))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if d.Encoding > UTF32 {
		d.Encoding = EncodingUnknown
	}
	slices.SortStableFunc(d.Occurrences, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return d, nil
}

// readOccurrence reads one occurrence; ok is false for one that names no
// symbol, which is there to colour text.
func readOccurrence(msg []byte, intern func([]byte) string) (o Occurrence, ok bool, err error) {
	var old, one, many []int32
	err = eachField(msg, func(x field) (err error) {
		switch x.number {
		case 1:
			old, err = x.numbers(old)
		case 2:
			o.Symbol = intern(x.bytes)
		case 3:
			o.Definition = x.value&roleDefinition != 0
		case 8:
			one, err = readRange(x.bytes, 3)
		case 9:
			many, err = readRange(x.bytes, 4)
		}
		return err
	})
	if err != nil || o.Symbol == "" {
		return o, false, err
	}
	r := old
	if one != nil {
		r = one
	}
	if many != nil {
		r = many
	}
	switch len(r) {
	case 3:
		o.Line, o.Column, o.EndLine, o.EndColumn = r[0], r[1], r[0], r[2]
	case 4:
		o.Line, o.Column, o.EndLine, o.EndColumn = r[0], r[1], r[2], r[3]
	default:
		return o, false, fmt.Errorf("an occurrence's range has %d numbers, not 3 or 4", len(r))
	}
	return o, true, nil
}

// readRange reads a range in the form of a message, whose fields are n numbers.
func readRange(msg []byte, n int) ([]int32, error) {
	out := make([]int32, n)
	err := eachField(msg, func(x field) error {
		if x.number <= uint64(n) {
			out[x.number-1] = int32(x.value)
		}
		return nil
	})
	return out, err
}

func readSymbol(msg []byte, intern func([]byte) string) (s Symbol, err error) {
	err = eachField(msg, func(x field) error {
		switch x.number {
		case 1:
			s.Symbol = intern(x.bytes)
		case 4:
			other, implements := "", false
			err := eachField(x.bytes, func(x field) error {
				switch x.number {
				case 1:
					other = intern(x.bytes)
				case 3:
					implements = x.value != 0
				}
				return nil
			})
			if implements && other != "" {
				s.Implements = append(s.Implements, other)
			}
			return err
		case 6:
			s.Name = string(x.bytes)
		}
		return nil
	})
	return s, err
}
