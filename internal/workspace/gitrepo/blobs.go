package gitrepo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Bounds of what Blobs reads, in bytes: of one text, and of all together.
const (
	largestBlob = 8 << 20
	mostBlobs   = 256 << 20
)

// errEnough ends the reading of git's output early.
var errEnough = errors.New("enough was read")

// Blobs calls each with the texts of blobs, as git stores them, in the order of their names: which of them,
// and its bytes, which are the caller's. A blob that is missing or over 8 MiB is passed over, and so are all
// that follow once 256 MiB were read.
func (r Repo) Blobs(ctx context.Context, names []string, each func(i int, text []byte) error) error {
	for _, name := range names {
		if !isCommit(name) { // which has the same form
			return fmt.Errorf("reading blobs of %q: %.60q names none", r.WorkTree, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	left := int64(mostBlobs)
	err := r.feed(ctx, strings.NewReader(strings.Join(names, "\n")+"\n"), func(out io.Reader) error {
		in := bufio.NewReaderSize(out, 1<<16)
		for i := range names {
			header, err := line(in)
			if err != nil {
				return fmt.Errorf("reading a blob: %w", err)
			}
			// "<name> blob <size>", or "<name> missing".
			words := strings.Fields(string(header))
			if len(words) == 2 {
				continue
			}
			if len(words) != 3 {
				return fmt.Errorf("reading a blob: unknown form %.100q", header)
			}
			size, err := strconv.ParseInt(words[2], 10, 64)
			if err != nil || size < 0 {
				return fmt.Errorf("reading a blob: unknown form %.100q", header)
			}
			if words[1] != "blob" || size > largestBlob {
				if _, err := io.CopyN(io.Discard, in, size+1); err != nil {
					return fmt.Errorf("reading a blob: %w", err)
				}
				continue
			}
			if left -= size; left < 0 {
				return errEnough
			}
			text := make([]byte, size+1) // and a line end
			if _, err := io.ReadFull(in, text); err != nil {
				return fmt.Errorf("reading a blob: %w", err)
			}
			if err := each(i, text[:size]); err != nil {
				return err
			}
		}
		return nil
	}, "cat-file", "--batch")
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
