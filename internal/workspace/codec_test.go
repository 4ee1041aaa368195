package workspace

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"sextant/internal/code"
)

func randomDir(r *rand.Rand, path string) *Dir {
	signature := func() Signature {
		return Signature{Size: r.Int64() >> r.IntN(64), Mtime: int64(r.Uint64()), Ctime: r.Int64(), Inode: r.Uint64(), Mode: r.Uint32()}
	}
	names := func() []string {
		var out []string
		for i := range r.IntN(4) {
			out = append(out, fmt.Sprintf("%d%c", i, rune(1+r.IntN(46))))
		}
		return out
	}
	d := &Dir{Path: path, Signature: signature(), ListedAt: int64(r.Uint64()), RulesKey: r.Uint64(), Dirs: names(), RuleFiles: names()}
	for i := range d.Skips {
		d.Skips[i] = r.Uint32() >> r.IntN(32)
	}
	for _, n := range names() {
		f := File{Path: join(path, n), Signature: signature(), Symlink: r.IntN(3) == 0, Unreadable: r.IntN(3) == 0}
		if r.IntN(2) == 0 {
			f.Hash, f.ReadAt = code.Hash{byte(1 + r.IntN(255))}, int64(r.Uint64())
		}
		d.Files = append(d.Files, f)
	}
	return d
}

func TestEncodeDecode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for i := range 2000 {
		d := randomDir(r, pick(r, "", "a", "a/b"))
		b := EncodeDir(d)
		got, err := DecodeDir(d.Path, b)
		if err != nil || !reflect.DeepEqual(got, d) {
			t.Fatalf("%d: %v\ngot  %+v\nwant %+v", i, err, got, d)
		}
		if _, err := DecodeDir(d.Path, append(b, 0)); err == nil {
			t.Fatal("a byte too many is not noticed")
		}
		if _, err := DecodeDir(d.Path, b[:r.IntN(len(b))]); err == nil {
			t.Fatal("a cut form is not noticed")
		}
	}
}

func TestDecodeDamaged(t *testing.T) {
	good := EncodeDir(&Dir{Dirs: []string{"a", "b"}, Files: []File{{Path: "x"}, {Path: "y"}}})
	for name, swap := range map[string][2]string{
		"version":         {"\x01", "\x02"},
		"names unsorted":  {"\x01a\x01b", "\x01b\x01a"},
		"name twice":      {"\x01a\x01b", "\x01a\x01a"},
		"slash in a name": {"\x01a\x01b", "\x01a\x01/"},
		"files unsorted":  {"\x01x", "\x01z"},
		"unknown flag":    {"\x01x\x04", "\x01x\x0c"},
		"endless count":   {"\x02\x01a", "\xff\x01a"},
	} {
		bad := bytes.Replace(good, []byte(swap[0]), []byte(swap[1]), 1)
		if bytes.Equal(good, bad) {
			t.Fatalf("%s: nothing was damaged", name)
		}
		if d, err := DecodeDir("", bad); err == nil {
			t.Errorf("%s is not noticed: %+v", name, d)
		}
	}
}

func FuzzDecodeDir(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 8 {
		f.Add(EncodeDir(randomDir(r, "d")))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := DecodeDir("d", b)
		runtime.ReadMemStats(&after)
		if spent := after.TotalAlloc - before.TotalAlloc; spent > uint64(64*len(b)+1<<20) {
			t.Fatalf("%d bytes of input took %d bytes of memory", len(b), spent)
		}
		if err != nil {
			return
		}
		again, err := DecodeDir("d", EncodeDir(d))
		if err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("%+v became %+v, %v", d, again, err)
		}
	})
}
