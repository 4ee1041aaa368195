package code

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFirstSentence(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"  \n\n", ""},
		{"Opens a file.", "Opens a file."},
		{"Opens a file. Then closes it.", "Opens a file."},
		{"Opens a\nfile. Then", "Opens a file."},
		{"Opens a\tfile,   then. More", "Opens a file, then."},
		{"No stop here", "No stop here"},
		{"Two\nlines\n\nnext paragraph.", "Two lines"},
		{"Works on e.g. files. Yes.", "Works on e.g. files."},
		{"Version 1.2 of x.y. Next.", "Version 1.2 of x.y."},
		{"Named after J. Doe. Next.", "Named after J. Doe."},
		{"Really? Yes.", "Really?"},
		{"Does it\n@param x the thing", "Does it"},
		{"Does it\n:param x: the thing", "Does it"},
		{"検索します。次の文", "検索します。"},
		{"Ends in etc.", "Ends in etc."},
		{strings.Repeat("long ", 100), strings.TrimSpace(strings.Repeat("long ", 8))[:38] + "…"},
	}
	for _, tt := range tests {
		got := FirstSentence(tt.text, 40)
		if strings.HasPrefix(tt.text, "long") {
			if n := utf8.RuneCountInString(got); n > 40 || !strings.HasSuffix(got, "…") {
				t.Errorf("long text: %q (%d characters)", got, n)
			}
			continue
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestClip(t *testing.T) {
	tests := []struct {
		s    string
		max  int
		want string
	}{
		{"", 5, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"abcd", 1, "…"}, {"abcd", 0, ""}, {"abcd", -1, ""},
		{"ab cd", 4, "ab…"}, {"äöüß", 4, "äöüß"}, {"äöüß", 3, "äö…"}, {"\xff\xff\xff", 2, "\xff…"},
	}
	for _, tt := range tests {
		if got := Clip(tt.s, tt.max); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.s, tt.max, got, tt.want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("One. Two\n@x", 3)
	f.Fuzz(func(t *testing.T, s string, max int) {
		max %= 1000
		for _, got := range []string{Clip(s, max), FirstSentence(s, max)} {
			if n := utf8.RuneCountInString(got); n > 0 && n > max {
				t.Errorf("%d characters, at most %d were asked for", n, max)
			}
		}
		if strings.ContainsAny(FirstSentence(s, 50), "\n\r\t") {
			t.Error("more than one line")
		}
	})
}

func TestCounts(t *testing.T) {
	tests := []struct {
		src          string
		lines, chars uint32
	}{
		{"", 0, 0}, {"a", 1, 1}, {"a\n", 1, 2}, {"a\nb", 2, 3}, {"\n", 1, 1}, {"a\r\n", 1, 3}, {"é\xff", 1, 2},
	}
	for _, tt := range tests {
		if l, c := CountLines([]byte(tt.src)), CountChars([]byte(tt.src)); l != tt.lines || c != tt.chars {
			t.Errorf("%q: %d lines, %d characters", tt.src, l, c)
		}
	}
}
