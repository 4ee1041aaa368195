package app_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

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
