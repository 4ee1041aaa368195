package scip

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"

	"sextant/internal/code"
)

// mostDefinitions is the most places that one symbol may be defined at: what
// has more is a namespace.
const mostDefinitions = 8

// Place is where a name stands: a file, and the byte of its text.
type Place struct {
	Path string
	At   uint32
}

// Builder makes an Overlay of documents.
type Builder struct {
	files   []builtFile
	taken   map[string]bool
	numbers map[string]int32
	symbols []builtSymbol
	// pairs are a symbol and one that it implements.
	pairs [][2]int32
}

type builtFile struct {
	path string
	hash code.Hash
	uses []use
}

type builtSymbol struct {
	places []filePlace
	// partial is set where a document that was refused defines it too.
	partial bool
}

type filePlace struct {
	file int32
	at   uint32
}

type use struct {
	at     uint32
	symbol int32
}

// NewBuilder returns a Builder without documents.
func NewBuilder() *Builder {
	return &Builder{taken: make(map[string]bool), numbers: make(map[string]int32)}
}

func (b *Builder) number(symbol string) int32 {
	n, ok := b.numbers[symbol]
	if !ok {
		n = int32(len(b.symbols))
		b.numbers[symbol] = n
		b.symbols = append(b.symbols, builtSymbol{})
	}
	return n
}

// Add takes a document for the file at path, whose content has the hash and
// whose text is given. The error says why the document does not fit; then it is
// refused.
func (b *Builder) Add(path string, hash code.Hash, text []byte, d *Document) error {
	if b.taken[path] {
		b.Refuse(d)
		return errors.New("the index has two documents of it")
	}
	mentions, err := d.fit(text)
	if err != nil {
		b.Refuse(d)
		return err
	}
	b.taken[path] = true
	n := int32(len(b.files))
	f := builtFile{path: path, hash: hash}
	for _, m := range mentions {
		s := b.number(m.symbol)
		if !m.definition {
			f.uses = append(f.uses, use{m.at, s})
			continue
		}
		if x := &b.symbols[s]; !slices.Contains(x.places, filePlace{n, m.at}) && len(x.places) <= mostDefinitions {
			x.places = append(x.places, filePlace{n, m.at})
		}
	}
	for i := range d.Symbols {
		for _, up := range d.Symbols[i].Implements {
			b.pairs = append(b.pairs, [2]int32{b.number(d.Symbols[i].Symbol), b.number(up)})
		}
	}
	slices.SortStableFunc(f.uses, func(x, y use) int { return int(int64(x.at) - int64(y.at)) })
	b.files = append(b.files, f)
	return nil
}

// Refuse leaves a document out. What it defines may have changed: the Overlay
// says nothing of it, even where other documents define it too.
func (b *Builder) Refuse(d *Document) {
	for i := range d.Occurrences {
		if o := &d.Occurrences[i]; o.Definition {
			b.symbols[b.number(o.Symbol)].partial = true
		}
	}
}

// Note is what an Overlay says of itself.
type Note struct {
	Tool string // what made the index, with its version
	// Changed is how many documents did not fit when it was made.
	Changed int
	// Others is the caller's: a number that says what else there was.
	Others int
}

// overlayVersion numbers the encoded form.
const overlayVersion = 1

// Encode returns the Overlay in the form that Decode reads.
func (b *Builder) Encode(note Note) []byte {
	kept := make([]int32, len(b.symbols))
	var out []byte
	put := func(v int) { out = binary.AppendUvarint(out, uint64(v)) }
	str := func(s string) { put(len(s)); out = append(out, s...) }
	put(overlayVersion)
	str(note.Tool)
	put(note.Changed)
	put(note.Others)
	n := 0
	for i := range b.symbols {
		s := &b.symbols[i]
		kept[i] = -1
		if !s.partial && len(s.places) > 0 && len(s.places) <= mostDefinitions {
			kept[i] = int32(n)
			n++
		}
	}
	put(len(b.files))
	var body []byte
	for i := range b.files {
		f := &b.files[i]
		str(f.path)
		out = append(out, f.hash[:]...)
		body = body[:0]
		last := uint32(0)
		for _, u := range f.uses {
			if s := kept[u.symbol]; s >= 0 {
				body = binary.AppendUvarint(binary.AppendUvarint(body, uint64(u.at-last)), uint64(s))
				last = u.at
			}
		}
		put(len(body))
		out = append(out, body...)
	}
	put(n)
	for i := range b.symbols {
		if kept[i] < 0 {
			continue
		}
		put(len(b.symbols[i].places))
		for _, p := range b.symbols[i].places {
			put(int(p.file))
			put(int(p.at))
		}
	}
	var pairs [][2]int32
	for _, p := range b.pairs {
		if x, y := kept[p[0]], kept[p[1]]; x >= 0 && y >= 0 {
			pairs = append(pairs, [2]int32{x, y})
		}
	}
	put(len(pairs))
	for _, p := range pairs {
		put(int(p[0]))
		put(int(p[1]))
	}
	return out
}

