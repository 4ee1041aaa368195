package main

import (
	"fmt"
	"sort"

	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/lang/langtest"
)

// ctagsNames are the parsers of universal-ctags for our languages. Languages
// that it does not know are compared by their own folder's tests.
var ctagsNames = map[string]string{"go": "Go", "python": "Python", "php": "PHP", "java": "Java", "typescript": "TypeScript", "javascript": "JavaScript",
	"kotlin": "Kotlin", "csharp": "C#", "c": "C", "cpp": "C++", "rust": "Rust", "ruby": "Ruby", "bash": "Sh", "lua": "Lua",
	"sql": "SQL", "makefile": "Make", "protobuf": "Protobuf", "css": "CSS", "scss": "SCSS"}

// definitions holds definitions against those of universal-ctags on named trees.
func (b *bench) definitions() error {
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return err
	}
	for _, p := range pairs(b.langs) {
		d := registry.Lookup(p[0])
		if d == nil || ctagsNames[string(d.ID)] == "" {
			return fmt.Errorf("ctags is not asked about %q", p[0])
		}
		c, err := langtest.CompareCtags(d, p[1], ctagsNames[string(d.ID)], nil)
		if err != nil {
			return err
		}
		fmt.Printf("%s %s: %d files (%d partial, %d fallback), %.1f MB, %d tags, found %d (%.2f %%)\n", d.ID, p[1], c.Files, c.Partial, c.Fallback,
			float64(c.Bytes)/1e6, c.Tags, c.Found, 100*c.Ratio())
		var kinds []string
		for k := range c.Kinds {
			kinds = append(kinds, k)
		}
		sort.Strings(kinds)
		for _, k := range kinds {
			fmt.Printf("  %s %d of %d\n", k, c.Kinds[k][1], c.Kinds[k][0])
		}
		for _, m := range c.Missed[:min(b.missed, len(c.Missed))] {
			fmt.Println("  missed", m)
		}
	}
	return nil
}
