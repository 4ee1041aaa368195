package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"sextant/internal/code"
	"sextant/internal/index/scip"
	"sextant/internal/index/xref"
	"sextant/internal/workspace"
)

// What is stored of an overlay: itself, and a checksum of it, so that looking
// whether it is another one reads little.
const (
	overlayKind      = "scip"
	overlayStampKind = "scip-stamp"
)

// mostOverlay bounds an overlay (bytes): it is held in memory.
const mostOverlay = 200 << 20

// overlayState is the overlay as the store had it last.
type overlayState struct {
	mu      sync.Mutex
	current *overlay    // nil without one
	checked atomic.Bool // current is what the store has, as far as is known
}

type overlay struct {
	*scip.Overlay
	stamp string
}

// overlay returns what has been imported for this checkout, nil if nothing has.
func (ix *Indexer) overlay() *overlay {
	s := &ix.overlayState
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.checked.Swap(true) {
		return s.current
	}
	stamp := string(ix.loadDerived(overlayStampKind, "the SCIP overlay"))
	if s.current != nil && s.current.stamp == stamp {
		return s.current
	}
	s.current = nil
	if stamp == "" {
		return nil
	}
	body := ix.loadDerived(overlayKind, "the SCIP overlay")
	if stampOf(body) != stamp {
		return nil // it is being replaced: its stamp is written after it
	}
	o, err := scip.Decode(body)
	if err != nil {
		ix.log.Info("the SCIP overlay is left out; import it again", "error", err)
		return nil
	}
	s.current = &overlay{o, stamp}
	return s.current
}

func stampOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// Refusal is a document that an import has left out.
type Refusal struct {
	Path string `json:"path"` // as the index names it
	Why  string `json:"why"`
}

// OverlayReport says what an import has taken.
type OverlayReport struct {
	Tool      string    `json:"tool,omitempty"`
	Documents int       `json:"documents"`
	Taken     int       `json:"taken"`
	Missing   int       `json:"missing"` // documents of files that are not in the checkout
	Refused   []Refusal `json:"refused"` // those that do not fit the file as it is
}

// ErrNoCache says that there is no store to keep something in.
var ErrNoCache = errors.New("there is no index cache to keep it in")

// ImportOverlay reads a SCIP index and keeps what it says of the files of the
// view whose texts it fits, in the place of what was imported before. The
// error is an index that cannot be read or that fits no file, or ErrNoCache.
func (ix *Indexer) ImportOverlay(ctx context.Context, v *View, r io.Reader) (OverlayReport, error) {
	var rep OverlayReport
	if ix.storable() == nil {
		return rep, fmt.Errorf("importing the SCIP index: %w", ErrNoCache)
	}
	b := scip.NewBuilder()
	languages := make(map[code.LanguageID]bool)
	m, err := scip.Read(r, func(m scip.Metadata, d *scip.Document) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		rep.Documents++
		f := v.File(documentPath(filepath.ToSlash(v.Root()), m.Root, d.Path))
		if f == nil || !f.Parsed() {
			rep.Missing++
			b.Refuse(d)
			return nil
		}
		raw, hash, err := v.content(f, ix.opt.MaxTextBytes)
		if errors.Is(err, ErrChanged) {
			return err
		}
		if err == nil {
			err = b.Add(f.Path, hash, workspace.Text(raw), d)
		} else {
			b.Refuse(d)
		}
		if err != nil {
			rep.Refused = append(rep.Refused, Refusal{d.Path, err.Error()})
			return nil
		}
		languages[f.Language.ID] = true
		rep.Taken++
		return nil
	})
	if err != nil {
		return rep, err
	}
	rep.Tool = strings.TrimSpace(m.Tool + " " + m.Version)
	if rep.Taken == 0 {
		why := fmt.Sprintf("none of its %d files is in the checkout", rep.Documents)
		if len(rep.Refused) > 0 {
			why = rep.Refused[0].Path + ": " + rep.Refused[0].Why
		}
		return rep, fmt.Errorf("importing the SCIP index: no document fits (%s); make it again in this checkout", why)
	}
	body := b.Encode(scip.Note{Tool: rep.Tool, Changed: len(rep.Refused), Others: v.countOf(languages)})
	if len(body) > mostOverlay {
		return rep, fmt.Errorf("importing the SCIP index: it has %d MB of places, more than %d MB", len(body)>>20, mostOverlay>>20)
	}
	kept := ix.storeDerived(overlayKind, "the SCIP overlay", func() []byte { return body }) &&
		ix.storeDerived(overlayStampKind, "the SCIP overlay", func() []byte { return []byte(stampOf(body)) })
	ix.overlayState.checked.Store(false)
	if !kept {
		return rep, fmt.Errorf("importing the SCIP index: %w", ErrNoCache)
	}
	return rep, nil
}

