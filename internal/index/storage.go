package index

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"sextant/internal/index/segment"
	"sextant/internal/index/store"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// storePause is how long a store that gave an error is left alone: a full
// disk or a busy database is often well again after a while.
const storePause = 30 * time.Second

// liveSegment is a segment that views are made with.
type liveSegment struct {
	id    int64 // in the store; 0 in memory only
	seg   *segment.Segment
	bytes []byte
	stat  fs.FileInfo // the file as it was when it was checked
}

// openStore opens the cache and loads what it knows of this checkout. It is
// called before others know the indexer, or holding storing.
func (ix *Indexer) openStore() {
	if ix.opt.CacheDir == "" {
		ix.dbError = errors.New("no cache directory is configured")
		return
	}
	dir := store.FamilyDir(ix.opt.CacheDir, ix.ws.Family())
	db, err := store.Open(dir, ix.ws.Family())
	if err != nil && errors.Is(err, store.ErrDamaged) {
		if err = store.Remove(dir); err == nil {
			db, err = store.Open(dir, ix.ws.Family())
		}
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if err != nil {
		ix.suspend("", err)
		return
	}
	if ix.closed {
		_ = db.Close()
		return
	}
	generation := ix.generation.Add(1)
	ix.db.Store(db)
	ix.dbError = nil
	if err := ix.load(db); err != nil {
		ix.failedLocked(generation, "loading the index", err)
	}
}

// load reads manifest, segments and the list of known facts from the store.
// The caller holds mu.
func (ix *Indexer) load(db *store.DB) error {
	dirs, err := db.LoadDirs(ix.ws.Root())
	if err != nil {
		return err
	}
	decoded := make(map[string]*workspace.Dir, len(dirs))
	for p, b := range dirs {
		d, err := workspace.DecodeDir(p, b)
		if err != nil {
			ix.log.Info("a stored directory is read again", "error", err)
			continue
		}
		decoded[p] = d
	}
	if decoded[""] != nil && ix.view == nil {
		ix.saved = workspace.NewManifest(decoded)
		ix.view = &View{manifest: ix.saved}
	}
	known, err := db.KnownFacts(parse.Version)
	if err != nil {
		return err
	}
	ix.known.setStored(known)
	return ix.loadSegments(db)
}

// refreshKnown learns which facts have been stored or dropped by others.
func (ix *Indexer) refreshKnown() {
	db := ix.db.Load()
	if db == nil || !ix.knownStale.Swap(false) {
		return
	}
	ix.storing.Lock()
	generation := ix.generation.Load()
	known, err := db.KnownFacts(parse.Version)
	if err == nil && generation == ix.generation.Load() {
		ix.known.setStored(known)
	}
	ix.storing.Unlock()
	if err != nil {
		ix.failed(generation, "reading the index", err)
	}
}

// loadSegments brings the list of segments to what the store has. The caller
// holds mu.
func (ix *Indexer) loadSegments(db *store.DB) error {
	for range 3 {
		infos, err := db.Segments()
		if err != nil {
			return err
		}
		complete, err := ix.mapSegments(db, infos)
		if complete || err != nil {
			return err
		}
	}
	ix.suspect.Store(true) // looked at again by the next view
	return nil
}

// mapSegments opens the listed segments. It is incomplete when one could not
// be opened now, because others have just replaced it or for want of means.
func (ix *Indexer) mapSegments(db *store.DB, infos []store.SegmentInfo) (complete bool, err error) {
	have := make(map[int64]liveSegment)
	for _, s := range ix.segments {
		have[s.id] = s
	}
	complete = true
	var next []liveSegment
	for _, info := range infos {
		s, ok := have[info.ID]
		switch {
		case ix.bad[info.ID]:
			continue
		case !ok:
			s, err = openSegment(db, info.ID)
		}
		switch {
		case err == nil:
			next = append(next, s)
		case errors.Is(err, segment.ErrDamaged), errors.Is(err, errUnmapped), errors.Is(err, store.ErrDamaged) && !db.Stale():
			// It is dropped when the lease is there, and its contents are
			// indexed again.
			ix.log.Warn("a damaged segment is indexed again", "segment", info.ID, "error", err)
			ix.bad[info.ID] = true
		case errors.Is(err, store.ErrDamaged):
			return false, err
		default:
			complete = false
		}
		err = nil
	}
	ix.segments = next
	return complete, nil
}

// openSegment maps a segment of the store and checks it.
func openSegment(db *store.DB, id int64) (liveSegment, error) {
	stat, err := db.StatSegment(id)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return liveSegment{}, err
	}
	b, err := db.MapSegment(id)
	if err != nil {
		return liveSegment{}, err
	}
	seg, err := openBytes(b)
	return liveSegment{id, seg, b, stat}, err
}

