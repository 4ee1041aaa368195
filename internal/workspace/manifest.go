package workspace

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"sextant/internal/code"
)

// File is one entry of a manifest: what is on disk under a path.
type File struct {
	// Path is relative to the root with forward slashes.
	Path string
	// Signature is the stat taken before the content was read.
	Signature Signature
	// Hash is the content's SHA-256, zero while it has not been read.
	Hash code.Hash
	// ReadAt is when the content was read, nanoseconds since 1970.
	ReadAt int64
	// Symlink files are listed but have no content of their own.
	Symlink bool
	// Unreadable files could not be opened when they were last tried.
	Unreadable bool
}

// Known reports whether the hash is there and pinned by the signature.
func (f *File) Known() bool { return !f.Hash.IsZero() && f.Signature.Settled(f.ReadAt) }

// Skip says why an entry of a directory is not in the manifest.
type Skip uint8

// Reasons for leaving an entry out.
const (
	SkipIgnored    Skip = iota // by an ignore file or git's excludes
	SkipExcluded               // by configuration
	SkipSpecial                // FIFO, socket, device
	SkipUnreadable             // a directory that cannot be opened
	SkipInternal               // .git, the cache, .knowledge/batches
	skipCount
)

var skipNames = [skipCount]string{"ignored", "excluded", "special", "unreadable", "internal"}

// String returns the word used in coverage reports.
func (s Skip) String() string { return skipNames[s] }

// Skips counts entries left out by reason. A directory counts as one.
type Skips [skipCount]uint32

// Dir is one walked directory.
type Dir struct {
	Path      string // relative to the root; "" is the root
	Signature Signature
	ListedAt  int64    // when its names were read, nanoseconds since 1970
	RulesKey  uint64   // fingerprint of everything that decided what is ignored
	Files     []File   // by path
	Dirs      []string // base names of walked sub-directories, sorted
	RuleFiles []string // base names of ignore files present, and .git, sorted
	Skips     Skips
}

// Manifest is what is on disk in one checkout at one moment. It never
// changes; a refresh gives another one, or the same one if nothing did.
type Manifest struct {
	dirs  map[string]*Dir
	order []string // directory paths, sorted
	files []*File  // by path

	// line says which refresh vouches for it, so that the next one need only
	// look at what was heard since; nil if no watcher was at work.
	line atomic.Pointer[line]
	// loose are directories that With gave readings which their signature does
	// not pin, or that differ from the listing: the next refresh has to visit them.
	loose map[string]bool
}

// line stands for one outcome of a refresh. It holds something because
// pointers to nothing may be equal.
type line struct{ _ byte }

// NewManifest assembles directories into a manifest.
func NewManifest(dirs map[string]*Dir) *Manifest {
	m := &Manifest{dirs: dirs, order: make([]string, 0, len(dirs))}
	n := 0
	for p, d := range dirs {
		m.order = append(m.order, p)
		n += len(d.Files)
	}
	sort.Strings(m.order)
	m.files = make([]*File, 0, n)
	for _, p := range m.order {
		files := m.dirs[p].Files
		for i := range files {
			m.files = append(m.files, &files[i])
		}
	}
	slices.SortFunc(m.files, byPath)
	return m
}

// next is NewManifest for what a sweep found after m, which may be nil. Sorting
// anew would take longer than all the rest does after an edit, so what has not
// changed stays in its order and the rest is put in.
func (m *Manifest) next(dirs map[string]*Dir) *Manifest {
	if m == nil {
		return NewManifest(dirs)
	}
	old := make(map[*File]bool)
	var files []*File
	var came []string
	for p, d := range dirs {
		before := m.dirs[p]
		if before == d {
			continue
		}
		if before == nil {
			came = append(came, p)
		} else {
			leave(old, before)
		}
		for i := range d.Files {
			files = append(files, &d.Files[i])
		}
	}
	order := m.order
	if len(came) > 0 || len(dirs) != len(m.dirs) {
		order = make([]string, 0, len(dirs))
		for _, p := range m.order {
			if dirs[p] != nil {
				order = append(order, p)
			} else {
				leave(old, m.dirs[p])
			}
		}
		slices.Sort(came)
		order = merge(order, came, strings.Compare)
	}
	if len(old)+len(files) > len(m.files) {
		return NewManifest(dirs)
	}
	kept := make([]*File, 0, len(m.files)-len(old)+len(files))
	for _, f := range m.files {
		if !old[f] {
			kept = append(kept, f)
		}
	}
	slices.SortFunc(files, byPath)
	return &Manifest{dirs: dirs, order: order, files: merge(kept, files, byPath)}
}

