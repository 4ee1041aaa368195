package syntax

import "testing"

// tree is "f(a, b)\nc" as a call with two arguments, a comment and a name:
//
//	0 file
//	  1 call            function: 2 name
//	    2 name f
//	    3 (
//	    4 name a        argument
//	    5 ,
//	    6 comment       (extra)
//	    7 name b        argument
//	    8 )
//	  9 name c
func tree() *Tree {
	l := NewLanguage("test", []string{"end", "file", "call", "name", "(", ",", ")", "comment"}, []string{"", "function", "argument"},
		func(id int) bool { return id != 4 && id != 5 && id != 6 })
	named, extra := uint16(FlagNamed), uint16(FlagExtra)
	return NewTree([]byte("f(a,/**/b)\nc"), l, []Record{
		{Start: 0, End: 12, Parent: -1, Next: 10, Kind: 1, Flags: named},
		{Start: 0, End: 10, Parent: 0, Next: 9, Kind: 2, Flags: named},
		{Start: 0, End: 1, Parent: 1, Next: 3, Kind: 3, Field: 1, Flags: named},
		{Start: 1, End: 2, Parent: 1, Next: 4, Kind: 4},
		{Start: 2, End: 3, Parent: 1, Next: 5, Kind: 3, Field: 2, Flags: named},
		{Start: 3, End: 4, Parent: 1, Next: 6, Kind: 5},
		{Start: 4, End: 8, Parent: 1, Next: 7, Kind: 7, Flags: named | extra},
		{Start: 8, End: 9, Parent: 1, Next: 8, Kind: 3, Field: 2, Flags: named},
		{Start: 9, End: 10, Parent: 1, Next: 9, Kind: 6},
		{Start: 11, End: 12, Parent: 0, Next: 10, Kind: 3, Flags: named},
	})
}

func TestNavigation(t *testing.T) {
	tr := tree()
	check := func(what string, got, want Node) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %d, want %d", what, got, want)
		}
	}
	check("root", tr.Root(), 0)
	check("first child", tr.FirstChild(1), 2)
	check("first child of a leaf", tr.FirstChild(2), None)
	check("next", tr.Next(4), 5)
	check("next of the last", tr.Next(8), None)
	check("next over a subtree", tr.Next(1), 9)
	check("next of the root", tr.Next(0), None)
	check("previous", tr.Previous(4), 3)
	check("previous of the first", tr.Previous(2), None)
	check("parent", tr.Parent(7), 1)
	check("parent of the root", tr.Parent(0), None)
	check("after", tr.After(1), 9)
	check("child by field", tr.Child(1, "function"), 2)
	check("first of a repeated field", tr.Child(1, "argument"), 4)
	check("child by an unknown field", tr.Child(1, "nope"), None)
	check("child of kind", tr.ChildOfKind(1, "comment"), 6)
	check("token by kind", tr.ChildOfKind(1, ","), 5)
	check("no child of kind", tr.ChildOfKind(1, "file"), None)
	check("named child, extras left out", tr.NamedChild(1, 2), 7)
	check("named child past the end", tr.NamedChild(1, 3), None)
	check("ancestor", tr.Ancestor(7, "file"), 0)
	check("no ancestor", tr.Ancestor(9, "call"), None)
	for _, n := range []Node{tr.FirstChild(None), tr.Next(None), tr.Parent(None), tr.Child(None, "function"), tr.ChildOfKind(None, "name"), tr.Ancestor(None, "file")} {
		check("of no node", n, None)
	}
	empty := NewTree(nil, tr.Language, nil)
	check("root of nothing", empty.Root(), None)
}

func TestText(t *testing.T) {
	tr := tree()
	if string(tr.Text(7)) != "b" || tr.Text(None) != nil {
		t.Errorf("text: %q", tr.Text(7))
	}
	if tr.Kind(6) != "comment" || tr.Kind(None) != "" || tr.Field(4) != "argument" || tr.Field(1) != "" || tr.Field(None) != "" {
		t.Error("kind or field")
	}
	if !tr.IsNamed(1) || tr.IsNamed(3) || tr.IsMissing(1) || tr.IsError(1) {
		t.Error("flags")
	}
	bad := NewTree([]byte("?"), tr.Language, []Record{{End: 1, Parent: -1, Next: 1, Kind: 0xffff, Flags: FlagNamed | FlagError}})
	if bad.Kind(0) != "ERROR" || !bad.IsError(0) {
		t.Errorf("an error node has kind %q", bad.Kind(0))
	}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		src    string
		offset uint32
		want   uint32
	}{{"", 0, 1}, {"a", 0, 1}, {"a\nb", 1, 1}, {"a\nb", 2, 2}, {"a\n", 2, 2}, {"\n\n", 1, 2}, {"a\r\nb", 3, 2}} {
		if got := LineAt(LineStarts([]byte(tt.src)), tt.offset); got != tt.want {
			t.Errorf("line of byte %d in %q: got %d, want %d", tt.offset, tt.src, got, tt.want)
		}
	}
	tr := tree()
	if tr.Line(11) != 2 || tr.LineStart(2) != 11 {
		t.Errorf("line %d starts at %d", tr.Line(11), tr.LineStart(2))
	}
}

func TestNames(t *testing.T) {
	l := tree().Language
	if len(l.KindIDs("name")) != 1 || l.KindIDs("(") != nil || l.KindIDs("nope") != nil {
		t.Error("only named kinds have ids")
	}
	if !l.HasField("argument") || l.HasField("nope") || l.HasField("") {
		t.Error("fields")
	}
}
