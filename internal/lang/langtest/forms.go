package langtest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sextant/internal/lang"
)

// wanted is the part of an archive that says where imports lead.
const wanted = "want"

// Forms checks each testdata/resolve/*.txtar: one form of import over a small
// checkout. The archive's part "want" names importing files, each with the
// targets of its imports (see Targets) on indented lines below; a file with
// " visible" behind it has its VisibleTargets there. With -update the targets
// are written anew. Of several languages the one that owns a file reads it.
func Forms(t *testing.T, languages ...*lang.Definition) {
	archives, err := filepath.Glob(filepath.Join("testdata", "resolve", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(archives) == 0 {
		t.Fatal("testdata/resolve holds no forms")
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkForm(t, file, languages) })
	}
}

func checkForm(t *testing.T, file string, languages []*lang.Definition) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tree := make(Tree, len(archive.Files))
	at := -1
	for i, f := range archive.Files {
		if f.Name == wanted {
			at = i
			continue
		}
		tree[f.Name] = string(f.Data)
	}
	if at < 0 {
		t.Fatal("no part says what is wanted")
	}
	var got strings.Builder
	for line := range strings.Lines(string(archive.Files[at].Data)) {
		if from := strings.TrimRight(line, "\r\n"); from != "" && from[0] != ' ' {
			got.WriteString(from + "\n")
			answer := formTargets(t, languages, tree, from)
			for target := range strings.Lines(answer) {
				got.WriteString("  " + target)
			}
		}
	}
	if got.String() == string(archive.Files[at].Data) {
		return
	}
	if !*update {
		t.Errorf("got:\n%s\nwant:\n%s", got.String(), archive.Files[at].Data)
		return
	}
	archive.Files[at].Data = []byte(got.String())
	if err := os.WriteFile(file, bytes.TrimLeft(txtar.Format(archive), "\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// formTargets answers for one line of "want".
func formTargets(t *testing.T, languages []*lang.Definition, tree Tree, line string) string {
	t.Helper()
	from, visible := strings.CutSuffix(line, " visible")
	if !tree.File(from) {
		t.Fatalf("the archive holds no %s", from)
	}
	k := slices.IndexFunc(languages, func(d *lang.Definition) bool { return slices.Contains(d.Extensions, filepath.Ext(from)) })
	if k < 0 {
		t.Fatalf("no language reads %s", from)
	}
	if visible {
		return VisibleTargets(t, languages[k], tree, from)
	}
	return Targets(t, languages[k], tree, from)
}
