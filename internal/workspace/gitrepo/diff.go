package gitrepo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Hunk is a stretch of lines that differs, without context. Lines count from 1.
type Hunk struct {
	// Start and Count are the lines on the new side. With Count 0 lines were removed after line
	// Start, before the first one when that is 0.
	Start, Count int
	// OldStart and OldCount are the same on the old side.
	OldStart, OldCount int
	// Heading is the line above that git takes for the beginning of the section, often a function.
	Heading string
	// Added and Removed are the lines without their ends, if asked for; each is cut at longestLine.
	Added, Removed []string
}

// Bounds of what is kept of a comparison; beyond them Changes.Cut is set.
const (
	mostHunks   = 200_000
	mostText    = 16 << 20 // bytes
	longestLine = 64 << 10 // bytes
)

// diff is what git diff says, as it is read.
type diff struct {
	files []Change
	more  int
	cut   bool

	at     map[string]int // by path on the new side
	olds   []string       // of each file, the old object where the new side is the file on disk, else ""
	detail detail
	hunks  int
	text   int // bytes kept
}

// diffArgs make git's output independent of its configuration. Raw records come first, then line
// counts, then, behind an empty record, the hunks.
var diffArgs = []string{"diff", "--raw", "--numstat", "-z", "--no-abbrev", "--relative", "--no-ext-diff", "--no-textconv", "--no-color",
	"--find-copies", "--ignore-submodules=dirty", "--submodule=short", "-O/dev/null"}

func (r Repo) diff(ctx context.Context, d detail, sides, paths []string) (*diff, error) {
	args := slices.Clone(diffArgs)
	if d.hunks {
		args = append(args, "--patch", "--unified=0", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/")
	}
	args = append(append(args, sides...), "--")
	out := &diff{at: make(map[string]int), detail: d}
	if err := r.run(ctx, out.read, append(args, paths...)...); err != nil {
		return nil, err
	}
	return out, r.dropTouched(ctx, out)
}

// dropTouched drops files that only have another time stamp than the index knows. Git would do so itself,
// and write the index for it: that is switched off, for its lock gets in the way of others.
func (r Repo) dropTouched(ctx context.Context, d *diff) error {
	same := make(map[string]bool)
	var binary []int
	for i := range d.files {
		c := &d.files[i]
		switch {
		case c.Status != Modified || c.ModeChanged || c.Submodule || d.olds[i] == "":
		case c.Binary:
			binary = append(binary, i)
		case c.Added == 0 && c.Removed == 0:
			same[c.Path] = true
		}
	}
	for some := range slices.Chunk(binary, mostPaths) {
		args := []string{"hash-object", "--"}
		for _, i := range some {
			args = append(args, d.files[i].Path)
		}
		text, err := r.line(ctx, args...)
		hashes := strings.Split(text, "\n")
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || len(hashes) != len(some):
			continue // one of them is gone by now: then they count as changed
		}
		for k, i := range some {
			same[d.files[i].Path] = same[d.files[i].Path] || hashes[k] == d.olds[i]
		}
	}
	if len(same) > 0 {
		d.keep(func(c *Change) bool { return !same[c.Path] })
	}
	return nil
}

// mayBeRenamed reports whether a file is new or gone.
func (d *diff) mayBeRenamed() bool {
	for i := range d.files {
		if s := d.files[i].Status; s == Added || s == Deleted {
			return true
		}
	}
	return false
}

// keep drops the files that a condition does not hold for.
func (d *diff) keep(holds func(c *Change) bool) {
	kept := d.files[:0]
	for i := range d.files {
		if holds(&d.files[i]) {
			kept = append(kept, d.files[i])
		}
	}
	d.files, d.at, d.olds = kept, nil, nil // which no longer fit
}

// conflict marks a path as unmerged.
func (d *diff) conflict(path string) {
	for i := range d.files {
		if d.files[i].Path == path {
			d.files[i].Status = Unmerged
			return
		}
	}
	d.files = append(d.files, Change{Path: path, Status: Unmerged, Counted: true})
}

