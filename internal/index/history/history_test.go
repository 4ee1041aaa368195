package history

import (
	"fmt"
	"reflect"
	"testing"
)

const day = 24 * 3600

func log(commits ...Commit) *History { return New("head", commits) }

func paths(list []Together) (out []string) {
	for _, t := range list {
		out = append(out, fmt.Sprintf("%s*%d", t.Path, t.Count))
	}
	return out
}

func TestWith(t *testing.T) {
	h := log(
		Commit{1000 * day, []string{"a", "b"}},
		Commit{999 * day, []string{"a", "b", "c"}},
		Commit{998 * day, []string{"a", "c", "d", "e"}},
		Commit{997 * day, []string{"x", "y"}},
		Commit{996 * day, []string{"a"}},
	)
	if got, want := paths(h.With("a")), []string{"b*2", "c*2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("with a: %v, want %v: once is chance, and small commits count more", got, want)
	}
	if got := h.With("x"); len(got) != 0 {
		t.Errorf("with x: %v, though only one commit joins them", got)
	}
	if got := h.With("unknown"); got != nil {
		t.Errorf("with a file that no commit touched: %v", got)
	}
}

func TestAgeCounts(t *testing.T) {
	h := log(
		Commit{4000 * day, []string{"a", "new"}}, Commit{3999 * day, []string{"a", "new"}},
		Commit{10 * day, []string{"a", "old"}}, Commit{9 * day, []string{"a", "old"}}, Commit{8 * day, []string{"a", "old"}},
	)
	got := h.With("a")
	if len(got) != 2 || got[0].Path != "new" || got[0].Share <= 2*got[1].Share {
		t.Errorf("%+v: two commits of today are worth more than three of ten years ago", got)
	}
	for _, x := range got {
		if x.Share <= 0 || x.Share > 1 {
			t.Errorf("share %v of %s", x.Share, x.Path)
		}
	}
}

func TestMassCommitsSayNothing(t *testing.T) {
	var many []string
	for i := range MostFiles + 1 {
		many = append(many, fmt.Sprint(i))
	}
	h := log(Commit{2, many}, Commit{1, many}, Commit{1, nil})
	if h.Commits() != 0 || h.With("0") != nil {
		t.Errorf("%d commits kept", h.Commits())
	}
}

func TestAddEqualsNew(t *testing.T) {
	all := []Commit{{5, []string{"a", "b"}}, {4, []string{"b", "c"}}, {3, []string{"a", "b"}}, {2, []string{"d"}}, {1, []string{"a", "c"}}}
	whole := New("five", all)
	for i := range all {
		grown := New("old", all[i:]).Add("five", all[:i])
		if !reflect.DeepEqual(grown, whole) {
			t.Errorf("%d commits added to the rest differ from all at once", i)
		}
	}
	again, err := Decode(whole.Encode())
	if err != nil || !reflect.DeepEqual(again, whole) {
		t.Errorf("decoded: %+v, %v", again, err)
	}
}

func TestTheOldestAreForgotten(t *testing.T) {
	var commits []Commit
	for i := range MostCommits + 10 {
		commits = append(commits, Commit{int64(MostCommits - i), []string{"a", fmt.Sprint(i / 5)}})
	}
	if h := New("h", commits); h.Commits() != MostCommits {
		t.Errorf("%d commits", h.Commits())
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(New("head", []Commit{{5, []string{"a", "b"}}, {4, []string{"b"}}}).Encode())
	f.Add([]byte{1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := Decode(b)
		if err != nil {
			return
		}
		for _, p := range h.paths {
			h.With(p)
		}
		if again, err := Decode(h.Encode()); err != nil || !reflect.DeepEqual(again, h) {
			t.Errorf("%v: encoded again it reads otherwise", err)
		}
	})
}
