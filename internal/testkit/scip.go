package testkit

import (
	"encoding/binary"
	"strings"
	"testing"
)

// SCIPDocument is one document of a SCIP index that a test writes.
type SCIPDocument struct {
	Path, Text string
	// Encoding is the number that SCIP gives to the unit of columns.
	Encoding int
	Names    []SCIPName
	// Implements says of a symbol which one it implements.
	Implements map[string]string
}

// SCIPName is one occurrence: a name that stands in the text and what it
// means. It is found by the text around it, in which the name follows the sign |.
type SCIPName struct {
	Around, Name, Symbol string
	Definition           bool
}

// SCIP writes an index of documents in which columns count bytes unless the
// document says otherwise. root is the project's, "" for none.
func SCIP(t testing.TB, root string, docs ...SCIPDocument) []byte {
	t.Helper()
	tool := append(SCIPField(1, []byte("scip-test")), SCIPField(2, []byte("1.0"))...)
	meta := SCIPField(2, tool)
	if root != "" {
		meta = append(meta, SCIPField(3, []byte("file://"+root))...)
	}
	out := SCIPField(1, meta)
	for _, d := range docs {
		body := SCIPField(1, []byte(d.Path))
		for _, n := range d.Names {
			before, after, _ := strings.Cut(n.Around, "|")
			at := strings.Index(d.Text, before+after)
			if at < 0 || !strings.HasPrefix(after, n.Name) {
				t.Fatalf("%s does not hold %q with %q", d.Path, n.Around, n.Name)
			}
			at += len(before)
			line := strings.Count(d.Text[:at], "\n")
			start := d.Text[strings.LastIndexByte(d.Text[:at], '\n')+1 : at]
			from, to := scipWidth(start, d.Encoding), scipWidth(start+n.Name, d.Encoding)
			var r []byte
			for _, v := range []int{line, from, to} {
				r = binary.AppendUvarint(r, uint64(v))
			}
			o := append(SCIPField(1, r), SCIPField(2, []byte(n.Symbol))...)
			if n.Definition {
				o = append(o, 3<<3, 1)
			}
			body = append(body, SCIPField(2, o)...)
		}
		for symbol, up := range d.Implements {
			rel := append(SCIPField(1, []byte(up)), 3<<3, 1)
			body = append(body, SCIPField(3, append(SCIPField(1, []byte(symbol)), SCIPField(4, rel)...))...)
		}
		if d.Encoding > 0 {
			body = append(body, 6<<3, byte(d.Encoding))
		}
		out = append(out, SCIPField(2, body)...)
	}
	return out
}

// SCIPField is a field of a protobuf message that holds bytes.
func SCIPField(number int, body []byte) []byte {
	out := binary.AppendUvarint(nil, uint64(number)<<3|2)
	return append(binary.AppendUvarint(out, uint64(len(body))), body...)
}

// scipWidth is how many units of an encoding a text has.
func scipWidth(s string, encoding int) (n int) {
	for _, r := range s {
		switch {
		case encoding == 3, encoding == 2 && r < 0x10000:
			n++
		case encoding == 2:
			n += 2
		default:
			n += len(string(r))
		}
	}
	return n
}
