package parse

import (
	"encoding/binary"
	"errors"
	"fmt"

	"sextant/internal/code"
)

// The stored form of facts is two byte strings: the outline (all but the
// references, bindings and regions), which most questions need, and the detail. All
// integers are varint. A string is written once: its first use is its number
// followed by length and bytes, later uses are the number alone. Positions
// are deltas to the one before.

var errFactsForm = errors.New("stored facts are damaged or of another version")

// EncodeOutline returns the stored form of everything but references, bindings and regions.
func EncodeOutline(f *code.Facts) []byte {
	e := encoder{numbers: make(map[string]uint64), b: make([]byte, 0, 256+48*len(f.Definitions))}
	e.string(string(f.Language))
	e.uint(uint64(f.Status))
	e.uint(uint64(f.Lines))
	e.uint(uint64(f.Chars))
	e.string(f.Doc)
	e.string(f.Package)
	e.uint(uint64(len(f.Definitions)))
	at := uint32(0)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		e.string(d.Name)
		e.uint(uint64(d.Kind))
		e.delta(&at, d.Span.Start)
		e.uint(uint64(d.Span.End - d.Span.Start))
		e.int(int64(d.NameSpan.Start) - int64(d.Span.Start))
		e.uint(uint64(d.NameSpan.End - d.NameSpan.Start))
		e.uint(uint64(d.Line))
		e.int(int64(d.Lines.First) - int64(d.Line))
		e.uint(uint64(d.Lines.Last - d.Lines.First))
		e.uint(uint64(d.Container + 1))
		e.string(d.ContainerName)
		e.string(d.Signature)
		e.string(d.Doc)
		flags := uint64(d.Visibility) << 1
		if d.Exported {
			flags |= 1
		}
		e.uint(flags)
		e.uint(uint64(d.Modifiers))
		e.string(d.Type)
		e.uint(uint64(len(d.Supertypes)))
		for _, s := range d.Supertypes {
			e.string(s.Name)
			e.string(s.Args)
			e.uint(uint64(s.Form))
		}
		e.params(d.Params)
		e.params(d.TypeParams)
		e.string(d.Wrapped)
		e.string(d.Value)
		if d.Value != "" {
			e.int(int64(d.ValueAt) - int64(d.Span.Start))
		}
	}
	e.uint(uint64(len(f.Imports)))
	at = 0
	for i := range f.Imports {
		im := &f.Imports[i]
		e.string(im.Specifier)
		form := uint64(im.Form) << 1
		if im.TypeOnly {
			form |= 1
		}
		e.uint(form)
		e.delta(&at, im.Span.Start)
		e.uint(uint64(im.Span.End - im.Span.Start))
		e.uint(uint64(im.Line))
		e.uint(uint64(len(im.Names)))
		for _, n := range im.Names {
			e.string(n.Name)
			e.string(n.Alias)
		}
	}
	e.uint(uint64(len(f.Mentions)))
	at = 0
	for i := range f.Mentions {
		m := &f.Mentions[i]
		e.string(m.Text)
		e.delta(&at, m.Span.Start)
		e.uint(uint64(m.Span.End - m.Span.Start))
		e.uint(uint64(m.Line))
	}
	e.uint(uint64(len(f.Embedded)))
	at = 0
	for _, x := range f.Embedded {
		e.string(string(x.Language))
		e.delta(&at, x.Span.Start)
		e.uint(uint64(x.Span.End - x.Span.Start))
	}
	e.routes(f.Routes)
	return e.b
}

func (e *encoder) params(list []code.Param) {
	e.uint(uint64(len(list)))
	for _, p := range list {
		e.string(p.Name)
		e.string(p.Type)
	}
}

