package trigram

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// slowFoldRune is the definition of FoldRune, word by word.
func slowFoldRune(r rune) rune {
	least := r
	for other := unicode.SimpleFold(r); ; other = unicode.SimpleFold(other) {
		if 'a' <= other && other <= 'z' {
			return other
		}
		least = min(least, other)
		if other == r {
			return least
		}
	}
}

// slowFold is the definition of Fold.
func slowFold(text []byte) []byte {
	var out []byte
	for _, r := range string(text) { // an invalid byte is U+FFFD here as well
		out = utf8.AppendRune(out, slowFoldRune(r))
	}
	return out
}

func TestFoldRuneEveryRune(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := slowFoldRune(r)
		if got := FoldRune(r); got != want {
			t.Fatalf("FoldRune(%U) = %U, want %U", r, got, want)
		}
		if next := FoldRune(unicode.SimpleFold(r)); next != want {
			t.Fatalf("FoldRune(%U) = %U but %U of its orbit gives %U", r, want, unicode.SimpleFold(r), next)
		}
	}
	for _, r := range []rune{-1, unicode.MaxRune + 1} {
		if got := FoldRune(r); got != utf8.RuneError {
			t.Errorf("FoldRune(%d) = %U", r, got)
		}
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"Hello, World_123 @[`{", "hello, world_123 @[`{"},
		{"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"},
		{"\u212Aelvin ma\u017F\u017F", "kelvin mass"},
		{"σς", "ΣΣ"},
		{"ÀÉàé", "ÀÉÀÉ"},
		{"İıIi", "İıii"},
		{"ßẞss", "ßßss"},
		{"日本語Go", "日本語go"},
		{"𐐨𐐀 🙂", "𐐀𐐀 🙂"},
		{"a\xffB", "a\uFFFDb"},
		{"a\uFFFDB", "a\uFFFDb"},
		{"\xe6\x97", "\uFFFD\uFFFD"},
		{"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
		{"A\r\nB\x00C", "a\r\nb\x00c"},
		{"01234567É89ABCDEFG", "01234567É89abcdefg"},
	} {
		if got := string(Fold(nil, []byte(c.in))); got != c.want {
			t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
		}
		if got := string(Fold([]byte("Keep"), []byte(c.in))); got != "Keep"+c.want {
			t.Errorf("Fold onto %q of %q = %q", "Keep", c.in, got)
		}
	}
}

// Every position of a wide character within and around a block of eight bytes.
func TestFoldAlignment(t *testing.T) {
	for n := range 20 {
		for m := range 20 {
			text := []byte(strings.Repeat("Z", n) + "Ω" + strings.Repeat("@", m) + "\xc3")
			if got, want := Fold(nil, text), slowFold(text); !bytes.Equal(got, want) {
				t.Fatalf("Fold(%q) = %q, want %q", text, got, want)
			}
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add([]byte("Straße \u212A \xff İ 日本 🙂 ABCDEFGHIJ"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got := Fold(nil, text)
		if want := slowFold(text); !bytes.Equal(got, want) {
			t.Fatalf("Fold(%q) = %q, want %q", text, got, want)
		}
		if again := Fold(nil, got); !bytes.Equal(again, got) {
			t.Fatalf("folding %q twice gives %q, then %q", text, got, again)
		}
	})
}

func BenchmarkFold(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"ASCII", "func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n"},
		{"Mixed", "// Größe der Straße, gemessen in Metern; see RFC 2616 section 4.\n"},
		{"Han", "一切有为法如梦幻泡影如露亦如电应作如是观\n"},
	} {
		text := []byte(strings.Repeat(c.text, 1<<20/len(c.text)))
		var dst []byte
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				dst = Fold(dst[:0], text)
			}
		})
	}
}
