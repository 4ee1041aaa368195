package clang

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file behind an include as a compiler would with what the
// checkout says: beside the including file for "name", then the directories
// that compile_commands.json or CMake files give, then the usual roots, then
// the one file that ends so. A C++20 import leads to the module's interface.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	name := strings.ReplaceAll(im.Specifier, "\\", "/")
	if im.Form == code.ImportStatic {
		return module(p, from, im.Specifier)
	}
	if name == "" || path.IsAbs(name) {
		return lang.Target{Key: im.Specifier}
	}
	if !isAngle(im) {
		if f, ok := existing(p, path.Dir(from), name); ok {
			return lang.Target{Files: []string{f}, Key: f}
		}
	}
	built := builds(p)
	for _, dir := range built.of(from) {
		if f, ok := existing(p, dir, name); ok {
			return lang.Target{Files: []string{f}, Key: f}
		}
	}
	if isAngle(im) && !strings.Contains(name, "/") && standard(name) {
		return lang.Target{Key: im.Specifier}
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, root := range [...]string{"", "include", "src", "inc"} {
			if f, ok := existing(p, path.Join(dir, root), name); ok && (dir == "." || root != "" || !isAngle(im)) {
				return lang.Target{Files: []string{f}, Key: f}
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	if f := bySuffix(p, from, name, isAngle(im)); f != "" {
		return lang.Target{Files: []string{f}, Key: f}
	}
	return lang.Target{Key: im.Specifier}
}

// existing joins a directory and a name if that is a file of the checkout.
func existing(p lang.Project, dir, name string) (string, bool) {
	f := path.Join(dir, name)
	if strings.HasPrefix(f, "../") || !p.File(f) {
		return "", false
	}
	return f, true
}

// bySuffix finds the one file whose path ends in name. Of several that ends
// nearest counts: one that shares more leading directories with the including
// file than every other. A bare name in angle brackets is too little to go by.
func bySuffix(p lang.Project, from, name string, angle bool) string {
	for strings.HasPrefix(name, "../") || strings.HasPrefix(name, "./") {
		_, name, _ = strings.Cut(name, "/")
	}
	if name == "" || strings.Contains(name, "../") {
		return ""
	}
	found := p.WithSuffix(name)
	if len(found) == 0 || angle && !strings.Contains(name, "/") && len(found) > 1 {
		return ""
	}
	best, shared, tie := "", -1, false
	for _, f := range found {
		n := lang.SharedDirs(from, f)
		switch {
		case n > shared:
			best, shared, tie = f, n, false
		case n == shared:
			tie = true
		}
	}
	if tie || len(found) > 1 && shared == 0 {
		return ""
	}
	return best
}

// module finds the interface of a C++20 module or partition (":part").
func module(p lang.Project, from, name string) lang.Target {
	full := name
	if strings.HasPrefix(name, ":") {
		full = strings.TrimPrefix(name, ":")
	} else if files := p.Declaring("cpp", name); len(files) > 0 {
		var interfaces []string
		for _, f := range files {
			switch path.Ext(f) {
			case ".cppm", ".ixx", ".mpp", ".cxxm":
				interfaces = append(interfaces, f)
			}
		}
		if len(interfaces) == 0 {
			interfaces = files
		}
		return lang.Target{Files: interfaces, Key: interfaces[0]}
	}
	base := strings.ReplaceAll(full, ":", "-")
	for _, ext := range [...]string{".cppm", ".ixx"} {
		for _, stem := range [...]string{base, strings.ReplaceAll(base, ".", "/")} {
			if f := bySuffix(p, from, stem+ext, false); f != "" {
				return lang.Target{Files: []string{f}, Key: f}
			}
		}
	}
	return lang.Target{Key: name}
}

// standard reports whether a name is a header of the C or C++ library or of
// POSIX: those are the system's, whatever the checkout has of that name.
func standard(name string) bool {
	base, ok := strings.CutSuffix(name, ".h")
	if !ok {
		return !strings.Contains(name, ".")
	}
	switch base {
	case "assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "iso646", "limits", "locale", "math", "setjmp", "signal",
		"stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib", "stdnoreturn", "string", "strings", "tgmath",
		"threads", "time", "uchar", "wchar", "wctype", "aio", "cpio", "dirent", "dlfcn", "fcntl", "fmtmsg", "fnmatch", "ftw", "glob",
		"grp", "iconv", "langinfo", "libgen", "monetary", "mqueue", "ndbm", "netdb", "nl_types", "poll", "pthread", "pwd", "regex",
		"sched", "search", "semaphore", "spawn", "stropts", "syslog", "tar", "termios", "trace", "ulimit", "unistd", "utime", "utmpx",
		"wordexp", "malloc", "memory", "alloca", "getopt", "err", "paths", "pty", "windows", "winsock2", "ws2tcpip", "io", "direct", "process":
		return true
	}
	return false
}
