package tool

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/memory/checkpoint"
)

type changedIn struct {
	Since     string `json:"since,omitempty" jsonschema:"last_check, or a time such as 2026-01-31T12:00:00Z; last_check without it"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var changedTool = define(Tool{
	Name: "get_changed_files", Title: "Files changed since the last check", Group: Navigation, ReadOnly: false, Adds: true,
	Description: "Files changed, added or deleted since this was last called, by content. The first call lists all.",
}, map[string]rule{"max_tokens": between(50, 100000)}, getChangedFiles)

// changedData is repo-memory's answer. The totals are there where a list is cut.
type changedData struct {
	Changed      []string `json:"changed"`
	Added        []string `json:"added"`
	Deleted      []string `json:"deleted"`
	CheckedAt    string   `json:"checkedAt"`
	ChangedTotal int      `json:"changedTotal,omitempty"`
	AddedTotal   int      `json:"addedTotal,omitempty"`
	DeletedTotal int      `json:"deletedTotal,omitempty"`
}

// timeFormat is the one of JavaScript's dates, which repo-memory's users parse.
const timeFormat = "2006-01-02T15:04:05.000Z"

// lastCheck asks for what changed since the checkpoint.
const lastCheck = "last_check"

func getChangedFiles(ctx context.Context, c *Call, in changedIn) (*Reply, error) {
	var since time.Time
	if s := strings.TrimSpace(in.Since); s != "" && s != lastCheck {
		var err error
		if since, err = parseTime(s); err != nil {
			return nil, err
		}
	}
	memory, err := c.Memory()
	if err != nil {
		return nil, err
	}
	now := c.Now()
	current := checkpointOf(c.View, now)
	_, body, found, err := memory.Checkpoint(ctx, c.View.Root())
	if err != nil {
		return nil, err
	}
	var before checkpoint.Checkpoint
	if found {
		if before, err = checkpoint.Decode(body); err != nil {
			before = nil // as on the first call: everything is new
		}
	}
	changes, err := c.sinceThen(before, current)
	if err != nil {
		return nil, err
	}
	if !since.IsZero() {
		changes = changedAfter(c.View, changes, before, since)
	}
	d := changedData{CheckedAt: now.UTC().Format(timeFormat)}
	wanted, _ := c.limits(in.MaxTokens)
	d.fill(changes, wanted)
	r := &Reply{Text: compactJSON(d) + "\n", Data: d, Empty: len(d.Changed)+len(d.Added)+len(d.Deleted) == 0}
	root := c.View.Root()
	r.commit = func() error { return memory.SetCheckpoint(root, now, current.Encode()) }
	return r, nil
}

// parseTime reads a time as people and programs write it.
func parseTime(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, inputErrorf("since must be last_check or a time such as 2026-01-31T12:00:00Z, not %q", clip(s, 40))
}

// checkpointOf is the view as a later call compares with it.
func checkpointOf(v *index.View, now time.Time) checkpoint.Checkpoint {
	var out checkpoint.Checkpoint
	for _, f := range v.Files() {
		x := checkpoint.File{Path: f.Path, Hash: v.KnownHash(f)}
		if f.Signature.Settled(now.UnixNano()) {
			x.Stamp = stamp(f)
		}
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b checkpoint.File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

func stamp(f *index.File) uint64 {
	h := fnv.New64a()
	var b [8]byte
	for _, n := range []uint64{uint64(f.Signature.Size), uint64(f.Signature.Mtime), uint64(f.Signature.Ctime), f.Signature.Inode} {
		binary.LittleEndian.PutUint64(b[:], n)
		_, _ = h.Write(b[:]) // never fails
	}
	return h.Sum64() | 1 // 0 means that there is none
}

// sinceThen reads files where their hashes decide and are not known.
func (c *Call) sinceThen(before, current checkpoint.Checkpoint) (checkpoint.Changes, error) {
	var failed error
	out := checkpoint.Compare(before, current, func(path string) (code.Hash, bool) {
		f := c.View.File(path)
		if f == nil || f.Symlink || f.Unreadable {
			return code.Hash{}, false
		}
		h, err := c.View.Hash(f, largestRead)
		if errors.Is(err, index.ErrChanged) {
			failed = err
		}
		return h, err == nil
	})
	return out, failed
}

// changedAfter leaves of the files those that were written after a time, and
// of those that are gone all: when they went is not known.
func changedAfter(v *index.View, since checkpoint.Changes, before checkpoint.Checkpoint, after time.Time) checkpoint.Changes {
	out := checkpoint.Changes{Deleted: since.Deleted}
	for _, f := range v.Files() {
		if !time.Unix(0, f.Signature.Mtime).After(after) {
			continue
		}
		_, known := slices.BinarySearchFunc(before, f.Path, func(x checkpoint.File, p string) int { return strings.Compare(x.Path, p) })
		if known || before == nil {
			out.Changed = append(out.Changed, f.Path)
		} else {
			out.Added = append(out.Added, f.Path)
		}
	}
	return out
}

// fill takes of the lists what fits into a reply of at most room characters: what
// changed, what is gone, what is new.
func (d *changedData) fill(c checkpoint.Changes, room int) {
	d.Changed, d.Added, d.Deleted = []string{}, []string{}, []string{}
	room -= len(fmt.Sprint(len(c.Changed), len(c.Added), len(c.Deleted))) + 160 // the frame with its totals
	for _, l := range []struct {
		from  []string
		to    *[]string
		total *int
	}{{c.Changed, &d.Changed, &d.ChangedTotal}, {c.Deleted, &d.Deleted, &d.DeletedTotal}, {c.Added, &d.Added, &d.AddedTotal}} {
		for _, p := range l.from {
			n := utf8.RuneCountInString(compactJSON(p)) + 1
			if room < n {
				*l.total = len(l.from)
				break
			}
			room -= n
			*l.to = append(*l.to, p)
		}
	}
}
