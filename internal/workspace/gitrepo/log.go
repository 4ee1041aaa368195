package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
)

// Commit is what one commit of the log did.
type Commit struct {
	ID   string // in hexadecimal
	Time int64  // when it was committed, seconds since 1970
	// Files are the paths it touched, relative to the directory asked about,
	// with forward slashes. A renamed file is there under both names.
	Files []string
}

// Log lists at most max commits that are reachable from head and not from
// since (empty: from anywhere), the newest first, without merges and without
// those that touch nothing in dir, a directory inside the work tree. head is a
// commit or "HEAD".
func (r Repo) Log(ctx context.Context, dir, since, head string, max int) ([]Commit, error) {
	if !isCommit(head) && head != "HEAD" || since != "" && !isCommit(since) {
		return nil, fmt.Errorf("reading the log of %q: %.60q..%.60q are not commits", r.WorkTree, since, head)
	}
	span := head
	if since != "" {
		span = since + ".." + head
	}
	at := Repo{WorkTree: dir, GitDir: r.GitDir, CommonDir: r.CommonDir}
	var out []Commit
	err := at.records(ctx, func(record []byte) error {
		// A header begins with byte 1, which the line end of the one before may precede.
		record = bytes.TrimPrefix(record, []byte("\n"))
		if header, ok := bytes.CutPrefix(record, []byte{1}); ok {
			id, when, ok := bytes.Cut(header, []byte(" "))
			seconds, err := strconv.ParseInt(string(when), 10, 64)
			if !ok || err != nil {
				return fmt.Errorf("%.60q is not a commit of the log", header)
			}
			out = append(out, Commit{ID: string(id), Time: seconds})
			return nil
		}
		if len(record) == 0 {
			return nil
		}
		if len(out) == 0 {
			return errors.New("a path stands before the first commit of the log")
		}
		last := &out[len(out)-1]
		last.Files = append(last.Files, string(record))
		return nil
	}, "log", "--no-merges", "--no-renames", "--no-show-signature", "--relative", "-z", "--name-only", "--format=%x01%H %ct",
		"--max-count="+strconv.Itoa(max), span, "--", ".")
	return out, err
}

// Contains reports whether commit old is part of the history of commit new.
func (r Repo) Contains(ctx context.Context, new, old string) (bool, error) {
	if !isCommit(new) || !isCommit(old) {
		return false, fmt.Errorf("comparing commits of %q: %.60q and %.60q are not commits", r.WorkTree, old, new)
	}
	_, err := r.line(ctx, "merge-base", "--is-ancestor", old, new)
	if code := exitCode(err); code == 1 || code == 128 { // 128: the old one is gone
		return false, nil
	}
	return err == nil, err
}
