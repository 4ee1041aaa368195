package outline_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// span is the first place of word in src.
func span(t *testing.T, src, word string) code.Span {
	t.Helper()
	i := strings.Index(src, word)
	if i < 0 {
		t.Fatalf("no %q in %q", word, src)
	}
	return code.Span{Start: uint32(i), End: uint32(i + len(word))}
}

func open(o *outline.Outline, s code.Span, container int32) int32 {
	return o.Open(code.Definition{Kind: code.KindKey, NameSpan: s, Span: s, Container: container})
}

func TestOpenCloseDrop(t *testing.T) {
	src := "a:\n  b: 1\n\nc: 2\n"
	b := lang.NewBuilder(&lang.Definition{}, []byte(src))
	o := outline.New([]byte(src), b, 3)
	a := open(o, span(t, src, "a"), code.NoDefinition)
	inner := open(o, span(t, src, "b"), a)
	dropped := open(o, span(t, src, "1"), inner)
	if full := open(o, span(t, src, "2"), inner); full != code.NoDefinition {
		t.Errorf("a definition over the limit got index %d", full)
	}
	o.Drop(dropped)
	o.Close(inner, span(t, src, "c").Start)
	o.Close(a, span(t, src, "c").Start)
	c := open(o, span(t, src, "c"), code.NoDefinition)
	o.Close(c, 0) // never before the name's end
	o.Close(code.NoDefinition, 5)
	o.Drop(code.NoDefinition)
	o.Finish()
	f := b.Finish()
	got := ""
	for i := range f.Definitions {
		d := &f.Definitions[i]
		got += f.QualifiedName(int32(i)) + " " + d.Lines.String() + " " + src[d.Span.Start:d.Span.End] + ";"
	}
	if want := "a 1-2 a:\n  b: 1;a.b 2 b: 1;c 4 c;"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCommentsDocument(t *testing.T) {
	for _, c := range []struct{ name, src, file, key string }{
		{"header", "# About the file. More.\nkey", "About the file.", ""},
		{"header, then the key's", "# The file.\n\n# The key.\nkey", "The file.", "The key."},
		{"licence first", "# Copyright Someone\n\n# The file.\n\nkey", "The file.", ""},
		{"licence only", "# SPDX-License-Identifier: X\nkey", "", ""},
		{"too far", "# The file.\n\n# Not the key's.\n\nkey", "The file.", ""},
		{"rules", "# -----\n# The file.\n# -----\nkey", "The file.", ""},
		{"no comment", "key", "", ""},
	} {
		b := lang.NewBuilder(&lang.Definition{}, []byte(c.src))
		o := outline.New([]byte(c.src), b, 10)
		at := 0
		for _, line := range strings.SplitAfter(c.src, "\n") {
			s := code.Span{Start: uint32(at), End: uint32(at + len(strings.TrimRight(line, "\n")))}
			if strings.HasPrefix(line, "#") {
				o.Comment(s)
			} else if line == "key" {
				open(o, s, code.NoDefinition)
			}
			at += len(line)
		}
		o.Finish()
		f := b.Finish()
		if f.Doc != c.file || f.Definitions[0].Doc != c.key {
			t.Errorf("%s: file %q key %q, want %q and %q", c.name, f.Doc, f.Definitions[0].Doc, c.file, c.key)
		}
	}
}

func TestMentions(t *testing.T) {
	src := "src/a.ts main.go and/or src/b"
	for _, c := range []struct {
		name   string
		record func(*outline.Outline, code.Span)
		text   string
		want   string
	}{
		{"prose", (*outline.Outline).Prose, src, "src/a.ts"},
		{"value of words", (*outline.Outline).Value, src, "src/a.ts"},
		{"value of one word", (*outline.Outline).Value, "main.go", "main.go"},
		{"value of one directory", (*outline.Outline).Value, "src/b", "src/b"},
		{"value with a blank", (*outline.Outline).Value, "main.go ", "main.go"},
		{"value that is a name", (*outline.Outline).Value, "store.get", ""},
		{"link", (*outline.Outline).Link, "main", "main"},
		{"link to an address", (*outline.Outline).Link, "https://host.example/a.md", ""},
	} {
		b := lang.NewBuilder(&lang.Definition{}, []byte(c.text))
		o := outline.New([]byte(c.text), b, 10)
		c.record(o, code.Span{End: uint32(len(c.text))})
		var got []string
		for _, m := range b.Finish().Mentions {
			got = append(got, m.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSourceComments(t *testing.T) {
	src := "# The first.\nkey( # in the middle\n  a,\n  b )\n# Not the file's.\nlast # behind"
	b := lang.NewBuilder(&lang.Definition{}, []byte(src))
	o := outline.New([]byte(src), b, 10)
	o.HeaderDocuments = true
	o.Comment(span(t, src, "# The first."))
	if doc := o.DocAbove(2); doc != "The first." {
		t.Errorf("above the first definition: %q", doc)
	}
	o.Region(span(t, src, "# in the middle"))
	whole := code.Span{Start: span(t, src, "key").Start, End: span(t, src, " )").End}
	if got := o.Signature(whole); got != "key(a, b)" {
		t.Errorf("signature %q", got)
	}
	behind := span(t, src, "# behind")
	o.Region(behind)
	if start, ok := o.CommentEnding(behind.End); !ok || start != behind.Start {
		t.Errorf("comment ending at %d: %d %v", behind.End, start, ok)
	}
	if _, ok := o.CommentEnding(behind.End - 1); ok {
		t.Error("a comment that ends elsewhere")
	}
	if d := open(o, span(t, src, "key"), code.NoDefinition); o.Len() != 1 || d != 0 {
		t.Errorf("%d definitions", o.Len())
	}
}

func TestEndHeader(t *testing.T) {
	src := "set\n# Not the file's.\nkey"
	b := lang.NewBuilder(&lang.Definition{}, []byte(src))
	o := outline.New([]byte(src), b, 10)
	o.EndHeader()
	o.Comment(span(t, src, "# Not the file's."))
	open(o, span(t, src, "key"), code.NoDefinition)
	o.Finish()
	if f := b.Finish(); f.Doc != "" || f.Definitions[0].Doc != "Not the file's." {
		t.Errorf("file %q, definition %q", f.Doc, f.Definitions[0].Doc)
	}
}
