package index

import (
	"sync"

	"sextant/internal/index/store"
)

// factsState is where facts are.
type factsState uint8

const (
	factsUnknown factsState = iota
	factsStored             // in the store, as far as this process knows
	factsQueued             // parsed, waiting to be stored
	factsDropped            // parsed, but kept nowhere for want of a store
	factsUnfit              // parsed or tried, and not to be stored
)

// knownFacts says of which contents there are facts, so that asking costs no
// look into the store.
type knownFacts struct {
	mu    sync.RWMutex
	state map[store.FactsKey]factsState
}

func newKnownFacts() *knownFacts { return &knownFacts{state: make(map[store.FactsKey]factsState)} }

func (k *knownFacts) get(key store.FactsKey) factsState {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.state[key]
}

func (k *knownFacts) set(key store.FactsKey, s factsState) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.state[key] = s
}

// claim marks facts as queued unless they are stored or queued already, and
// reports whether it did.
func (k *knownFacts) claim(key store.FactsKey) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.state[key]; s == factsStored || s == factsQueued {
		return false
	}
	k.state[key] = factsQueued
	return true
}

// setStored takes over the store's list: what it does not have is not stored.
func (k *knownFacts) setStored(list map[store.FactsKey]bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key, s := range k.state {
		if s == factsStored && !list[key] {
			delete(k.state, key)
		}
	}
	for key := range list {
		k.state[key] = factsStored
	}
}

// stored marks facts that have just been stored.
func (k *knownFacts) stored(rows []store.FactsRow) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range rows {
		k.state[rows[i].FactsKey] = factsStored
	}
}

// forget returns whether there were facts.
func (k *knownFacts) forget(key store.FactsKey) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.state[key]
	delete(k.state, key)
	return s != factsUnknown
}
