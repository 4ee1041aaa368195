// Package history holds which files were changed together. In go the commits
// of a repository, newest first; out come the files that change when a file
// does. It is pure: package workspace/gitrepo reads the log, package index
// keeps it.
//
// The main type is History.
package history

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sort"
	"strings"
)

// Commit is one commit: when it was made, in seconds since 1970, and the
// paths that it touched.
type Commit struct {
	Time  int64
	Files []string
}

// History is what a log says. It never changes.
type History struct {
	// Head is the commit that it ends with.
	Head    string
	paths   []string
	number  map[string]int32
	commits []commit // newest first
}

type commit struct {
	time  int64
	files []int32
}

// MostFiles is the largest commit that says anything about what belongs
// together: above it are renames of whole trees, licence headers, formatting.
const MostFiles = 40

// MostCommits bounds a history: older ones are forgotten.
const MostCommits = 5000

// HalfLife is the time after which a commit counts half, in seconds (a year):
// what belonged together long ago may have been taken apart.
const HalfLife = 365 * 24 * 3600

// New makes a history of commits, newest first, that end with head.
func New(head string, commits []Commit) *History { return (&History{}).Add(head, commits) }

// Add returns the history with newer commits before it, newest first.
func (h *History) Add(head string, commits []Commit) *History {
	out := &History{Head: head, number: make(map[string]int32)}
	add := func(time int64, files []string) {
		if len(out.commits) == MostCommits || len(files) > MostFiles || len(files) == 0 {
			return
		}
		c := commit{time: time, files: make([]int32, 0, len(files))}
		for _, f := range files {
			n, ok := out.number[f]
			if !ok {
				n = int32(len(out.paths))
				f = strings.Clone(f)
				out.paths, out.number[f] = append(out.paths, f), n
			}
			c.files = append(c.files, n)
		}
		out.commits = append(out.commits, c)
	}
	for _, c := range commits {
		add(c.Time, c.Files)
	}
	var files []string
	for _, c := range h.commits {
		files = files[:0]
		for _, n := range c.files {
			files = append(files, h.paths[n])
		}
		add(c.time, files)
	}
	return out
}

// Commits is how many commits it holds.
func (h *History) Commits() int { return len(h.commits) }

// Together is how often a file was changed in the same commits as another.
type Together struct {
	Path string
	// Count is the number of such commits.
	Count int
	// Share is the part of the changes of the file asked about that touched
	// this one too, 0 to 1: newer commits count more, large ones less, and few
	// changes prove little.
	Share float64
}

// fewChanges is added to the weight of a file's changes, so that one common
// commit of a file that has two says less than twenty of forty.
const fewChanges = 2

// With lists the files that were changed together with path at least twice,
// those with the largest share first.
func (h *History) With(path string) []Together {
	n, ok := h.number[path]
	if !ok {
		return nil
	}
	newest := int64(0)
	if len(h.commits) > 0 {
		newest = h.commits[0].time
	}
	total := 0.0
	weight := make(map[int32]float64)
	count := make(map[int32]int)
	for _, c := range h.commits {
		if !slices.Contains(c.files, n) {
			continue
		}
		age := math.Exp2(-float64(max(0, newest-c.time)) / HalfLife)
		total += age
		// A file among thirty others is there by chance more often than one of two.
		each := age / (1 + math.Log2(float64(max(1, len(c.files)-1))))
		for _, other := range c.files {
			if other != n {
				weight[other] += each
				count[other]++
			}
		}
	}
	var out []Together
	for other, w := range weight {
		if count[other] >= 2 {
			out = append(out, Together{h.paths[other], count[other], w / (total + fewChanges)})
		}
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Share != out[j].Share {
			return out[i].Share > out[j].Share
		}
		return out[i].Path < out[j].Path
	})
	return out
}

// formatVersion numbers the stored form: varints, strings as length and bytes.
const formatVersion = 1

// Encode returns the stored form.
func (h *History) Encode() []byte {
	b := binary.AppendUvarint(nil, formatVersion)
	text := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	text(h.Head)
	b = binary.AppendUvarint(b, uint64(len(h.paths)))
	for _, p := range h.paths {
		text(p)
	}
	b = binary.AppendUvarint(b, uint64(len(h.commits)))
	for _, c := range h.commits {
		b = binary.AppendVarint(b, c.time)
		b = binary.AppendUvarint(b, uint64(len(c.files)))
		for _, n := range c.files {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

var errForm = errors.New("a stored history is damaged or of another version")

// Decode reads what Encode wrote.
func Decode(b []byte) (*History, error) {
	bad := false
	number := func() uint64 {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			bad, b = true, nil
			return 0
		}
		b = b[size:]
		return n
	}
	text := func() string {
		n := number()
		if n > uint64(len(b)) {
			bad, b = true, nil
			return ""
		}
		s := string(b[:n])
		b = b[n:]
		return s
	}
	count := func() uint64 { // of things that take a byte or more each
		n := number()
		if n > uint64(len(b)) {
			bad, b = true, nil
			return 0
		}
		return n
	}
	if number() != formatVersion {
		return nil, errForm
	}
	h := &History{Head: text(), number: make(map[string]int32)}
	for range count() {
		p := text()
		h.number[p] = int32(len(h.paths))
		h.paths = append(h.paths, p)
	}
	for range count() {
		time, size := binary.Varint(b)
		if size <= 0 {
			return nil, errForm
		}
		b = b[size:]
		c := commit{time: time}
		for range count() {
			n := number()
			if n >= uint64(len(h.paths)) {
				return nil, errForm
			}
			c.files = append(c.files, int32(n))
		}
		h.commits = append(h.commits, c)
	}
	if bad || len(b) > 0 || len(h.number) != len(h.paths) {
		return nil, errForm
	}
	return h, nil
}
