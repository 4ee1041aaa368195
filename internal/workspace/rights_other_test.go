//go:build unix && !linux

package workspace

import (
	"os"
	"testing"
)

// dropRights skips the test for the superuser, to whom nothing is unreadable.
func dropRights(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("run by root")
	}
}
