package index

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/parse"
)

// nameHash stands for a name in knownNames: 32 bits of FNV-1a. Two names of one
// hash cost a look at a file too many and nothing else.
func nameHash(name string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return h.Sum32()
}

// inheritance marks the name of a supertype among the names of a content.
const inheritance = "\x00<"

// namesOf lists the names that a file defines and those of the supertypes that
// its types declare, as hashes in order, each once.
func namesOf(f *code.Facts) []uint32 {
	out := make([]uint32, 0, len(f.Definitions))
	for i := range f.Definitions {
		name := f.Definitions[i].Name
		out = append(out, nameHash(name))
		if last := code.LastPart(name); last != name {
			out = append(out, nameHash(last)) // var.region, a namespace A.B
		}
	}
	for i := range f.Definitions {
		for _, s := range f.Definitions[i].Supertypes {
			out = append(out, nameHash(inheritance+code.LastPart(strings.TrimRight(bareSuper(s.Name), " "))))
		}
	}
	for i := range f.Imports {
		for _, n := range f.Imports[i].Names {
			if n.Alias != "" { // by which a type may inherit
				out = append(out, nameHash(inheritance+n.Name))
			}
		}
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

// bareSuper is a supertype's name without what stands in brackets behind it.
func bareSuper(name string) string {
	if i := strings.IndexAny(name, "<[("); i > 0 {
		return name[:i]
	}
	return name
}

// encodeNames writes hashes as varints of their differences.
func encodeNames(hashes []uint32) []byte {
	b := make([]byte, 0, 4*len(hashes))
	last := uint32(0)
	for _, h := range hashes {
		b = binary.AppendUvarint(b, uint64(h-last))
		last = h
	}
	return b
}

// decodeNames appends to out what encodeNames wrote.
func decodeNames(out []uint32, b []byte) []uint32 {
	last := uint32(0)
	for len(b) > 0 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return out
		}
		b = b[n:]
		last += uint32(v)
		out = append(out, last)
	}
	return out
}

// knownNames says which contents define a name, so that looking for a
// definition reads the facts of no other. It costs 8 bytes for each name of a
// content.
type knownNames struct {
	mu    sync.Mutex
	keys  []store.FactsKey
	place map[store.FactsKey]uint32 // in keys
	// pairs are hash<<32 | place, in order; recent are those that came since.
	pairs, recent []uint64
}

func newKnownNames() *knownNames { return &knownNames{place: make(map[store.FactsKey]uint32)} }

// mostRecent bounds the pairs that are searched one by one.
const mostRecent = 4096

func (k *knownNames) set(key store.FactsKey, hashes []uint32) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.put(key, hashes)
	if len(k.recent) > mostRecent {
		k.settle()
	}
}

func (k *knownNames) put(key store.FactsKey, hashes []uint32) {
	if _, ok := k.place[key]; ok {
		return
	}
	n := uint32(len(k.keys))
	k.place[key] = n
	k.keys = append(k.keys, key)
	for _, h := range hashes {
		k.recent = append(k.recent, uint64(h)<<32|uint64(n))
	}
}

// settle puts the recent pairs in their places. The caller holds mu.
func (k *knownNames) settle() {
	if len(k.recent) == 0 {
		return
	}
	slices.Sort(k.recent)
	if len(k.pairs) == 0 {
		k.pairs, k.recent = slices.Clip(k.recent), nil
		return
	}
	merged := make([]uint64, 0, len(k.pairs)+len(k.recent))
	a, b := k.pairs, k.recent
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	k.pairs = append(append(merged, a...), b...)
	k.recent = k.recent[:0]
}

// has reports whether the names of a content are known.
func (k *knownNames) has(key store.FactsKey) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, ok := k.place[key]
	return ok
}

// defining lists the contents that define the name.
func (k *knownNames) defining(name string) (out []store.FactsKey) {
	h := uint64(nameHash(name)) << 32
	k.mu.Lock()
	defer k.mu.Unlock()
	i, _ := slices.BinarySearch(k.pairs, h)
	for ; i < len(k.pairs) && k.pairs[i]>>32 == h>>32; i++ {
		out = append(out, k.keys[uint32(k.pairs[i])])
	}
	for _, p := range k.recent {
		if p>>32 == h>>32 {
			out = append(out, k.keys[uint32(p)])
		}
	}
	return out
}

// loadNames reads the store's list.
func (ix *Indexer) loadNames(v *View) {
	db := ix.db.Load()
	if db == nil {
		return
	}
	generation := ix.generation.Load()
	k := ix.names
	k.mu.Lock()
	defer k.mu.Unlock()
	var hashes []uint32
	err := db.Defines(parse.Version, func(key store.FactsKey, names []byte) {
		hashes = decodeNames(hashes[:0], names)
		k.put(key, hashes)
	})
	k.settle()
	if err != nil {
		v.outdated.Store(true)
		ix.failed(generation, "reading names", err)
	}
}

// nameless lists the files with facts whose names are not known: they may
// define anything that they mention.
func (v *View) nameless() []*File {
	when := "nameless early"
	if v.allParsed() {
		when = "nameless"
	}
	return v.Memo(when, func() any {
		var out []*File
		loaded := false
		for _, f := range v.files {
			if !f.Parsed() {
				continue
			}
			key := v.key(f)
			if v.ix.names.has(key) {
				continue
			}
			if !loaded && v.ix.known.get(key) == factsStored {
				v.ix.loadNames(v)
				loaded = true
				if v.ix.names.has(key) {
					continue
				}
			}
			out = append(out, f)
		}
		return out
	}).([]*File)
}

// Defining lists the files that may define a name, by path: those that do, and
// those not parsed yet that hold it as a word.
func (v *View) Defining(name string) []*File { return v.having(name, name) }

// Inheriting lists the files that may declare a type whose supertype has the
// name, by path.
func (v *View) Inheriting(name string) []*File { return v.having(name, inheritance+name) }

func (v *View) having(name, key string) []*File {
	in := make(map[int32]bool)
	if rest := v.nameless(); len(rest) > 0 {
		unknown := make(map[*File]bool, len(rest))
		for _, f := range rest {
			unknown[f] = true
		}
		for _, f := range v.Mentioning(name) {
			if unknown[f] {
				in[f.number] = true
			}
		}
	}
	v.mapOwners()
	for _, k := range v.ix.names.defining(key) {
		for _, f := range v.withContent(k.Hash) {
			if f.Parsed() && f.Language.ID == k.Language {
				in[f.number] = true
			}
		}
	}
	numbers := make([]int32, 0, len(in))
	for n := range in {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	out := make([]*File, len(numbers))
	for i, n := range numbers {
		out[i] = v.files[n]
	}
	return out
}

// withContent lists the files that hold a content.
func (v *View) withContent(h code.Hash) (out []*File) {
	for k, s := range v.segments {
		v.reading(func() {
			if d, ok := s.Find(h); ok {
				v.eachOwner(docRef{int32(k), d}, func(f *File) { out = append(out, f) })
			}
		})
	}
	for _, f := range v.Unindexed() {
		if v.key(f).Hash == h { // its own, or that of what an answer has read
			out = append(out, f)
		}
	}
	return out
}
