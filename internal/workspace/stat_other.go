//go:build !unix

package workspace

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// handle is a directory by its path: this system opens no path relative to a directory.
type handle struct{ path string }

// errNotDir is what opening says of something that is no directory any more.
const errNotDir = syscall.ENOTDIR

func openTop(root string) (handle, error) {
	st, err := os.Stat(root)
	if err == nil && !st.IsDir() {
		err = &fs.PathError{Op: "open", Path: root, Err: errNotDir}
	}
	return handle{root}, err
}

func (h handle) at(path string) string { return filepath.Join(h.path, filepath.FromSlash(path)) }

func (h handle) openDir(path string) (handle, error) {
	sub := handle{h.at(path)}
	_, t, err := lstat(sub.path)
	if err == nil && t != typeDir && path != "" {
		err = &fs.PathError{Op: "open", Path: path, Err: errNotDir}
	}
	return sub, err
}

func (h handle) openFile(path string) (*os.File, error) { return os.Open(h.at(path)) }

func (h handle) readFile(path string, buf []byte, from int64) (n int, s Signature, t entryType, err error) {
	f, err := h.openFile(path)
	if err != nil {
		return 0, s, t, err
	}
	defer f.Close()
	if n, err = f.ReadAt(buf, from); err != nil && err != io.EOF {
		return n, s, t, err
	}
	s, t, err = statOpen(f)
	return n, s, t, err
}

func (h handle) close() {}

func (h handle) stat() (Signature, error) { s, _, err := stat(h.path); return s, err }

func (h handle) lstat(path string) (Signature, entryType, error) { return lstat(h.at(path)) }

// look is lstat; other names of a file are not looked for, as nothing is watched here.
func (h handle) look(path string) (s Signature, t entryType, named bool, err error) {
	s, t, err = h.lstat(path)
	return s, t, false, err
}

func (h handle) names() ([]string, error) {
	f, err := os.Open(h.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return slices.Compact(names), err
}

func statOpen(f *os.File) (Signature, entryType, error) { return fromInfo(f.Stat()) }

func lstat(path string) (Signature, entryType, error) { return fromInfo(os.Lstat(path)) }

// stat follows symlinks.
func stat(path string) (Signature, entryType, error) { return fromInfo(os.Stat(path)) }

func fromInfo(st os.FileInfo, err error) (Signature, entryType, error) {
	if err != nil {
		return Signature{}, typeOther, err
	}
	t := typeOther
	switch {
	case st.Mode().IsRegular():
		t = typeFile
	case st.IsDir():
		t = typeDir
	case st.Mode()&os.ModeSymlink != 0:
		t = typeSymlink
	}
	return Signature{Size: st.Size(), Mtime: st.ModTime().UnixNano(), Mode: uint32(st.Mode())}, t, nil
}