// EncodeDetail returns the stored form of references, bindings and regions.
func EncodeDetail(f *code.Facts) []byte {
	e := encoder{numbers: make(map[string]uint64), b: make([]byte, 0, 16+8*len(f.References))}
	e.uint(uint64(len(f.References)))
	at, line := uint32(0), uint32(0)
	for i := range f.References {
		r := &f.References[i]
		e.string(r.Name)
		e.delta(&at, r.Span.Start)
		e.int(int64(r.Span.End-r.Span.Start) - int64(len(r.Name)))
		e.delta(&line, r.Line)
		what := uint64(r.Role)<<6 | uint64(r.Qualifier)<<3
		if r.Args > 0 {
			what |= 4
		}
		if r.QualifierText != "" {
			what |= 2
		}
		if r.Local {
			what |= 1
		}
		e.uint(what)
		if r.Args > 0 {
			e.uint(uint64(r.Args))
		}
		if r.QualifierText != "" {
			e.string(r.QualifierText)
		}
		e.uint(uint64(r.Enclosing + 1))
	}
	e.uint(uint64(len(f.Bindings)))
	at = 0
	for i := range f.Bindings {
		x := &f.Bindings[i]
		e.string(x.Name)
		e.delta(&at, x.At)
		e.int(int64(x.Scope.Start) - int64(x.At))
		size := uint64(x.Scope.End-x.Scope.Start) << 1
		if x.Narrows {
			size |= 1
		}
		e.uint(size)
		e.string(x.Type)
		e.string(x.Value)
	}
	e.uint(uint64(len(f.Regions)))
	at = 0
	for _, r := range f.Regions {
		e.uint(uint64(r.Span.Start-at)<<1 | uint64(r.Kind))
		e.uint(uint64(r.Span.End - r.Span.Start))
		at = r.Span.End
	}
	return e.b
}

// DecodeOutline reads what EncodeOutline wrote. References, Bindings and Regions stay empty.
func DecodeOutline(b []byte) (*code.Facts, error) {
	d := newDecoder(b)
	f := &code.Facts{Language: code.LanguageID(d.string()), Status: code.Status(d.uint()),
		Lines: d.uint32(), Chars: d.uint32(), Doc: d.string(), Package: d.string()}
	at := uint32(0)
	if n := d.count(20); n > 0 {
		f.Definitions = make([]code.Definition, n)
	}
	for i := range f.Definitions {
		x := &f.Definitions[i]
		x.Name = d.string()
		x.Kind = code.Kind(d.uint())
		x.Span.Start = d.delta(&at)
		x.Span.End = x.Span.Start + d.uint32()
		x.NameSpan.Start = uint32(int64(x.Span.Start) + d.int())
		x.NameSpan.End = x.NameSpan.Start + d.uint32()
		x.Line = d.uint32()
		x.Lines.First = uint32(int64(x.Line) + d.int())
		x.Lines.Last = x.Lines.First + d.uint32()
		x.Container = int32(d.uint32()) - 1
		x.ContainerName = d.string()
		x.Signature = d.string()
		x.Doc = d.string()
		flags := d.uint()
		x.Exported, x.Visibility = flags&1 != 0, code.Visibility(flags>>1)
		x.Modifiers = code.Modifiers(d.uint())
		x.Type = d.string()
		if n := d.count(3); n > 0 {
			x.Supertypes = make([]code.Supertype, n)
		}
		for k := range x.Supertypes {
			x.Supertypes[k] = code.Supertype{Name: d.string(), Args: d.string(), Form: code.Inheritance(d.uint())}
		}
		x.Params, x.TypeParams = d.params(), d.params()
		x.Wrapped = d.string()
		if x.Value = d.string(); x.Value != "" {
			x.ValueAt = uint32(int64(x.Span.Start) + d.int())
		}
	}
	at = 0
	if n := d.count(6); n > 0 {
		f.Imports = make([]code.Import, n)
	}
	for i := range f.Imports {
		x := &f.Imports[i]
		x.Specifier = d.string()
		form := d.uint()
		x.Form, x.TypeOnly = code.ImportForm(form>>1), form&1 != 0
		x.Span.Start = d.delta(&at)
		x.Span.End = x.Span.Start + d.uint32()
		x.Line = d.uint32()
		if n := d.count(2); n > 0 {
			x.Names = make([]code.ImportedName, n)
		}
		for k := range x.Names {
			x.Names[k] = code.ImportedName{Name: d.string(), Alias: d.string()}
		}
	}
	at = 0
	if n := d.count(4); n > 0 {
		f.Mentions = make([]code.Mention, n)
	}
	for i := range f.Mentions {
		x := &f.Mentions[i]
		x.Text = d.string()
		x.Span.Start = d.delta(&at)
		x.Span.End = x.Span.Start + d.uint32()
		x.Line = d.uint32()
	}
	at = 0
	if n := d.count(3); n > 0 {
		f.Embedded = make([]code.Embedded, n)
	}
	for i := range f.Embedded {
		x := &f.Embedded[i]
		x.Language = code.LanguageID(d.string())
		x.Span.Start = d.delta(&at)
		x.Span.End = x.Span.Start + d.uint32()
	}
	f.Routes = d.routes()
	if err := d.end(); err != nil {
		return nil, err
	}
	if err := checkContainers(f); err != nil {
		return nil, err
	}
	return f, nil
}

