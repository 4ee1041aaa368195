//go:build unix

package knowledge

import (
	"os"
	"syscall"
)

// becomeNobody gives up root's rights, which directory modes do not bind.
func becomeNobody() error {
	if os.Geteuid() != 0 {
		return nil
	}
	return syscall.Setuid(65534)
}