// checkSegments takes out segments whose files somebody has written to: they
// are never changed once they have a name. The caller holds mu.
func (ix *Indexer) checkSegments(db *store.DB) {
	kept := ix.segments[:0:0]
	for _, s := range ix.segments {
		now, err := db.StatSegment(s.id)
		if err != nil || s.stat != nil && now.Size() == s.stat.Size() && now.ModTime().Equal(s.stat.ModTime()) {
			kept = append(kept, s) // one that is gone stays readable
			continue
		}
		if seg, err := openBytes(s.bytes); err == nil {
			kept = append(kept, liveSegment{s.id, seg, s.bytes, now})
			continue
		}
		ix.log.Warn("a segment was damaged and is indexed again", "segment", s.id)
		ix.bad[s.id] = true
	}
	if len(kept) < len(ix.segments) {
		ix.segments = kept
	}
}

// adoptSegments takes over segments that other processes have published. The
// caller holds mu.
func (ix *Indexer) adoptSegments() {
	db := ix.db.Load()
	if db == nil || ix.dbError != nil && time.Now().Before(ix.retryAt) && db.Stale() {
		return
	}
	generation := ix.generation.Load()
	ix.checkSegments(db)
	changed := db.Changed()
	if changed {
		ix.overlayState.checked.Store(false)
	}
	if !ix.suspect.Swap(false) && !changed {
		return
	}
	if err := ix.loadSegments(db); err != nil {
		ix.failedLocked(generation, "reading the index", err)
		return
	}
	ix.knownStale.Store(true)
}

// dropBad removes damaged segments from the store. The caller holds the lease.
func (ix *Indexer) dropBad(db *store.DB) {
	generation := ix.generation.Load()
	ix.mu.Lock()
	var ids []int64
	for id := range ix.bad {
		ids = append(ids, id)
	}
	ix.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	if _, err := db.ReplaceSegments(ids, 0, nil); err != nil {
		ix.failed(generation, "dropping damaged words", err)
		return
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if generation == ix.generation.Load() {
		for _, id := range ids {
			delete(ix.bad, id)
		}
	}
}

// failed turns a store error into work from memory for a while, or into a
// fresh store when the old one is damaged. generation is the store's before
// what failed was begun: errors of one that has been replaced since say nothing.
func (ix *Indexer) failed(generation int64, doing string, err error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.failedLocked(generation, doing, err)
}

func (ix *Indexer) failedLocked(generation int64, doing string, err error) {
	db := ix.db.Load()
	if generation != ix.generation.Load() || ix.closed {
		return
	}
	if errors.Is(err, store.ErrDamaged) {
		resetErr := db.Reset()
		if resetErr == nil {
			ix.log.Warn("the index cache was damaged or replaced; going on with a new one", "error", err)
			resetErr = ix.replaced(db)
		}
		if resetErr == nil {
			return
		}
		err = fmt.Errorf("%w (%w)", resetErr, err)
	}
	ix.suspend(doing, err)
}

// suspend leaves the store alone for a while. The caller holds mu.
func (ix *Indexer) suspend(doing string, err error) {
	if doing != "" {
		err = fmt.Errorf("%s: %w", doing, err)
	}
	if text := err.Error(); text != ix.logged {
		ix.logged = text
		ix.log.Warn("the index cache cannot be used; going on from memory", "error", err)
	}
	ix.dbError, ix.retryAt = err, time.Now().Add(ix.pause)
}

// replaced goes on with the store that Reset has started or joined: its
// segments and facts are others. What this process has mapped stays readable and
// is stored again. The caller holds mu.
func (ix *Indexer) replaced(db *store.DB) error {
	ix.generation.Add(1)
	for _, s := range ix.segments {
		if seg, err := openBytes(s.bytes); err == nil {
			ix.memory.addSegment(seg)
		}
	}
	ix.segments, ix.saved = nil, nil
	clear(ix.bad)
	ix.known.setStored(nil)
	ix.knownStale.Store(true)
	ix.overlayState.checked.Store(false)
	ix.poke()
	return ix.loadSegments(db)
}

// recover tries a store that gave an error again when its time has come.
func (ix *Indexer) recover() {
	ix.mu.Lock()
	due := ix.dbError != nil && ix.opt.CacheDir != "" && !ix.closed && !time.Now().Before(ix.retryAt)
	ix.mu.Unlock()
	if !due {
		return
	}
	ix.storing.Lock()
	defer ix.storing.Unlock()
	if ix.db.Load() == nil {
		ix.openStore()
		return
	}
	// Should it still be in trouble, the next write says so.
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.dbError = nil
	ix.suspect.Store(true)
}

// storable returns the store if there is one that takes writes, else nil.
func (ix *Indexer) storable() *store.DB {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.dbError != nil {
		return nil
	}
	return ix.db.Load()
}
