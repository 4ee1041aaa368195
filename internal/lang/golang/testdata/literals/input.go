package literals

import "net/http"

type Point struct{ X, Y int }

type Grid map[Point]string

type Row [4]int

const first = 0

func build(name string) {
	_ = Point{X: 1, Y: 2}
	_ = Point{1, 2}
	_ = &http.Server{Addr: name, Handler: nil}
	_ = []Point{{X: 1}, {Y: 2}}
	_ = []*Point{{X: 1}}
	_ = map[string]Point{name: {X: 1}, "k": {Y: 2}}
	_ = map[Point]int{{X: 1}: 1, origin: 2}
	_ = Grid{origin: name}
	_ = Row{first: 1, 2}
	_ = [...]string{first: name}
	_ = struct{ A int }{A: 1}
	_ = Pair[int, string]{Left: 1}
	_ = Line{Start: Point{X: 1}, End: Point{Y: name}}
	_ = [][]Point{{{X: 3}}}
	type local map[string]int
	_ = local{name: 1}
	p := new(Point)
	p.X, p.Y = 1, 2
	p.X++
	p.Y += p.X
	arr[p.X] = 3
	*p = Point{}
	ptr := new(http.Client)
	ch := make(chan *Point, first)
	buf := make([]Row, 2)
	v := new(first)
	_, _, _, _ = ptr, ch, buf, v
}

var origin Point
var arr [9]int
