// Package ledger keeps accounts. It never forgets one.
package ledger

import (
	"context"
	"fmt"
	"io"
)

// Open reads the ledger at path, e.g. a file on disk. It fails when
// the file is locked.
func Open(ctx context.Context, path string) (*Ledger, error) {
	return nil, fmt.Errorf("open %s", path)
}

func init() { register("ledger") }

func register(names ...string) {}

/*
Close writes what is pending
and releases the lock.
*/
func (l *Ledger) Close() (err error) {
	defer func() { err = l.flush() }()
	return l.w.Close()
}

func (l Ledger) flush() error { return nil }

func (Ledger) Name() string { return "ledger" }

func transfer(
	from, to *Account, // both open
	amount int64,
	report func(step int, note string) bool,
	_ io.Writer,
) (done bool, err error) {
	return report(1, "x"), nil
}

// external is written in assembly.
func external(p []byte, n uintptr) (r uint64)

func _() { register() }

func unnamed(int, ...string) {}

func channel(in <-chan int, out chan<- struct{}, m map[string][]*Account) [4]byte { return [4]byte{} }
