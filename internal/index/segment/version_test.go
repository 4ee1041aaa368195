package segment

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp/syntax"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/index/trigram"
	"sextant/internal/index/words"
)

var update = flag.Bool("update", false, "write the segment of the present version into testdata")

// versionTexts are what the segments in testdata were built of.
var versionTexts = []string{
	"func ReadFile(name string) error {\n\treturn nil\n}\n",
	"the quick brown fox_jumps over HTTPServer 2 times\n",
	"Größe: 検索機能\n",
	strings.Repeat("a line that comes again and again\n", 1200) + "the last one\n",
}

func buildVersion() []byte {
	b := NewBuilder()
	for i, text := range versionTexts {
		b.Add(Doc{Hash: sha256.Sum256([]byte(text)), Bytes: uint32(len(text)), Lines: code.CountLines([]byte(text)), Chars: uint32(i), Longest: 50, Flags: FlagScript}, []byte(text))
	}
	return b.Finish()
}

// TestVersion holds the present version to its bytes: a change of the format,
// of what a term or a trigram is, must come with a new number, or segments
// that users have would be read wrongly.
func TestVersion(t *testing.T) {
	name := fmt.Sprintf("testdata/version-%d.words", FormatVersion)
	if *update {
		if err := os.WriteFile(name, buildVersion(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(stored, buildVersion()) {
		t.Errorf("what is built differs from %s: raise FormatVersion (and store.SegmentKind), keep the old file, run the test with -update", name)
	}
	s, err := Open(stored)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range versionTexts {
		if at, ok := s.Find(sha256.Sum256([]byte(text))); !ok || int(at) != i || s.Doc(at).Bytes != uint32(len(text)) {
			t.Errorf("document %d: %d %v", i, at, ok)
		}
	}
	s.Postings("server", func(p words.Posting) {
		if p.Doc != 1 || p.Part != 1 {
			t.Errorf("server: %v", p)
		}
	})
	if s.Count("機能") != 1 || s.Count("readfile") != 1 {
		t.Error("terms are missing")
	}
	re, err := syntax.Parse("LAST ONE", syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Trigrams.Candidates(trigram.Compile(re))
	if len(got) != 1 || got[0].Doc != 3 || got[0].Start == 0 || got[0].End != trigram.Rest || got[0].Line == 0 {
		t.Errorf("candidates %v", got)
	}
}

// TestOtherVersions opens segments of other versions: they are refused, and
// whoever keeps them indexes their contents again.
func TestOtherVersions(t *testing.T) {
	older, err := os.ReadFile("testdata/version-2.words")
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile("testdata/version-3.words")
	if err != nil {
		t.Fatal(err)
	}
	next := buildVersion()
	next[3]++
	for _, b := range [][]byte{older, old, next} {
		if _, err := Open(b); !errors.Is(err, ErrDamaged) {
			t.Errorf("version %d: %v", b[3], err)
		}
	}
}
