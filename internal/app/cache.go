package app

import (
	"fmt"

	"sextant/internal/config"
	"sextant/internal/index/store"
	"sextant/internal/workspace"
)

// ClearCache deletes the cache of a checkout's repository and returns the
// folder that is gone. Processes that use it build a new one.
func ClearCache(wish string, flags map[string]string) (string, error) {
	root, err := workspace.FindRoot(wish)
	if err != nil {
		return "", err
	}
	cfg := config.Load(root, flags)
	if cfg.CacheDir == "" {
		return "", fmt.Errorf("there is no cache directory: set SEXTANT_CACHE_DIR")
	}
	dir := store.FamilyDir(cfg.CacheDir, workspace.Open(root, workspace.Options{}).Family())
	return dir, store.Remove(dir)
}
