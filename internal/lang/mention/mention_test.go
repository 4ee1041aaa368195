package mention_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sextant/internal/lang/mention"
)

// found lists what Scan finds in text, separated by blanks.
func found(text string) string {
	var out []string
	mention.Scan([]byte(text), 0, func(f mention.Found) { out = append(out, text[f.Span.Start:f.Span.End]) })
	return strings.Join(out, " ")
}

func TestScan(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"see src/a.ts and lib/b.", "src/a.ts lib/b"},
		{"(src/a.ts), \"b/c.d\"; 'e/ff'", "src/a.ts b/c.d e/ff"},
		{"./x.js ../y/z /etc/app.conf ../..", "./x.js ../y/z /etc/app.conf"},
		{"main.go README.md", "main.go README.md"},
		{"1.2.3 v1.2.3 1.x 0.5s 1.2.3-rc1 2.0b1 12.5", ""},
		{"3.md 1.2.tar.gz", "3.md 1.2.tar.gz"},
		{"example.com github.com/x/y golang.org/x/tools a.host.io:80/x", ""},
		{"https://h.example/a/b.html http://x/y.js rest/z.js", "rest/z.js"},
		{"git@host.com:user/repo.git mailto:a/b.c data:image/png;base64,aa/bb", ""},
		{"a@b.com logo@2x.png pkg@1.2.3", "logo@2x.png"},
		{"e.g. i.e. a.k.a. U.S. a.c b.h", "a.c b.h"},
		{"1/2 24/7 2024/01/02 n/a I/O", ""},
		{"//cdn/x.js a//b.c", ""},
		{"src/**/*.ts src/{a,b}/c.ts ${dir}/x.c $HOME/y.c %s/z.c <name>/w.c ~/v.c", ""},
		{"src/a.ts:12 src/b.ts#L3 src/c.ts?x=1/2", "src/a.ts src/b.ts src/c.ts"},
		{"--file=src/a.ts -o out/b", "src/a.ts out/b"},
		{"**src/a.ts** _src/b.ts_ <b>src/c.ts</b>", "src/a.ts src/b.ts src/c.ts"},
		{"src/größe.py 日本/語.md “src/q.md”—src/d.md…", "src/größe.py 日本/語.md src/q.md src/d.md"},
		{"sha512-ab/cd+ef== ab/cdef=", ""},
		{"@scope/pkg/file.js #/definitions/Foo localhost:3000/api", "@scope/pkg/file.js"},
		{"C:\\x\\y.c", ""},
		{"... src/... a.... .", "src/"},
		{"foo.bar", "foo.bar"},
		{"Store.get()", "Store.get"},
		{"x.service y.gradle z.toolong", "x.service y.gradle"},
		{strings.Repeat("a/", 200), ""},
		{"", ""},
	} {
		if got := found(c.text); got != c.want {
			t.Errorf("%q: found %q, want %q", c.text, got, c.want)
		}
	}
}

func TestScanOffsets(t *testing.T) {
	mention.Scan([]byte("é src/a.ts"), 100, func(f mention.Found) {
		if f.Span.Start != 103 || f.Span.End != 111 || !f.Slash || !f.Extension || !f.Known {
			t.Errorf("got %+v", f)
		}
	})
}

func TestWhole(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"src/a.ts", "src/a.ts"},
		{"src/a.ts#x?y", "src/a.ts"},
		{"pages/[id]/[...rest].tsx", "pages/[id]/[...rest].tsx"},
		{"app/(group)/$name.tsx", "app/(group)/$name.tsx"},
		{"main.go", "main.go"},
		{".gitignore", ".gitignore"},
		{".env", ".env"},
		{".ts", ""},
		{"f(x)/y.ts", ""},
		{"$HOME/x.ts", ""},
		{"a b/c.ts", ""},
		{"src/*.ts", ""},
		{"https://host.example/x", ""},
		{"^1.2.3", ""},
		{"#anchor", ""},
		{"", ""},
	} {
		got := ""
		if n, _, ok := mention.Whole([]byte(c.text)); ok {
			got = c.text[:n]
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLink(t *testing.T) {
	for _, c := range []struct{ dest, want string }{
		{"docs/a.md", "docs/a.md"},
		{"docs/a%20b.md#part", "docs/a%20b.md"},
		{"LICENSE", "LICENSE"},
		{"../", "../"},
		{"..", ".."},
		{"/root.md", "/root.md"},
		{"a:b", ""},
		{"dir/a:b", "dir/a:b"},
		{"#here", ""},
		{"?q", ""},
		{"/", ""},
		{"", ""},
		{"//host/x", ""},
		{"https://host.example", ""},
		{"mailto:a@b.c", ""},
		{"me@host.com", ""},
		{"{{ url }}/x", ""},
	} {
		if got := c.dest[:mention.Link([]byte(c.dest))]; got != c.want {
			t.Errorf("%q: got %q, want %q", c.dest, got, c.want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("see src/a.ts, https://x/y and `b/c`", uint32(7))
	f.Add("src/größe.py\xff/..//_x_", uint32(0))
	f.Fuzz(func(t *testing.T, text string, at uint32) {
		at %= 1 << 20
		end := at
		mention.Scan([]byte(text), at, func(m mention.Found) {
			if m.Span.Start < end || m.Span.End <= m.Span.Start || m.Span.End > at+uint32(len(text)) {
				t.Fatalf("span %v after %d in %d bytes at %d", m.Span, end, len(text), at)
			}
			end = m.Span.End
			word := text[m.Span.Start-at : m.Span.End-at]
			if strings.Contains(word, "//") || strings.ContainsAny(word, " \n\"'`<>") || !m.Slash && !m.Extension || !utf8.ValidString(word) {
				t.Fatalf("found %q", word)
			}
		})
		if n, _, ok := mention.Whole([]byte(text)); ok && (n == 0 || n > len(text)) {
			t.Fatalf("whole: %d of %d", n, len(text))
		}
		if n := mention.Link([]byte(text)); n < 0 || n > len(text) {
			t.Fatalf("link: %d of %d", n, len(text))
		}
	})
}

func BenchmarkScan(b *testing.B) {
	text := []byte(strings.Repeat("Some words about src/lib/main.go, https://host.example/x.html and and/or README.md in prose. ", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		n := 0
		mention.Scan(text, 0, func(mention.Found) { n++ })
		b.ReportMetric(float64(n), "mentions")
	}
}
