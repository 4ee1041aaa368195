package workspace

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// FindRoot returns the root directory for a wish: the directory given, else
// the enclosing git work tree of the current directory, else that directory.
// The result is absolute with symlinks resolved.
func FindRoot(wish string) (string, error) {
	dir := wish
	if dir == "" {
		wd, err := os.Getwd()
		if err != nil {
			return "", fmt.Errorf("finding the root: %w", err)
		}
		dir = wd
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("finding the root: %w", err)
	}
	abs, err = filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("root %q: %w", dir, err)
	}
	st, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("root %q: %w", dir, err)
	}
	if !st.IsDir() {
		return "", fmt.Errorf("root %q is not a directory", dir)
	}
	if wish == "" {
		from := abs
		if i := strings.Index(abs+"/", string(filepath.Separator)+".git"+string(filepath.Separator)); i > 0 {
			from = abs[:i] // inside a repository's own files, its work tree is meant
		}
		if repo, ok := discover(from); ok {
			return repo.WorkTree, nil
		}
	}
	return abs, nil
}

// ErrOutside says that a path leads out of the root.
var ErrOutside = errors.New("path is outside the root")

// longestPath is how many bytes of path Clean takes; no system opens a longer one.
const longestPath = 32 << 10

// Clean turns a caller's path into one relative to the root with forward
// slashes ("" is the root). Absolute paths inside the root and Windows
// separators are accepted, a file whose name really has a backslash before
// those. Symlinks to directories are resolved, as the manifest has what is in
// them under its real path; a symlink to a file keeps its name. The path need
// not exist. One that leaves the root, by itself or through a symlink, is
// ErrOutside.
func (w *Workspace) Clean(p string) (string, error) {
	switch {
	case strings.IndexByte(p, 0) >= 0:
		return "", fmt.Errorf("path %.100q contains a NUL byte", p)
	case len(p) > longestPath:
		return "", fmt.Errorf("path %.100q... is too long: %d bytes", p, len(p))
	}
	if strings.Contains(p, `\`) {
		if rel, err := w.clean(p); err == nil {
			if _, err := os.Lstat(filepath.Join(w.root, filepath.FromSlash(rel))); err == nil {
				return rel, nil
			}
		}
	}
	rel, err := w.clean(strings.ReplaceAll(p, `\`, "/"))
	if err != nil {
		return "", fmt.Errorf("%.1000q: %w", p, err)
	}
	return rel, nil
}

func (w *Workspace) clean(p string) (string, error) {
	outside := fmt.Errorf("%w %s", ErrOutside, w.root)
	full := filepath.FromSlash(p)
	switch {
	case filepath.IsAbs(full):
		full = filepath.Clean(full)
		if _, ok := inside(w.root, full); !ok {
			// The caller may name the root through a symlink.
			named, err := keepName(full)
			if err != nil {
				return "", err
			}
			if _, ok := inside(w.root, named); !ok {
				if named, err = realPath(full); err != nil {
					return "", err
				}
			}
			full = named
		}
	case strings.HasPrefix(p, "/"): // Windows: from the top of some drive
		return "", outside
	default:
		full = filepath.Join(w.root, full)
	}
	rel, ok := inside(w.root, full)
	if !ok {
		return "", outside
	}
	resolved, err := realPath(full)
	if err != nil {
		return "", err
	}
	if resolved == full {
		return rel, nil
	}
	target, ok := inside(w.root, resolved)
	if !ok {
		return "", fmt.Errorf("%w %s: a symlink leads to %s", ErrOutside, w.root, resolved)
	}
	if info, err := os.Stat(resolved); err == nil && info.IsDir() {
		return target, nil
	}
	if named, err := keepName(full); err == nil {
		if rel, ok := inside(w.root, named); ok {
			return rel, nil
		}
	}
	return target, nil
}

// inside gives full relative to root, "" for the root itself.
func inside(root, full string) (rel string, ok bool) {
	rel, err := filepath.Rel(root, full)
	if err != nil {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return "", false
	}
	if rel = path.Clean(rel); rel == "." {
		rel = ""
	}
	return rel, true
}

// keepName resolves the symlinks on the way to the last part of a path.
func keepName(full string) (string, error) {
	dir, err := realPath(filepath.Dir(full))
	return filepath.Join(dir, filepath.Base(full)), err
}

// linkLimit is how many symlinks may lead to one another.
const linkLimit = 255

// realPath resolves every symlink in an absolute path, also a symlink to
// nothing, and also when the path does not exist from some part on.
func realPath(full string) (string, error) {
	const separator = string(filepath.Separator)
	volume := filepath.VolumeName(full)
	done, rest := volume+separator, full[len(volume):]
	for links := 0; rest != ""; {
		name, after, _ := strings.Cut(rest, separator)
		rest = after
		switch name {
		case "", ".":
			continue
		case "..":
			done = filepath.Dir(done)
			continue
		}
		at := filepath.Join(done, name)
		target, err := os.Readlink(at)
		if err != nil {
			if _, err := os.Lstat(at); err != nil {
				return filepath.Join(at, rest), nil
			}
			done = at
			continue
		}
		if links++; links > linkLimit {
			return "", fmt.Errorf("more than %d symlinks lead to one another", linkLimit)
		}
		target = filepath.FromSlash(target)
		if filepath.IsAbs(target) {
			volume = filepath.VolumeName(target)
			done, target = volume+separator, target[len(volume):]
		}
		rest = target + separator + rest
	}
	return done, nil
}
