package typescript

import (
	"path"
	"strings"

	"sextant/internal/lang"
)

// customary resolves the aliases that frameworks define where no file of the
// checkout says so: SvelteKit's $lib, and the @/ and ~/ of Vite, Vue and Nuxt
// projects. The nearest directory in which the path exists is meant.
func (r *resolver) customary(spec string) string {
	head, rest, _ := strings.Cut(spec, "/")
	var below []string
	switch head {
	case "$lib":
		below = []string{"src/lib"}
	case "@", "~":
		below = []string{"src", "app", ""}
	case "@@", "~~":
		below = []string{""}
	default:
		return ""
	}
	if rest == "" && head != "$lib" {
		return ""
	}
	for dir := r.dir; ; dir = lang.Dir(dir) {
		for _, b := range below {
			base := path.Join(dir, b)
			if b != "" && !r.p.HasDir(base) {
				continue
			}
			if target, ok := join(base, rest); ok {
				if file := r.load(target, false); file != "" {
					return file
				}
			}
		}
		if dir == "" {
			return ""
		}
	}
}
