package app

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
)

// defaultMemory is the soft limit where neither the configuration nor a
// control group sets one, in bytes. A full index of a large tree peaks well
// below it; it is there for what nobody foresaw.
const defaultMemory = 1 << 30

// How much garbage may lie about before it is collected, as a share of what is
// in use (percent; Go's default is 100): a server is idle nearly always and its
// memory counts then, but while questions come their time does. Collecting was a
// third of what a question about a thousand files took.
const (
	idleGarbage = 50
	busyGarbage = 200
	mostGarbage = 200 << 20 // bytes, beyond which the share shrinks
)

// garbageWhileBusy is the share for a heap with so many bytes in use.
func garbageWhileBusy(live uint64) int {
	return max(idleGarbage, int(min(busyGarbage, 100*mostGarbage/max(live, 1))))
}

// liveHeap is what the last collection has left (bytes).
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	if metrics.Read(sample); sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}

// LimitMemory sets the soft memory limit: the configured one, else a share of
// the control group's, else the default.
func LimitMemory(configured int64) {
	limit := configured
	if limit <= 0 {
		limit = defaultMemory
		if group := controlGroupMemory(); group > 0 {
			limit = min(limit, group/10*7) // the rest is for C memory and mapped files
		}
	}
	debug.SetMemoryLimit(limit)
}

// SaveMemory collects garbage as befits a process that waits for questions;
// one that does its work and ends keeps Go's default.
func SaveMemory() { debug.SetGCPercent(idleGarbage) }

func controlGroupMemory() int64 {
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		b, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// "max" means none, and so does the huge number that version 1 writes.
		if n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64); err == nil && n < 1<<50 {
			return n
		}
	}
	return 0
}
