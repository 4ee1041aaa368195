package search

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"sextant/internal/index"
	"sextant/internal/testkit"
)

// TestUnreadableFilesAreCounted runs as somebody else where the superuser runs
// it, whom no file refuses.
func TestUnreadableFilesAreCounted(t *testing.T) {
	if os.Geteuid() == 0 {
		const nobody = 65534
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestUnreadableFilesAreCounted$")
		cmd.Dir, cmd.Env = "/", append(os.Environ(), "TMPDIR=/tmp")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return
	}
	ix := checkout(t, "a.txt", "needle\n", "secret.txt", "needle\n", "late.txt", "needle\n")
	secret, late := filepath.Join(ix.Root(), "secret.txt"), filepath.Join(ix.Root(), "late.txt")
	testkit.Must(t, os.Chmod(secret, 0))
	q := TextQuery{Query: "needle", Best: 10}
	fresh, err := ix.View(context.Background())
	testkit.Must(t, err)
	indexed, err := ix.CompleteText(context.Background(), nil)
	testkit.Must(t, err)
	for name, v := range map[string]*index.View{"unindexed": fresh, "indexed": indexed} {
		if res := searchText(t, v, q); res.Unread != 1 || res.Lines != 2 || res.Pending != 0 {
			t.Errorf("%s: %+v", name, res)
		}
	}
	filtered := q
	filtered.Filter.Globs = []string{"a*"}
	if res := searchText(t, indexed, filtered); res.Unread != 0 || res.Lines != 1 {
		t.Errorf("filtered: %+v", res)
	}
	testkit.Must(t, os.Chmod(late, 0))
	for _, b := range []Backend{Index, Scan, Ripgrep} {
		q.Backend = b
		v, err := ix.View(context.Background())
		testkit.Must(t, err)
		if res := searchText(t, v, q); res.Unread != 2 || res.Lines != 1 {
			t.Errorf("%s: %+v", b, res)
		}
	}
	testkit.Must(t, os.Chmod(late, 0o644))
	testkit.Must(t, os.Chmod(secret, 0o644))
	v, err := ix.CompleteText(context.Background(), nil)
	testkit.Must(t, err)
	if res := searchText(t, v, q); res.Unread != 0 || res.Lines != 3 {
		t.Errorf("readable again: %+v", res)
	}
}
