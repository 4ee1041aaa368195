package checkpoint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sextant/internal/code"
)

func h(n byte) code.Hash { return code.Hash{n} }

func TestCompare(t *testing.T) {
	before := Checkpoint{{"a", h(1), 10}, {"b", h(2), 20}, {"c", h(3), 30}, {"d", h(4), 40}, {"e", code.Hash{}, 50}, {"f", code.Hash{}, 60}, {"gone", h(7), 70}}
	after := Checkpoint{
		{"a", h(1), 11},        // touched
		{"b", h(9), 20},        // another content under the same stamp
		{"c", code.Hash{}, 31}, // touched, not read yet: it is read, and the same
		{"d", code.Hash{}, 41}, // not read yet: it is read, and another
		{"e", h(5), 50},        // the stamp pins it
		{"f", h(6), 61},        // nobody knows what it was
		{"new", h(8), 80},
	}
	asked := []string{}
	got := Compare(before, after, func(p string) (code.Hash, bool) {
		asked = append(asked, p)
		return h(3), true
	})
	want := Changes{Changed: []string{"b", "d", "f"}, Added: []string{"new"}, Deleted: []string{"gone"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !slices.Equal(asked, []string{"c", "d"}) {
		t.Errorf("%v were read", asked)
	}
	if got := Compare(Checkpoint{{"c", h(3), 1}}, Checkpoint{{"c", code.Hash{}, 2}}, func(string) (code.Hash, bool) { return h(3), false }); len(got.Changed) != 1 {
		t.Errorf("what cannot be read is %v", got)
	}
}

func TestCodec(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 50 {
		var c Checkpoint
		for k := range n {
			c = append(c, File{fmt.Sprintf("dir%d/%c%d", k/7, 'a'+rune(rng.IntN(26)), k), h(byte(rng.IntN(256))), rng.Uint64()})
		}
		slices.SortFunc(c, func(a, b File) int { return map[bool]int{true: -1, false: 1}[a.Path < b.Path] })
		b := c.Encode()
		got, err := Decode(b)
		if err != nil || !slices.Equal(got, c) {
			t.Fatalf("%v became %v, %v", c, got, err)
		}
		if n > 0 {
			if _, err := Decode(b[:len(b)-1]); err == nil {
				t.Fatal("a cut one was read")
			}
		}
		if _, err := Decode(append(slices.Clone(b), 0)); err == nil {
			t.Fatal("one with more behind it was read")
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Checkpoint{{"a/b", h(1), 2}, {"a/c", h(3), 4}}.Encode())
	f.Add([]byte{1, 255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Decode(b)
		if err != nil {
			return
		}
		again, err := Decode(c.Encode())
		if err != nil || !slices.Equal(again, c) {
			t.Errorf("%v became %v, %v", c, again, err)
		}
	})
}
