package scip

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Wire types of protobuf.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

var (
	errTruncated = errors.New("it is cut short")
	errVarint    = errors.New("a number is longer than 64 bits")
)

// field is one field of a message: a number, or bytes that are valid as long
// as the message is.
type field struct {
	number uint64
	wire   uint8
	value  uint64
	bytes  []byte
}

// eachField calls f with the fields of a message, in order.
func eachField(msg []byte, f func(field) error) error {
	for len(msg) > 0 {
		tag, n := binary.Uvarint(msg)
		if n <= 0 {
			return badVarint(n)
		}
		msg = msg[n:]
		x := field{number: tag >> 3, wire: uint8(tag & 7)}
		switch x.wire {
		case wireVarint:
			if x.value, n = binary.Uvarint(msg); n <= 0 {
				return badVarint(n)
			}
			msg = msg[n:]
		case wireFixed64, wireFixed32:
			size := 8
			if x.wire == wireFixed32 {
				size = 4
			}
			if len(msg) < size {
				return errTruncated
			}
			msg = msg[size:]
		case wireBytes:
			size, n := binary.Uvarint(msg)
			if n <= 0 {
				return badVarint(n)
			}
			if msg = msg[n:]; size > uint64(len(msg)) {
				return errTruncated
			}
			x.bytes, msg = msg[:size], msg[size:]
		default:
			return fmt.Errorf("field %d has the unknown form %d", x.number, x.wire)
		}
		if x.number == 0 {
			return errors.New("a field has no number")
		}
		if err := f(x); err != nil {
			return err
		}
	}
	return nil
}

func badVarint(n int) error {
	if n == 0 {
		return errTruncated
	}
	return errVarint
}

// numbers appends the values of a repeated number, packed or not, to out.
func (x field) numbers(out []int32) ([]int32, error) {
	if x.wire == wireVarint {
		return append(out, int32(x.value)), nil
	}
	for b := x.bytes; len(b) > 0; {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return out, badVarint(n)
		}
		out, b = append(out, int32(v)), b[n:]
	}
	return out, nil
}

// stream reads the fields of a message that is too large to be held.
type stream struct {
	r   *bufio.Reader
	buf bytes.Buffer
}

// next returns the next field's number and its bytes, nil for one that want
// does not name. The bytes are valid until the next call; the error is io.EOF
// at the end.
func (s *stream) next(want func(number uint64) bool) (number uint64, body []byte, err error) {
	tag, err := s.uvarint()
	if err != nil {
		return 0, nil, err
	}
	if number = tag >> 3; tag&7 != wireBytes || number == 0 {
		// A message of SCIP's outermost level has no other fields.
		return 0, nil, fmt.Errorf("field %d of the index has the form %d", number, tag&7)
	}
	size, err := s.uvarint()
	if err != nil {
		return 0, nil, truncated(err)
	}
	if !want(number) {
		if size > 1<<62 {
			return 0, nil, errTruncated
		}
		_, err = io.CopyN(io.Discard, s.r, int64(size))
		return number, nil, truncated(err)
	}
	if size > MostBytes {
		return 0, nil, fmt.Errorf("a document has %d bytes, more than %d", size, MostBytes)
	}
	// The buffer grows with what is there, not with what is promised.
	s.buf.Reset()
	if _, err = io.CopyN(&s.buf, s.r, int64(size)); err != nil {
		return 0, nil, truncated(err)
	}
	return number, s.buf.Bytes(), nil
}

// truncated is the error of an end that comes too soon.
func truncated(err error) error {
	if errors.Is(err, io.EOF) {
		return errTruncated
	}
	return err
}

func (s *stream) uvarint() (v uint64, err error) {
	for shift := 0; shift < 70; shift += 7 {
		b, err := s.r.ReadByte()
		if err != nil {
			if shift > 0 {
				err = truncated(err)
			}
			return 0, err
		}
		if shift == 63 && b > 1 {
			break
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
	return 0, errVarint
}