func (d *diff) read(out io.Reader) error {
	in := bufio.NewReaderSize(out, 1<<16)
	for {
		record, err := field(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		switch {
		case err != nil:
			return err
		case record == "":
			return d.readHunks(in)
		case record[0] == ':':
			err = d.rawRecord(record, in)
		default:
			err = d.countRecord(record, in)
		}
		if err != nil {
			return err
		}
	}
}

// field reads up to a NUL. io.EOF means that there is nothing more.
func field(in *bufio.Reader) (string, error) {
	text, err := in.ReadString(0)
	if errors.Is(err, io.EOF) && text != "" {
		return "", errors.New("the output ends inside a record")
	}
	return strings.TrimSuffix(text, "\x00"), err
}

// fields reads the n paths that follow a record.
func fields(in *bufio.Reader, n int) ([]string, error) {
	out := make([]string, n)
	for i := range out {
		var err error
		if out[i], err = field(in); errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rawRecord reads ":<mode> <mode> <object> <object> <status>" and the paths behind it.
func (d *diff) rawRecord(record string, in *bufio.Reader) error {
	words := strings.Split(record, " ")
	if len(words) != 5 || words[4] == "" {
		return fmt.Errorf("reading a comparison: unknown form %.100q", record)
	}
	c := Change{Status: Status(words[4][0]), Counted: true}
	n := 1
	if c.Status == Renamed || c.Status == Copied {
		n = 2
	}
	paths, err := fields(in, n)
	if err != nil {
		return err
	}
	if c.Path = paths[n-1]; n == 2 {
		c.Old = paths[0]
	}
	old, now := mode(words[0][1:]), mode(words[1])
	c.Submodule = now == Gitlink || now == 0 && old == Gitlink
	c.ModeChanged = old != now && (old == Regular || old == Executable) && (now == Regular || now == Executable)
	switch c.Status {
	case Added, Modified, Deleted, Renamed, Copied, TypeChanged, Unmerged:
	default:
		c.Status = Modified // "X", which git gives for what it knows not
	}
	if i, seen := d.at[c.Path]; seen {
		// A conflict comes once as such and once compared with one of its versions.
		if c.Status == Unmerged {
			d.files[i].Status = Unmerged
		}
		return nil
	}
	if len(d.files) == mostChanges {
		d.more++
		return nil
	}
	onDisk := ""
	if strings.Trim(words[3], "0") == "" {
		onDisk = words[2]
	} else if !c.Submodule {
		c.Blob = words[3]
	}
	d.at[c.Path] = len(d.files)
	d.files, d.olds = append(d.files, c), append(d.olds, onDisk)
	return nil
}

func mode(octal string) Mode {
	m, _ := strconv.ParseUint(octal, 8, 32)
	return Mode(m)
}

// countRecord reads "<added>\t<removed>\t<path>"; of a renamed file the path is empty and the two
// follow. Binary files have "-" for numbers.
func (d *diff) countRecord(record string, in *bufio.Reader) error {
	words := strings.SplitN(record, "\t", 3)
	if len(words) != 3 {
		return fmt.Errorf("reading a comparison: unknown form %.100q", record)
	}
	path := words[2]
	if path == "" {
		paths, err := fields(in, 2)
		if err != nil {
			return err
		}
		path = paths[1]
	}
	i, known := d.at[path]
	if !known {
		return nil // beyond mostChanges
	}
	c := &d.files[i]
	if words[0] == "-" {
		c.Binary = true
		return nil
	}
	added, err1 := strconv.Atoi(words[0])
	removed, err2 := strconv.Atoi(words[1])
	if err1 != nil || err2 != nil {
		return fmt.Errorf("reading a comparison: unknown form %.100q", record)
	}
	if !c.Submodule { // whose one line is its commit
		c.Added, c.Removed = c.Added+added, c.Removed+removed
	}
	return nil
}

// readHunks reads a patch. How many lines a hunk has is taken from its header, so that a line that
// looks like one is none.
func (d *diff) readHunks(in *bufio.Reader) error {
	var old string
	var file *Change
	for {
		line, err := line(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case bytes.HasPrefix(line, []byte("diff --git ")):
			old, file = "", nil
		case bytes.HasPrefix(line, []byte("--- ")):
			old = patchPath(string(line[4:]), "a/")
		case bytes.HasPrefix(line, []byte("+++ ")):
			path := patchPath(string(line[4:]), "b/")
			if path == "" {
				path = old // deleted
			}
			if i, ok := d.at[path]; ok && !d.files[i].Submodule {
				file = &d.files[i]
			}
		case bytes.HasPrefix(line, []byte("@@ -")):
			h, err := parseHunk(string(line))
			if err != nil {
				return err
			}
			if err := d.body(in, &h, file != nil); err != nil {
				return err
			}
			if file != nil {
				if d.hunks++; d.hunks > mostHunks {
					d.cut = true
				} else {
					file.Hunks = append(file.Hunks, h)
				}
			}
		}
	}
}

// line reads a line without its end, cut at longestLine. It is valid until the next read.
func line(in *bufio.Reader) ([]byte, error) {
	part, err := in.ReadSlice('\n')
	if err == nil {
		return part[:len(part)-1], nil
	}
	if !errors.Is(err, bufio.ErrBufferFull) {
		if errors.Is(err, io.EOF) && len(part) > 0 {
			return part, nil
		}
		return nil, err
	}
	kept := append([]byte(nil), part[:min(len(part), longestLine)]...)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = in.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return kept, nil
}

// body reads the lines of a hunk, which are kept if wanted.
func (d *diff) body(in *bufio.Reader, h *Hunk, wanted bool) error {
	for added, removed := h.Count, h.OldCount; added > 0 || removed > 0; {
		text, err := line(in)
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		sign := byte(0)
		if len(text) > 0 {
			sign = text[0]
		}
		to := &h.Added
		switch sign {
		case '+':
			added--
		case '-':
			removed--
			to = &h.Removed
		case '\\': // "\ No newline at end of file"
			continue
		default:
			return fmt.Errorf("reading a comparison: %.100q in a hunk", text)
		}
		if !wanted || !d.detail.texts {
			continue
		}
		if d.text += len(text); d.text > mostText {
			d.cut = true
			continue
		}
		*to = append(*to, string(text[1:]))
	}
	return nil
}

// parseHunk reads "@@ -<start>[,<count>] +<start>[,<count>] @@[ <heading>]".
func parseHunk(line string) (Hunk, error) {
	var h Hunk
	ranges, heading, ok := strings.Cut(strings.TrimPrefix(line, "@@ -"), " @@")
	old, now, ok2 := strings.Cut(ranges, " +")
	var ok3, ok4 bool
	h.OldStart, h.OldCount, ok3 = parseRange(old)
	h.Start, h.Count, ok4 = parseRange(now)
	if !ok || !ok2 || !ok3 || !ok4 {
		return h, fmt.Errorf("reading a comparison: unknown form %.100q", line)
	}
	h.Heading = strings.TrimSpace(heading)
	return h, nil
}

func parseRange(text string) (start, count int, ok bool) {
	first, rest, several := strings.Cut(text, ",")
	start, err := strconv.Atoi(first)
	if count = 1; several && err == nil {
		count, err = strconv.Atoi(rest)
	}
	return start, count, err == nil && start >= 0 && count >= 0
}

// patchPath reads a path of a patch's header: quoted as in C where it has odd bytes, with a tab at its
// end where it has spaces. It returns "" for /dev/null.
func patchPath(text, prefix string) string {
	if strings.HasPrefix(text, `"`) {
		text = unquote(text)
	} else {
		text = strings.TrimSuffix(text, "\t")
	}
	path, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return ""
	}
	return path
}

// escapes are the letters git writes behind a backslash.
var escapes = map[byte]byte{'a': '\a', 'b': '\b', 't': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}

// unquote reads a text in double quotes with escapes of one letter or three octal digits.
func unquote(text string) string {
	var out []byte
	for i := 1; i < len(text) && text[i] != '"'; i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		if b, ok := escapes[text[i]]; ok {
			out = append(out, b)
		} else if i+3 <= len(text) {
			n, _ := strconv.ParseUint(text[i:i+3], 8, 8)
			out = append(out, byte(n))
			i += 2
		}
	}
	return string(out)
}

// settle finds out which new sides are what is on disk: of comparisons with the working tree all, of
// others those that do not differ from it.
func (g *gathering) settle(ctx context.Context, q Comparison, list *diff, sides []string) error {
	if q.Unstaged {
		for i := range list.files {
			c := &list.files[i]
			c.OnDisk = c.Exists() || c.Status == Unmerged && g.onDisk(c)
		}
		return nil
	}
	if !g.detail.hunks || len(list.files) == 0 {
		return nil
	}
	against := sides[len(sides)-1:]
	if q.Staged {
		against = []string{"--ours"}
	}
	var paths []string
	if len(list.files) <= mostPaths {
		for i := range list.files {
			paths = append(paths, list.files[i].Path)
		}
	}
	now, err := g.repo.diff(ctx, detail{}, against, paths)
	if err != nil {
		return err
	}
	differs := make(map[string]bool, len(now.files))
	for i := range now.files {
		differs[now.files[i].Path], differs[now.files[i].Old] = true, true
	}
	for i := range list.files {
		c := &list.files[i]
		if !c.Exists() || differs[c.Path] || now.more > 0 {
			continue
		}
		// Outside a sparse checkout nothing differs, and nothing is there.
		c.OnDisk = g.onDisk(c)
	}
	return nil
}

func (g *gathering) onDisk(c *Change) bool {
	info, err := os.Lstat(filepath.Join(g.at.dir, filepath.FromSlash(c.Path)))
	return err == nil && !info.IsDir()
}