func (d *decoder) params() []code.Param {
	n := d.count(2)
	if n == 0 {
		return nil
	}
	list := make([]code.Param, n)
	for k := range list {
		list[k] = code.Param{Name: d.string(), Type: d.string()}
	}
	return list
}

// checkContainers refuses indices that would send a reader out of bounds or
// round in a circle.
func checkContainers(f *code.Facts) error {
	n := int32(len(f.Definitions))
	// cleared marks the definitions from which the walk up is known to end.
	var cleared []bool
	for i := range f.Definitions {
		switch c := f.Definitions[i].Container; {
		case c < code.NoDefinition || c >= n:
			return fmt.Errorf("%w: container", errFactsForm)
		case c > int32(i) && cleared == nil:
			cleared = make([]bool, n)
		}
	}
	if cleared == nil {
		// No container stands after its parts, but one may be its own.
		for i := range f.Definitions {
			if f.Definitions[i].Container == int32(i) {
				return fmt.Errorf("%w: container", errFactsForm)
			}
		}
		return nil
	}
	for i := int32(0); i < n; i++ {
		steps := int32(0)
		for c := i; c != code.NoDefinition && !cleared[c]; c = f.Definitions[c].Container {
			if steps++; steps > n {
				return fmt.Errorf("%w: container", errFactsForm)
			}
		}
		for c := i; c != code.NoDefinition && !cleared[c]; c = f.Definitions[c].Container {
			cleared[c] = true
		}
	}
	return nil
}

// DecodeDetail adds what EncodeDetail wrote to facts that hold the outline.
func DecodeDetail(b []byte, f *code.Facts) error {
	d := newDecoder(b)
	if err := d.references(f); err != nil {
		return err
	}
	d.bindings(f)
	at := uint32(0)
	if n := d.count(2); n > 0 {
		f.Regions = make([]code.Region, n)
	}
	for i := range f.Regions {
		head := d.uint()
		start := at + uint32(head>>1)
		f.Regions[i] = code.Region{Kind: code.RegionKind(head & 1), Span: code.Span{Start: start, End: start + d.uint32()}}
		at = f.Regions[i].Span.End
	}
	return d.end()
}

// DecodeUses adds of what EncodeDetail wrote the bindings and those references
// that have one of the names. Regions are left out.
func DecodeUses(b []byte, f *code.Facts, names map[string]bool) error {
	d := newDecoder(b)
	d.only = names
	if err := d.references(f); err != nil {
		return err
	}
	d.bindings(f)
	if d.bad {
		return errFactsForm
	}
	return nil
}

func (d *decoder) references(f *code.Facts) error {
	at, line := uint32(0), uint32(0)
	n := d.count(6)
	if n > 0 && d.only == nil {
		f.References = make([]code.Reference, 0, n)
	}
	for range n {
		var x code.Reference
		x.Name = d.string()
		x.Span.Start = d.delta(&at)
		x.Span.End = uint32(int64(x.Span.Start) + int64(len(x.Name)) + d.int())
		x.Line = d.delta(&line)
		what := d.uint()
		x.Role, x.Qualifier, x.Local = code.Role(what>>6), code.Qualifier(what>>3&7), what&1 != 0
		if what&4 != 0 {
			x.Args = uint8(d.uint())
		}
		if what&2 != 0 {
			x.QualifierText = d.string()
		}
		x.Enclosing = int32(d.uint32()) - 1
		if x.Enclosing < code.NoDefinition || x.Enclosing >= int32(len(f.Definitions)) {
			return fmt.Errorf("%w: enclosing definition", errFactsForm)
		}
		if d.only == nil || d.only[x.Name] {
			f.References = append(f.References, x)
		}
		if d.bad {
			break
		}
	}
	return nil
}

