package words

import (
	"reflect"
	"strings"
	"testing"
)

func TestEach(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"a", ""},
		{"RoundTripper", "roundtripper round- tripper-"},
		{"HTTPServer", "httpserver http- server-"},
		{"round_trip_x", "round_trip_x round- trip-"},
		{"__init__", "__init__ init-"},
		{"_name $user", "_name name- $user user-"},
		{"utf8", "utf8 utf-"},
		{"sha256Sum", "sha256sum sha- 256- sum-"},
		{"x.y = foo(bar)", "foo bar"},
		{"ÄrgerNis", "ärgernis ärger- nis-"},
		{"検索機能", "検索 索機 機能"},
		{"字", "字"},
		{"_ $ __", ""},
		{"get検索", "get 検索"},
		{strings.Repeat("a", 70), ""},
		{"\xff\xfeab", "ab"},
		{"don’t", "don"},
	}
	for _, tt := range tests {
		var got []string
		Each([]byte(tt.text), func(term []byte, whole bool) {
			s := string(term)
			if !whole {
				s += "-"
			}
			got = append(got, s)
		})
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, g, tt.want)
		}
	}
}

func TestTerms(t *testing.T) {
	got := Terms("HTTPServer timeout timeout the")
	want := []Term{{Whole: "httpserver", Parts: []string{"http", "server"}}, {Whole: "timeout"}, {Whole: "the"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}

func FuzzEach(f *testing.F) {
	f.Add([]byte("RoundTripper é検索\xff__x"))
	f.Fuzz(func(t *testing.T, text []byte) {
		Each(text, func(term []byte, whole bool) {
			if len(term) < MinTerm || len(term) > MaxTerm+4 {
				t.Errorf("term of %d bytes", len(term))
			}
		})
	})
}