// leave takes in the files of a directory.
func leave(old map[*File]bool, d *Dir) {
	for i := range d.Files {
		old[&d.Files[i]] = true
	}
}

func byPath(a, b *File) int { return strings.Compare(a.Path, b.Path) }

// merge puts few values into many, both in order, none in both. It may use many's room.
func merge[T any](many, few []T, compare func(a, b T) int) []T {
	if len(few) == 0 {
		return many
	}
	n := len(many)
	many = append(many, few...)
	// From the end, so that nothing is overwritten before it was moved.
	for at := len(many); len(few) > 0; {
		last := few[len(few)-1]
		cut := sort.Search(n, func(i int) bool { return compare(many[i], last) > 0 })
		at -= n - cut
		copy(many[at:], many[cut:n])
		n = cut
		at--
		many[at] = last
		few = few[:len(few)-1]
	}
	return many
}

// Files lists every file by path. The slice and the files must not be changed.
func (m *Manifest) Files() []*File { return m.files }

// File returns the file with that path, or nil.
func (m *Manifest) File(path string) *File {
	if i := m.at(path); i < len(m.files) && m.files[i].Path == path {
		return m.files[i]
	}
	return nil
}

// at is where a path is, or would be, among the files.
func (m *Manifest) at(path string) int {
	return sort.Search(len(m.files), func(i int) bool { return m.files[i].Path >= path })
}

// Under lists the files in dir or below it; "" is all of them.
func (m *Manifest) Under(dir string) []*File {
	if dir == "" {
		return m.files
	}
	prefix := dir + "/"
	lo := m.at(prefix)
	hi := lo + sort.Search(len(m.files)-lo, func(i int) bool { return !strings.HasPrefix(m.files[lo+i].Path, prefix) })
	return m.files[lo:hi]
}

// Dir returns a walked directory, or nil.
func (m *Manifest) Dir(path string) *Dir { return m.dirs[path] }

// Dirs lists the walked directories by path.
func (m *Manifest) Dirs() []string { return m.order }

// Skips sums what was left out, by reason.
func (m *Manifest) Skips() Skips {
	var sum Skips
	for _, d := range m.dirs {
		for i, n := range d.Skips {
			sum[i] += n
		}
	}
	return sum
}

// With returns a manifest in which the given files have been read, by path.
// Files that are not in m are left out.
func (m *Manifest) With(readings map[string]Reading) *Manifest {
	next := &Manifest{dirs: m.dirs, order: m.order, files: m.files, loose: m.loose}
	next.line.Store(m.line.Load())
	copied := make(map[string]bool)
	for path, r := range readings {
		dir := parent(path)
		f := m.dirs[dir].file(path)
		if f == nil {
			continue
		}
		if len(copied) == 0 {
			next.dirs, next.files = maps.Clone(m.dirs), slices.Clone(m.files)
		}
		if !copied[dir] {
			copied[dir] = true
			next.copyDir(dir)
		}
		f = next.dirs[dir].file(path)
		if f.Signature != r.Signature || !r.Hash.IsZero() && !r.Signature.Settled(r.ReadAt) {
			if len(next.loose) == len(m.loose) {
				next.loose = make(map[string]bool, len(m.loose)+1)
				maps.Copy(next.loose, m.loose)
			}
			next.loose[dir] = true
		}
		f.Signature, f.Hash, f.ReadAt, f.Unreadable = r.Signature, r.Hash, r.ReadAt, r.Unreadable
	}
	if len(copied) == 0 {
		return m
	}
	return next
}

// copyDir puts a copy in the place of a directory, and of its files.
func (m *Manifest) copyDir(dir string) {
	d := *m.dirs[dir]
	d.Files = slices.Clone(d.Files)
	m.dirs[dir] = &d
	m.place(&d)
}

// place puts a directory's files where files of the same paths are listed.
func (m *Manifest) place(d *Dir) {
	for i := range d.Files {
		m.files[m.at(d.Files[i].Path)] = &d.Files[i]
	}
}

// ChangedDirs lists the directories of m that differ from before, and those
// of before that are gone: what a store has to write.
func (m *Manifest) ChangedDirs(before *Manifest) (changed []*Dir, gone []string) {
	for _, p := range m.order {
		if before == nil || before.dirs[p] != m.dirs[p] {
			changed = append(changed, m.dirs[p])
		}
	}
	if before != nil {
		for _, p := range before.order {
			if m.dirs[p] == nil {
				gone = append(gone, p)
			}
		}
	}
	return changed, gone
}

// parent is the directory part of a path, "" for a file in the root.
func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return ""
}
