package workspace

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"empty", "", ""},
		{"plain", "a\n", "a\n"},
		{"CRLF is kept", "a\r\nb\rc\n", "a\r\nb\rc\n"},
		{"UTF-8", "größe €", "größe €"},
		{"UTF-8 with a mark", "\xef\xbb\xbfa", "a"},
		{"only a mark", "\xef\xbb\xbf", ""},
		{"only the first mark goes", "\xef\xbb\xbf\xef\xbb\xbfa", "\ufeffa"},
		{"UTF-16LE", "\xff\xfea\x00\r\x00\n\x00\xac\x20", "a\r\n€"},
		{"UTF-16BE", "\xfe\xff\x00a\x20\xac", "a€"},
		{"UTF-16 pair", "\xfe\xff\xd8\x3d\xde\x00", "😀"},
		{"UTF-16 lone half", "\xfe\xff\xd8\x3d\x00a", "\ufffda"},
		{"UTF-16 odd length", "\xff\xfea\x00b", "a"},
		{"UTF-16 mark only", "\xff\xfe", ""},
		{"Latin-1", "gr\xf6\xdfe", "größe"},
		{"Latin-1 after a UTF-8 mark", "\xef\xbb\xbf\xf6", "ö"},
		{"cut UTF-8", "ab\xe2\x82", "abâ\u0082"},
		{"surrogate in UTF-8", "\xed\xa0\x80", "í\u00a0\u0080"},
	} {
		if got := string(Text([]byte(c.raw))); got != c.want {
			t.Errorf("%s: %q became %q, want %q", c.name, c.raw, got, c.want)
		}
	}
}

func TestIsBinary(t *testing.T) {
	pad := bytes.Repeat([]byte("x"), binarySniff)
	for _, c := range []struct {
		name, raw string
		want      bool
	}{
		{"empty", "", false},
		{"text", "a\n", false},
		{"NUL", "a\x00", true},
		{"last NUL that is looked at", string(pad[1:]) + "\x00", true},
		{"NUL far down", string(pad) + "\x00", false},
		{"UTF-16LE", "\xff\xfea\x00", false},
		{"UTF-16BE", "\xfe\xff\x00a", false},
		{"UTF-32LE", "\xff\xfe\x00\x00a\x00\x00\x00", true},
		{"UTF-32BE", "\x00\x00\xfe\xff\x00\x00\x00a", true},
		{"UTF-16 without a mark", "a\x00b\x00", true},
		{"Latin-1", "\xf6", false},
	} {
		if got := IsBinary([]byte(c.raw)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("\xff\xfea\x00\xd8"))
	f.Add([]byte("\xef\xbb\xbfa\xff"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		kept := bytes.Clone(raw)
		text := Text(raw)
		if !utf8.Valid(text) || len(text) > 2*len(raw) {
			t.Errorf("%q became %q", raw, text)
		}
		if !bytes.Equal(raw, kept) {
			t.Error("the raw bytes were changed")
		}
	})
}
