package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadInput(t *testing.T) {
	file := func(text string) *os.File {
		p := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return opened(t, p)
	}
	for _, c := range []struct {
		name   string
		in     io.ReadCloser
		named  bool
		text   string
		isNil  bool
		noting bool
	}{
		{"a file", file("one\ntwo\n"), false, "one\ntwo\n", false, false},
		{"an empty file", file(""), false, "", false, false},
		{"nothing at all", opened(t, os.DevNull), false, "", true, false},
		{"nothing at all, named", opened(t, os.DevNull), true, "", false, false},
		{"no file", io.NopCloser(strings.NewReader("x")), false, "", true, false},
		{"no file, named", io.NopCloser(strings.NewReader("x")), true, "x", false, false},
		{"a pipe", pipe(t, "piped", true), false, "piped", false, false},
		{"an empty pipe", pipe(t, "", true), false, "", true, true},
		{"an empty pipe, named", pipe(t, "", true), true, "", false, false},
		{"a silent pipe", pipe(t, "", false), false, "", true, true},
		{"too much", io.NopCloser(io.LimitReader(endless{}, largestInput+9)), true, strings.Repeat("a", largestInput), false, true},
	} {
		s := &session{Streams: Streams{In: c.in}}
		text, note, err := s.readInput(context.Background(), c.named)
		if err != nil || string(text) != c.text || (text == nil) != c.isNil || (note != "") != c.noting {
			t.Errorf("%s: %d bytes, nil %v, note %q, error %v", c.name, len(text), text == nil, note, err)
		}
	}
}

// Ctrl-C ends a search that waits for its input.
func TestReadInputInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := &session{Streams: Streams{In: pipe(t, "", false)}}
	if _, _, err := s.readInput(ctx, true); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestGlobFrom(t *testing.T) {
	for _, c := range []struct {
		base, glob string
		below      bool
		want       string
	}{
		{"src", "*.go", true, "src/**/*.go"},
		{"src", "*.go", false, "*.go"},
		{"src", "!*.go", true, "!src/**/*.go"},
		{"src", "!src/", true, "!src/**/src/"},
		{"src", "/a.go", true, "src/a.go"},
		{"src", "./a/*.go", true, "src/a/*.go"},
		{"src", "a/*.go", false, "src/a/*.go"},
		{"src", "**/a/*.go", true, "src/**/a/*.go"},
		{"src", "!**/a/**", false, "!**/a/**"},
		{"app/[id]", "x/y", true, "app/?id?/x/y"},
	} {
		if got := globFrom(c.base, c.glob, c.below); got != c.want {
			t.Errorf("globFrom(%q, %q, %v) = %q, want %q", c.base, c.glob, c.below, got, c.want)
		}
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'a'
	}
	return len(b), nil
}

func opened(t *testing.T, name string) *os.File {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// pipe is the end to read of a pipe that holds text.
func pipe(t *testing.T, text string, closed bool) *os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if closed {
		w.Close()
	}
	t.Cleanup(func() { w.Close(); r.Close() })
	return r
}
