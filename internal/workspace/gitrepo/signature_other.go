//go:build !linux && !darwin

package gitrepo

import "os"

func changeTimeAndInode(os.FileInfo) (ctime int64, inode uint64) { return 0, 0 }