func (d *decoder) bindings(f *code.Facts) {
	at := uint32(0)
	if n := d.count(6); n > 0 {
		f.Bindings = make([]code.Binding, n)
	}
	for i := range f.Bindings {
		x := &f.Bindings[i]
		x.Name = d.string()
		x.At = d.delta(&at)
		x.Scope.Start = uint32(int64(x.At) + d.int())
		size := d.uint()
		x.Scope.End, x.Narrows = x.Scope.Start+uint32(size>>1), size&1 != 0
		x.Type, x.Value = d.string(), d.string()
	}
}

type encoder struct {
	b       []byte
	numbers map[string]uint64
}

func (e *encoder) uint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int64)   { e.b = binary.AppendVarint(e.b, v) }

func (e *encoder) delta(last *uint32, v uint32) {
	e.int(int64(v) - int64(*last))
	*last = v
}

func (e *encoder) string(s string) {
	if s == "" {
		e.b = append(e.b, 0)
		return
	}
	n, ok := e.numbers[s]
	if !ok {
		n = uint64(len(e.numbers) + 1)
		e.numbers[s] = n
		e.uint(n)
		e.uint(uint64(len(s)))
		e.b = append(e.b, s...)
		return
	}
	e.uint(n)
}

// decoder gives zero values after a fault; end reports it.
type decoder struct {
	text    string // strings are cut out of it, so that they share one allocation
	at      int    // where in text reading goes on
	strings []string
	only    map[string]bool // names of the references that are kept; nil keeps all
	bad     bool
}

func newDecoder(b []byte) decoder { return decoder{text: string(b)} }

func (d *decoder) fail() { d.bad, d.at = true, len(d.text) }

// uint reads a varint. Nearly all have one byte, and files have tens of
// thousands of them.
func (d *decoder) uint() uint64 {
	if d.at < len(d.text) && d.text[d.at] < 0x80 {
		d.at++
		return uint64(d.text[d.at-1])
	}
	return d.longUint()
}

func (d *decoder) longUint() uint64 {
	var v uint64
	for i := 0; i < binary.MaxVarintLen64 && d.at+i < len(d.text); i++ {
		c := d.text[d.at+i]
		if i == binary.MaxVarintLen64-1 && c > 1 {
			break // more than 64 bits
		}
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.at += i + 1
			return v
		}
	}
	d.fail()
	return 0
}

func (d *decoder) int() int64 {
	v := d.uint()
	return int64(v>>1) ^ -int64(v&1)
}

func (d *decoder) uint32() uint32 {
	v := d.uint()
	if v > 1<<32-1 {
		d.fail()
		return 0
	}
	return uint32(v)
}

func (d *decoder) delta(last *uint32) uint32 {
	*last = uint32(int64(*last) + d.int())
	return *last
}

// count reads a length whose items take at least min bytes each, so that a
// damaged one cannot ask for more memory than the input could fill.
func (d *decoder) count(min int) int {
	n := d.uint()
	if n > uint64((len(d.text)-d.at)/min) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) string() string {
	n := d.uint()
	switch {
	case n == 0:
		return ""
	case n <= uint64(len(d.strings)):
		return d.strings[n-1]
	case n == uint64(len(d.strings))+1:
		size := d.uint()
		if size > uint64(len(d.text)-d.at) {
			d.fail()
			return ""
		}
		s := d.text[d.at : d.at+int(size)]
		d.at += int(size)
		d.strings = append(d.strings, s)
		return s
	}
	d.fail()
	return ""
}

func (d *decoder) end() error {
	if d.bad || d.at < len(d.text) {
		return errFactsForm
	}
	return nil
}
