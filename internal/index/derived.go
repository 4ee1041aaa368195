package index

// loadDerived reads what is stored of this checkout under a kind, nil if there
// is nothing. what names it in the log.
func (ix *Indexer) loadDerived(kind, what string) []byte {
	db := ix.db.Load()
	if db == nil {
		return nil
	}
	generation := ix.generation.Load()
	body, found, err := db.Derived(ix.ws.Root(), kind)
	if err != nil {
		ix.failed(generation, "reading "+what, err)
	}
	if err != nil || !found {
		return nil
	}
	return body
}

// storeDerived keeps what encode returns under a kind and reports whether it
// is stored. It needs no lease. encode is not called where nothing can be stored.
func (ix *Indexer) storeDerived(kind, what string, encode func() []byte) bool {
	db := ix.storable()
	if db == nil {
		return false
	}
	generation := ix.generation.Load()
	if err := db.PutDerived(ix.ws.Root(), kind, encode()); err != nil {
		ix.failed(generation, "storing "+what, err)
		return false
	}
	return true
}
