package lang

import "strings"

// Dir is the directory of a file or a directory inside the root, both as
// relative paths with slashes: "" is the root itself.
func Dir(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return ""
}

// SharedDirs counts the leading directories that two paths have in common. A
// directory itself counts when its path ends with a slash.
func SharedDirs(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}
