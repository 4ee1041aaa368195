package gitrepo

import (
	"os"
	"syscall"
)

func changeTimeAndInode(info os.FileInfo) (ctime int64, inode uint64) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ctimespec.Nano(), stat.Ino
	}
	return 0, 0
}
