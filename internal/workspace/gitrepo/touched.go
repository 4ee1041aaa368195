package gitrepo

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// Touch is one commit that changed a stretch of a file.
type Touch struct {
	ID      string // abbreviated
	Date    string // of the commit, as YYYY-MM-DD
	Subject string
}

// Touched lists at most max commits that changed the lines first to last (from
// 1) of a file, as HEAD has it, the newest first; last 0 is the whole file. path is
// absolute. Following lines through a long history takes time: the context bounds it.
func (r Repo) Touched(ctx context.Context, path string, first, last, max int) ([]Touch, error) {
	rel, err := filepath.Rel(r.WorkTree, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return nil, fmt.Errorf("%s is not in the work tree %s", path, r.WorkTree)
	}
	args := []string{"log", "--no-show-signature", "-z", "--format=%x01%h%x09%cs%x09%s", "--max-count=" + strconv.Itoa(max)}
	if last > 0 {
		args = append(args, "-s", "-L", fmt.Sprintf("%d,%d:%s", first, last, filepath.ToSlash(rel)))
	} else {
		args = append(args, "--no-merges", "--", filepath.ToSlash(rel))
	}
	var out []Touch
	err = r.records(ctx, func(record []byte) error {
		record = bytes.TrimLeft(record, "\n")
		line, ok := bytes.CutPrefix(record, []byte{1})
		if !ok {
			return nil
		}
		if parts := strings.SplitN(strings.TrimRight(string(line), "\n"), "\t", 3); len(parts) == 3 {
			out = append(out, Touch{parts[0], parts[1], parts[2]})
		}
		return nil
	}, args...)
	return out, err
}
