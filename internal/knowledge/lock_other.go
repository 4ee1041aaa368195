//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package knowledge

func tryLock(dir string) (unlock func(), err error) { return tryLockFile(dir) }
