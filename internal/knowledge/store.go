package knowledge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

const (
	lockName   = "." + File + ".lock"
	tempPrefix = "." + File + ".tmp-"
	// BatchDir is the directory below Dir that holds batch files.
	BatchDir = "batches"
)

// gitignore keeps what is not knowledge out of git.
const gitignore = BatchDir + "/\n" + lockName + "\n" + tempPrefix + "*\n"

// maxAttempts bounds how often Modify starts over because a program that does
// not take the lock changed the file meanwhile.
const maxAttempts = 5

// ErrNoKnowledge means that the project has no knowledge directory.
var ErrNoKnowledge = errors.New("this project has no " + Dir + " directory")

// ErrBusy means that the file kept changing while it was being rewritten.
var ErrBusy = errors.New("the knowledge file keeps changing")

// Store reads and writes one project's knowledge file. It holds nothing open
// between calls, and any number of stores, in any number of processes, may
// work on the same file.
type Store struct {
	dir  string // the .knowledge directory, symbolic links resolved
	file string

	beforeRename func() // for tests: runs when the new file is complete but not yet in place
}

// Open returns the store of the project in root. Without a knowledge directory
// it gives ErrNoKnowledge; it never makes one.
func Open(root string) (*Store, error) {
	inside, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, fmt.Errorf("opening the knowledge of %q: %w", root, err)
	}
	dir, err := filepath.EvalSymlinks(filepath.Join(inside, Dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("opening the knowledge of %q: %w", root, ErrNoKnowledge)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the knowledge of %q: %w", root, err)
	}
	// A link in a repository must not make us write somewhere else.
	if rel, err := filepath.Rel(inside, dir); err != nil || !filepath.IsLocal(rel) {
		return nil, fmt.Errorf("opening the knowledge of %q: %s leads outside the project", root, Dir)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the knowledge of %q: %w", root, err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("opening the knowledge of %q: %s is not a directory", root, Dir)
	}
	return &Store{dir: dir, file: filepath.Join(dir, File)}, nil
}

// Create makes the knowledge directory of the project in root, with a
// .gitignore for what is not to be committed, and opens it. What exists is
// left as it is.
func Create(root string) (*Store, error) {
	if err := os.Mkdir(filepath.Join(root, Dir), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("creating the knowledge of %q: %w", root, explain(err))
	}
	s, err := Open(root)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(s.dir, ".gitignore"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return s, nil
	}
	if err == nil {
		_, err = f.WriteString(gitignore)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("creating the knowledge of %q: %w", root, explain(err))
	}
	return s, nil
}

// Dir returns the absolute path of the knowledge directory.
func (s *Store) Dir() string { return s.dir }

// Load reads the knowledge; a missing file gives an empty base. A damaged file
// gives a *CorruptError. It takes no lock: a rewrite replaces the file whole,
// so a reader sees the old or the new one.
func (s *Store) Load() (*Base, error) {
	b, _, err := s.load()
	return b, err
}

// version is what a rewrite is based on.
type version struct {
	info fs.FileInfo // nil when there is no file
	data []byte
}

func (s *Store) load() (*Base, version, error) {
	info, err := os.Lstat(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return New(), version{}, nil
	}
	if err != nil {
		return nil, version{}, fmt.Errorf("reading %s: %w", s.file, err)
	}
	if !info.Mode().IsRegular() {
		return nil, version{}, fmt.Errorf("reading %s: it is not a regular file", s.file)
	}
	data, err := os.ReadFile(s.file)
	if err != nil {
		return nil, version{}, fmt.Errorf("reading %s: %w", s.file, err)
	}
	b, err := Parse(data)
	if err != nil {
		if damaged, ok := errors.AsType[*CorruptError](err); ok {
			damaged.File = s.file
		}
		return nil, version{}, err
	}
	return b, version{info, data}, nil
}

// Modify reads the file, lets change work on it and writes the result,
// atomically and while no other Modify runs on it. It reports whether anything
// was written: a result with the same content is not. change may run more than
// once, each time on a freshly read base; its error is returned and nothing is
// written. Waiting for the lock ends with ctx.
func (s *Store) Modify(ctx context.Context, change func(*Base) error) (written bool, err error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return false, err
	}
	defer unlock()
	for range maxAttempts {
		b, base, err := s.load()
		if err != nil {
			return false, err
		}
		if err := change(b); err != nil {
			return false, err
		}
		data := b.Encode()
		if same(data, base.data) {
			return false, nil
		}
		switch err := s.replace(base, data); {
		case errors.Is(err, ErrBusy):
			if ctx.Err() != nil {
				return false, fmt.Errorf("writing %s: %w", s.file, ctx.Err())
			}
		case err != nil:
			return false, fmt.Errorf("writing %s: %w", s.file, explain(err))
		default:
			return true, nil
		}
	}
	return false, fmt.Errorf("writing %s: %w", s.file, ErrBusy)
}

// same reports whether data, as encoded, says what the file says. A file that
// another program laid out differently is left alone until its content changes.
func same(data, file []byte) bool {
	if bytes.Equal(data, file) {
		return true
	}
	b, err := Parse(file)
	return err == nil && bytes.Equal(data, b.Encode())
}

// replace puts data in the file's place if the file is still the base version:
// other programs (git, project-intel-tool) write it without taking our lock.
func (s *Store) replace(base version, data []byte) (err error) {
	s.sweep()
	mode := fs.FileMode(0o644)
	if base.info != nil {
		mode = base.info.Mode().Perm()
	}
	f, err := os.CreateTemp(s.dir, tempPrefix+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close() // closing twice does no harm
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil && runtime.GOOS != "windows" {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if s.beforeRename != nil {
		s.beforeRename()
	}
	if !s.unchanged(base) {
		return ErrBusy
	}
	if err := os.Rename(f.Name(), s.file); err != nil {
		return err
	}
	// The new file is in place; that some file systems cannot sync a directory
	// is no reason to call the write a failure.
	if d, err := os.Open(s.dir); err == nil {
		d.Sync()
		d.Close()
	}
	return nil
}

func (s *Store) unchanged(base version) bool {
	now, err := os.Lstat(s.file)
	if base.info == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && os.SameFile(now, base.info) && now.Size() == base.info.Size() && now.ModTime().Equal(base.info.ModTime())
}

// sweep removes what a process that was killed while writing left behind. The
// lock is held, so nobody is using such files.
func (s *Store) sweep() {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			os.Remove(filepath.Join(s.dir, e.Name()))
		}
	}
}

// explain says what a permission error means here.
func explain(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("the directory cannot be written to: %w", err)
	}
	return err
}

// lock waits until no other process modifies the file. It returns what ends
// the hold.
func (s *Store) lock(ctx context.Context) (unlock func(), err error) {
	// Most holds last milliseconds, so the first waits are short.
	const shortest, longest = 2 * time.Millisecond, 100 * time.Millisecond
	for wait := shortest; ; wait = min(2*wait, longest) {
		unlock, err := tryLock(s.dir)
		if err == nil {
			return unlock, nil
		}
		if !errors.Is(err, errLocked) {
			return nil, fmt.Errorf("locking %s: %w", s.file, explain(err))
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("locking %s: another process is writing it: %w", s.file, ctx.Err())
		case <-timer.C:
		}
	}
}

// errLocked means that someone else holds the lock.
var errLocked = errors.New("locked")
