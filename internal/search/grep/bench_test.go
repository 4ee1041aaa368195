package grep

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// corpus loads the C sources below the folders of GREP_CORPUS, separated by
// colons. A benchmark without it runs on a text of its own.
func corpus(b *testing.B) (files [][]byte, size int64) {
	for _, folder := range strings.Split(os.Getenv("GREP_CORPUS"), ":") {
		if folder == "" {
			continue
		}
		err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := fs.ReadFile(os.DirFS(folder), name)
			files = append(files, text)
			size += int64(len(text))
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if files == nil {
		line := "\tstatic int err_17 = kmalloc(sizeof(struct foo), GFP_KERNEL); /* Erreur */\n\tif (!err_17)\n\t\treturn NULL;\n\n"
		files = [][]byte{bytes.Repeat([]byte(line), 10_000)}
		size = int64(len(files[0]))
	}
	return files, size
}

// BenchmarkLines prints the lines found beside the speed, and the speed of
// package regexp where re is asked for.
func BenchmarkLines(b *testing.B) {
	files, size := corpus(b)
	for _, q := range []struct {
		query string
		Options
	}{
		{"kmalloc", Options{Case: Sensitive}},
		{"mutex_lock", Options{Case: Sensitive}},
		{"return", Options{Case: Sensitive}},
		{"e", Options{Case: Sensitive}},
		{"kmalloc", Options{Case: Insensitive}},
		{"error", Options{Case: Insensitive}},
		{"task", Options{Case: Insensitive}},
		{"zqzqzq", Options{Case: Insensitive}},
		{"lock", Options{Word: true}},
		{`\bfoo\w+\(`, Options{Case: Sensitive}},
		{`[a-z]+_[0-9]{3}`, Options{Case: Sensitive}},
		{`err(or)?s? != nil`, Options{Case: Sensitive}},
		{`^static.*\binit\b`, Options{Case: Sensitive}},
		{`^\s*return\s+-E[A-Z]+;$`, Options{Case: Sensitive}},
		{`\w+_lock\(&\w+->\w+\)`, Options{Case: Sensitive}},
		{`kmalloc|kzalloc|kcalloc`, Options{Case: Sensitive}},
		{`(mutex|spin|read|write|rcu)_(un)?lock`, Options{Case: Sensitive}},
		{`\b[A-Z][A-Z0-9_]{12,}\b`, Options{Case: Sensitive}},
		{`"[^"]*%[0-9]*[dux][^"]*"`, Options{Case: Sensitive}},
		{`[0-9]+\.[0-9]+\.[0-9]+`, Options{Case: Sensitive}},
		{`\p{Greek}`, Options{Case: Sensitive}},
		{`.`, Options{Case: Sensitive}},
		{`.*`, Options{Case: Sensitive}},
		{`[aeiou]{5}`, Options{Case: Sensitive}},
		{`(a|b)*a(a|b){12}`, Options{Case: Sensitive}},
		{`.{100}`, Options{Case: Sensitive}},
		{`[^\n]*[^\n]*[^\n]*@@`, Options{Case: Sensitive}},
		{`goto out;\n}`, Options{Case: Sensitive, Multiline: true}},
		{`(?s)kmalloc\([^;]*;\n[^\n]*return`, Options{Case: Sensitive, Multiline: true}},
	} {
		name := strings.ReplaceAll(q.query, "/", "|")
		if q.Case == Insensitive {
			name += "(i)"
		}
		if q.Word {
			name += "(w)"
		}
		if q.Multiline {
			name += "(m)"
		}
		p, err := Compile(q.query, q.Options)
		if err != nil {
			b.Fatal(err)
		}
		bare, _ := Compile(q.query, q.Options)
		bare.needles, bare.pure = nil, false
		for _, way := range []struct {
			name string
			*Pattern
		}{{"", p}, {"-bare", bare}} {
			b.Run(name+way.name, func(b *testing.B) {
				lines := 0
				b.SetBytes(size)
				for b.Loop() {
					lines = 0
					for _, f := range files {
						way.Each(f, func(Line) bool { lines++; return true })
					}
				}
				b.ReportMetric(float64(lines), "lines")
			})
		}
		if os.Getenv("GREP_REGEXP") == "" || q.Multiline || q.Word {
			continue
		}
		b.Run(name+"-regexp", func(b *testing.B) {
			re := regexp.MustCompile(p.source)
			lines := 0
			b.SetBytes(size)
			for b.Loop() {
				lines = 0
				for _, f := range files {
					lines += len(naiveLines(f, re.Match))
				}
			}
			b.ReportMetric(float64(lines), "lines")
		})
	}
}
