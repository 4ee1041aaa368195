package workspace

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// dropRights takes the superuser's rights to pass over permissions from the
// test's thread, so that the test also shows something when root runs it. The
// files of the test belong to the user it becomes; walks of small trees stay on
// the thread.
func dropRights(t *testing.T) {
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	for dir := os.Getenv("HOME"); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if filepath.Dir(dir) == os.TempDir() {
			must(t, os.Chmod(dir, 0o755))
		}
	}
	must(t, filepath.WalkDir(filepath.Dir(os.Getenv("HOME")), func(path string, _ os.DirEntry, err error) error {
		must(t, err)
		return os.Lchown(path, nobody, nobody)
	}))
	runtime.LockOSThread()
	must(t, unix.Setfsuid(nobody))
	t.Cleanup(func() {
		must(t, unix.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}
