package search

import "sync"

// parallel runs work on n goroutines and returns the first error. A panic in
// one of them is raised again in the caller, where it can be caught: left in
// its goroutine, it would end the process.
func parallel(n int, work func() error) error {
	var mu sync.Mutex
	var first error
	var panicked any
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					mu.Lock()
					panicked = p
					mu.Unlock()
				}
			}()
			if err := work(); err != nil {
				mu.Lock()
				defer mu.Unlock()
				if first == nil {
					first = err
				}
			}
		})
	}
	wg.Wait()
	if panicked != nil {
		panic(panicked)
	}
	return first
}
