package store

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// sealSize is the length of the checksum before every stored blob (bytes).
const sealSize = 8

// seal puts a checksum before a blob. It covers the names under which the
// blob is stored as well, because a damaged index may lead from one key to
// another key's row, whose blob is whole in itself.
func seal(blob []byte, names ...string) []byte {
	sum := checksum(blob, names)
	return append(sum[:sealSize:sealSize], blob...)
}

// unseal returns the blob that seal was given, or ErrDamaged.
func unseal(b []byte, names ...string) ([]byte, error) {
	if len(b) < sealSize {
		return nil, fmt.Errorf("%w: checksum", ErrDamaged)
	}
	blob := b[sealSize:]
	if sum := checksum(blob, names); string(sum[:sealSize]) != string(b[:sealSize]) {
		return nil, fmt.Errorf("%w: checksum", ErrDamaged)
	}
	return blob, nil
}

func checksum(blob []byte, names []string) [sha256.Size]byte {
	h := sha256.New()
	var size [8]byte
	for _, n := range names {
		binary.LittleEndian.PutUint64(size[:], uint64(len(n)))
		h.Write(size[:])
		h.Write([]byte(n))
	}
	h.Write(blob)
	return [sha256.Size]byte(h.Sum(nil))
}

// codec compresses blobs. Facts shrink to about a third, and reading less is
// worth more than the few microseconds this takes.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// largestBlob bounds what one blob may unpack to (bytes).
const largestBlob = 256 << 20

func newCodec() (*codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(256<<10), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, fmt.Errorf("starting the compressor: %w", err)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(largestBlob))
	if err != nil {
		return nil, fmt.Errorf("starting the decompressor: %w", err)
	}
	return &codec{enc, dec}, nil
}

func (c *codec) pack(b []byte) []byte            { return c.enc.EncodeAll(b, make([]byte, 0, len(b)/2+64)) }
func (c *codec) unpack(b []byte) ([]byte, error) { return c.dec.DecodeAll(b, nil) }

func (c *codec) close() {
	_ = c.enc.Close()
	c.dec.Close()
}
