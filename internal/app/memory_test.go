package app

import (
	"runtime"
	"testing"
)

func TestGarbageIsBounded(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 200}, {10 << 20, 200}, {100 << 20, 200}, {200 << 20, 100}, {300 << 20, 66}, {4 << 30, 50}} {
		if got := garbageWhileBusy(c.live); got != c.want {
			t.Errorf("with %d MB in use: %d %%, want %d", c.live>>20, got, c.want)
		}
	}
}

func TestLiveHeapIsMeasured(t *testing.T) {
	runtime.GC()
	if liveHeap() == 0 {
		t.Error("nothing is in use after a collection")
	}
}