// DropOverlay forgets what was imported and reports whether there was anything.
func (ix *Indexer) DropOverlay() (bool, error) {
	db := ix.storable()
	if db == nil {
		return false, fmt.Errorf("dropping the SCIP overlay: %w", ErrNoCache)
	}
	had := ix.loadDerived(overlayStampKind, "the SCIP overlay") != nil
	for _, kind := range []string{overlayStampKind, overlayKind} {
		if err := db.DropDerived(ix.ws.Root(), kind); err != nil {
			return false, fmt.Errorf("dropping the SCIP overlay: %w", err)
		}
	}
	ix.overlayState.checked.Store(false)
	return had, nil
}

// documentPath is the path below root of a document that is relative to
// project, "" for one outside. A project that has nothing to do with root was
// somewhere else when the index was made: its paths are root's.
func documentPath(root, project, name string) string {
	if name == "" || path.IsAbs(name) || path.Clean(name) != name || name == ".." || strings.HasPrefix(name, "../") {
		return ""
	}
	if len(project) > 2 && project[2] == ':' {
		project = project[1:] // /C:/project
	}
	switch {
	case project == "" || project == root:
		return name
	case strings.HasPrefix(project, root+"/"):
		return path.Join(project[len(root)+1:], name)
	case strings.HasPrefix(root, project+"/"):
		below, ok := strings.CutPrefix(name, root[len(project)+1:]+"/")
		if !ok {
			return ""
		}
		return below
	}
	return name
}

// countOf counts the files with facts of the languages.
func (v *View) countOf(languages map[code.LanguageID]bool) (n int) {
	for _, f := range v.files {
		if f.Parsed() && languages[f.Language.ID] {
			n++
		}
	}
	return n
}

// overlayHolds reports whether a file of the view has the content that the
// overlay is about.
func (v *View) overlayHolds(o *overlay, path string) bool {
	want, ok := o.Hash(path)
	if !ok {
		return false
	}
	f := v.File(path)
	if f == nil || !f.Parsed() {
		return false
	}
	have := v.key(f).Hash
	if have.IsZero() {
		var err error
		if _, have, err = v.content(f, v.ix.opt.MaxTextBytes); err != nil {
			return false
		}
	}
	return have == want
}

// OverlayStatus says what there is of an overlay.
type OverlayStatus struct {
	Tool  string `json:"tool"`
	Files int    `json:"files"`
	// Holding is how many of them still have the content that it is about.
	Holding int `json:"holding"`
	// Whole is set where it holds for all of them and there are no other files.
	Whole bool `json:"whole"`
}

// overlayStatus looks at every file of the overlay, nil without one. The
// result is the view's for good.
func (v *View) overlayStatus(o *overlay) *OverlayStatus {
	if o == nil {
		return nil
	}
	return v.Memo("overlay "+o.stamp, func() any {
		st := &OverlayStatus{Tool: o.Tool, Files: len(o.Paths())}
		languages := make(map[code.LanguageID]bool)
		for _, p := range o.Paths() {
			if v.overlayHolds(o, p) {
				st.Holding++
				languages[v.File(p).Language.ID] = true
			}
		}
		st.Whole = st.Holding == st.Files && o.Changed == 0 && v.countOf(languages) == o.Others
		return st
	}).(*OverlayStatus)
}

// Overlay reports on what was imported, nil where nothing was.
func (v *View) Overlay() *OverlayStatus { return v.overlayStatus(v.ix.overlay()) }

// Means says where the definitions stand that a name of a file means (xref.Overlaid).
func (s *source) Means(path string, name code.Span) []xref.Place {
	o := s.q.Load().overlay
	if o == nil {
		return nil
	}
	uses, ok := s.uses[path]
	if !ok {
		if s.v.overlayHolds(o, path) {
			uses = o.Uses(path)
		}
		if s.uses == nil {
			s.uses = make(map[string]scip.Uses)
		}
		s.uses[path] = uses
	}
	return s.holding(o, o.Means(uses, name.Start, name.End))
}

// Implementing says where what implements a definition stands (xref.Overlaid).
func (s *source) Implementing(path string, name code.Span) []xref.Place {
	o := s.q.Load().overlay
	if o == nil || !s.v.overlayHolds(o, path) {
		return nil
	}
	var out []xref.Place
	for _, p := range o.Implementing(path, name.Start, name.End) {
		out = append(out, s.holding(o, []scip.Place{p})...)
	}
	return out
}

// Whole reports whether nothing has changed since the import (xref.Overlaid).
func (s *source) Whole() bool {
	o := s.q.Load().overlay
	return o != nil && s.v.overlayStatus(o).Whole
}

// holding passes places on if the contents of all of them are those the
// overlay is about.
func (s *source) holding(o *overlay, places []scip.Place) []xref.Place {
	out := make([]xref.Place, len(places))
	for i, p := range places {
		if !s.v.overlayHolds(o, p.Path) {
			return nil
		}
		out[i] = xref.Place{Path: p.Path, At: p.At}
	}
	return out
}
