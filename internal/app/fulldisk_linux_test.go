package app_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"sextant/internal/telemetry"
	"sextant/internal/testkit"
)

// TestFullDisk fills a small cache disk: answers stay right, the problem is
// told, and with room again everything is stored.
func TestFullDisk(t *testing.T) {
	root, _ := manyFiles(t, 60)
	cache := filepath.Join(filepath.Dir(root), "small")
	testkit.Must(t, os.Mkdir(cache, 0o755))
	if err := unix.Mount("tmpfs", cache, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("mounting a small file system:", err)
	}
	defer func() { testkit.Must(t, unix.Unmount(cache, unix.MNT_DETACH)) }()
	ballast := filepath.Join(cache, "ballast")
	fill := func(left int) {
		var st unix.Statfs_t
		testkit.Must(t, unix.Statfs(cache, &st))
		testkit.Must(t, os.WriteFile(ballast, make([]byte, int(st.Bavail)*int(st.Bsize)-left), 0o644))
	}
	for _, left := range []int{0, 20 << 10, 64 << 10} {
		fill(left)
		a := openApp(t, root, cache)
		v, err := a.Index.Complete(context.Background(), nil)
		testkit.Must(t, err)
		if s := a.Index.Status(v); s.Problem == "" || s.Indexed != s.Text || s.Parsed != s.Parsable {
			t.Errorf("%d bytes left: %+v", left, s)
		}
		comparePictures(t, a, root)
		testkit.Must(t, os.Remove(ballast))
		testkit.Must(t, a.Close())
	}
	testkit.Must(t, unix.Mount("", cache, "", unix.MS_REMOUNT, "size=64m"))
	checkWhole(t, root, cache)
}

// With no room for token accounts, calls are answered and the loss is counted; with
// room again they are kept.
func TestFullDiskForAccounts(t *testing.T) {
	root, cache := manyFiles(t, 5)
	state := filepath.Join(filepath.Dir(root), "state")
	testkit.Must(t, os.Mkdir(state, 0o755))
	if err := unix.Mount("tmpfs", state, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("mounting a small file system:", err)
	}
	defer func() { testkit.Must(t, unix.Unmount(state, unix.MNT_DETACH)) }()
	t.Setenv("SEXTANT_STATE_DIR", state)
	ballast := filepath.Join(state, "ballast")
	session := func() (dropped int) {
		a := openApp(t, root, cache)
		a.Account(telemetry.Fixed{})
		for range 10 {
			call(t, a, "read_file", map[string]any{"path": "one/needle.go"})
		}
		a.Deps.Accounts.Flush(t.Context())
		testkit.Must(t, a.Close())
		return a.Deps.Accounts.Dropped()
	}
	for _, left := range []int{0, 8 << 10} {
		var st unix.Statfs_t
		testkit.Must(t, unix.Statfs(state, &st))
		testkit.Must(t, os.WriteFile(ballast, make([]byte, int(st.Bavail)*int(st.Bsize)-left), 0o644))
		if n := session(); n != 11 {
			t.Errorf("%d bytes left: %d events dropped, want all 11", left, n)
		}
		testkit.Must(t, os.Remove(ballast))
	}
	if n := session(); n != 0 {
		t.Errorf("%d events dropped with room again", n)
	}
	a := openApp(t, root, cache)
	defer a.Close()
	r, _, err := a.TokenReport(context.Background(), telemetry.Query{Period: telemetry.PeriodAll}, false)
	if err != nil || r.TotalEvents != 11 || r.Sessions != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
