package bash

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file that a script reads or runs. What stands before a
// path in an expansion is nearly always a directory of the checkout: the path
// behind it is looked for from the script's own directory, then from each
// directory above it up to the root. A file that is not there is outside.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	outside := lang.Target{Key: im.Specifier}
	expanded, tail := cutExpansions(im.Specifier)
	if tail == "" || !expanded && strings.HasPrefix(tail, "/") || strings.HasPrefix(tail, "~") {
		return outside
	}
	if expanded && !strings.HasPrefix(tail, "/") {
		return outside // $name.sh
	}
	tail = strings.TrimLeft(tail, "/")
	for dir := lang.Dir(from); ; dir = lang.Dir(dir) {
		if full := path.Join(dir, tail); full != ".." && !strings.HasPrefix(full, "../") {
			for _, ext := range []string{"", ".bash", ".sh"} {
				if file := full + ext; file != from && p.File(file) && (ext == "" || im.Form == code.ImportInclude) {
					return lang.Target{Files: []string{file}, Key: file}
				}
			}
		}
		if dir == "" {
			return outside
		}
	}
}
