package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"sextant/internal/app"
	"sextant/internal/testkit"
)

// Filters take the same files of a commit that they take of the disk.
func TestFiltersOfACommit(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Write(t, root, "first.txt", "first\n")
	testkit.Repository(t, root)
	for _, p := range []string{"a.go", "b.py", "src/a.go", "src/deep/b.ts", "src/deep/c.test.ts", "lib/src/d.tsx", "x/[id]/page.ts", "src.go", "docs/e.md", "tests/f.py", "run", "g_pb2.py"} {
		text := "needle " + p + "\n"
		if p == "run" {
			text = "#!/usr/bin/env python\nneedle\n"
		}
		testkit.Write(t, root, p, text)
	}
	testkit.Write(t, root, "other.txt", "as committed\n")
	testkit.Git(t, root, "add", "-A")
	testkit.Git(t, root, "commit", "-q", "-m", "second")
	testkit.Write(t, root, "other.txt", "another\n") // so that the disk does not do
	a := open(t, root, nil)
	if _, err := a.Index.Complete(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	most := 0
	for _, filter := range []string{``, `,"path_glob":"*.go"`, `,"path_glob":"src"`, `,"path_glob":"src/"`, `,"path_glob":"src/*"`, `,"path_glob":"src/**"`, `,"path_glob":"**/src/**"`,
		`,"path_glob":"**/*.ts"`, `,"path_glob":"*.{go,py}"`, `,"path_glob":"src/{a.go,deep/*.ts}"`, `,"path_glob":"?.py"`, `,"path_glob":"[ab].*"`, `,"path_glob":"[!ab].*"`, `,"path_glob":"./src/a.go"`,
		`,"path_glob":"/a.go"`, `,"path_glob":"!*.go"`, `,"path_glob":"*.go,!src/**"`, `,"path_glob":"[z-a].go"`, `,"path_glob":"{.go"`, `,"path_glob":"src/**/c*"`, `,"directory":"src"`,
		`,"directory":"src/a.go"`, `,"extensions":["ts"]`, `,"extensions":[".GO","py"]`, `,"extensions":["python"]`, `,"include_tests":false`, `,"include_generated":false`} {
		disk := paths(t, a, "grep_code", `{"query":"needle"`+filter+`}`)
		commit := paths(t, a, "grep_changed", `{"query":"needle","range":"HEAD~1..HEAD"`+filter+`}`)
		if !slices.Equal(disk, commit) {
			t.Errorf("%s:\n disk %q\n commit %q", filter, disk, commit)
		}
		most = max(most, len(commit))
	}
	if most != 12 {
		t.Errorf("%d files at the most, want 12", most)
	}
}

// paths lists the files of a search's answer.
func paths(t *testing.T, a *app.App, name, args string) (out []string) {
	t.Helper()
	r, err := a.Call(context.Background(), name, []byte(args))
	if err != nil {
		return []string{fmt.Sprint(err)}
	}
	if r.Empty {
		return nil
	}
	b, err := json.Marshal(r.Data)
	if err != nil {
		t.Fatal(err)
	}
	var items []struct{ Path string }
	if err := json.Unmarshal(b, &items); err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		out = append(out, it.Path)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
