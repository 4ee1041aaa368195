package gate

import (
	"bytes"
	"sort"
)

type byAge []Person

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return b[i].Age < b[j].Age }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Person struct {
	Name string
	Age  int
	Tags []string
}

var compare = byAge.Less
var pointer = (*bytes.Buffer).Write

func route(ps []Person) {
	f := byAge(ps).Len
	sort.Sort(byAge(ps))
	sort.Slice(ps, func(i, j int) bool {
		return ps[i].
			Name < ps[j].Name
	})
	ps[0].Tags[1] = "x"
	ps[0].Name = "y"
	f()
	b.
		With("a").
		With("b").
		Run()
	x.y.
		z.Do()
}