// Overlay says what names of some contents mean. It never changes.
type Overlay struct {
	Note
	files   map[string]*file
	paths   []string
	symbols [][]filePlace
	// below lists, for the place of what is implemented, what implements it.
	below map[filePlace][]int32
}

type file struct {
	number int32
	hash   code.Hash
	uses   []byte
}

// ErrOverlay says that an encoded Overlay cannot be read.
var ErrOverlay = errors.New("the stored SCIP overlay cannot be read")

// decoder reads numbers; bad is set once something is not as Encode writes it.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) number(below int) int {
	v, n := binary.Uvarint(d.b)
	if n <= 0 || v >= uint64(below) {
		d.bad, d.b = true, nil
		return 0
	}
	d.b = d.b[n:]
	return int(v)
}

// count reads how many things follow, each of at least one byte.
func (d *decoder) count() int { return d.number(len(d.b) + 1) }

func (d *decoder) take(n int) []byte {
	if n > len(d.b) {
		d.bad, d.b = true, nil
		return nil
	}
	out := d.b[:n:n]
	d.b = d.b[n:]
	return out
}

// anyNumber is above every offset and count.
const anyNumber = 1<<32 - 1

// Decode reads what Encode wrote. It keeps b.
func Decode(b []byte) (*Overlay, error) {
	d := decoder{b: b}
	if d.number(anyNumber) != overlayVersion {
		return nil, fmt.Errorf("%w: another version wrote it", ErrOverlay)
	}
	o := &Overlay{files: make(map[string]*file), below: make(map[filePlace][]int32)}
	o.Tool = string(d.take(d.count()))
	o.Changed, o.Others = d.number(anyNumber), d.number(anyNumber)
	n := d.count()
	for i := range n {
		path := string(d.take(d.count()))
		hash := d.take(len(code.Hash{}))
		uses := d.take(d.count())
		if d.bad {
			break
		}
		o.files[path] = &file{int32(i), code.Hash(hash), uses}
		o.paths = append(o.paths, path)
	}
	for range d.count() {
		var places []filePlace
		for range d.count() {
			p := filePlace{int32(d.number(max(1, n))), uint32(d.number(anyNumber))}
			if d.bad {
				break
			}
			places = append(places, p)
		}
		o.symbols = append(o.symbols, places)
	}
	for range d.count() {
		x, y := d.number(len(o.symbols)), d.number(len(o.symbols))
		if d.bad {
			break
		}
		for _, p := range o.symbols[y] {
			o.below[p] = append(o.below[p], int32(x))
		}
	}
	if d.bad || len(d.b) > 0 || len(o.paths) != len(o.files) || len(o.paths) != n {
		return nil, ErrOverlay
	}
	return o, nil
}

// Paths lists the files that the Overlay has something of. It must not be changed.
func (o *Overlay) Paths() []string { return o.paths }

// Hash is the content that a file had when the Overlay was made; ok is false
// for a file that it does not know.
func (o *Overlay) Hash(path string) (h code.Hash, ok bool) {
	f := o.files[path]
	if f == nil {
		return h, false
	}
	return f.hash, true
}

// Uses are the places of one file that name something.
type Uses struct{ list []use }

// Uses returns the places of a file, by position.
func (o *Overlay) Uses(path string) Uses {
	f := o.files[path]
	if f == nil {
		return Uses{}
	}
	var out []use
	d := decoder{b: f.uses}
	at := uint32(0)
	for len(d.b) > 0 {
		at += uint32(d.number(anyNumber))
		s := d.number(len(o.symbols))
		if d.bad {
			break
		}
		out = append(out, use{at, int32(s)})
	}
	return Uses{out}
}

// Means lists where the names of the definitions stand that are meant between
// two bytes of a file, nil if that is not known.
func (o *Overlay) Means(u Uses, start, end uint32) (out []Place) {
	i := sort.Search(len(u.list), func(i int) bool { return u.list[i].at >= start })
	for ; i < len(u.list) && u.list[i].at < end; i++ {
		for _, p := range o.symbols[u.list[i].symbol] {
			if x := (Place{o.paths[p.file], p.at}); !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// Implementing lists where what implements the definition stands whose name
// is between two bytes of a file.
func (o *Overlay) Implementing(path string, start, end uint32) (out []Place) {
	f := o.files[path]
	if f == nil || len(o.below) == 0 {
		return nil
	}
	for at := start; at < end; at++ {
		for _, s := range o.below[filePlace{f.number, at}] {
			for _, p := range o.symbols[s] {
				if x := (Place{o.paths[p.file], p.at}); !slices.Contains(out, x) {
					out = append(out, x)
				}
			}
		}
	}
	return out
}
