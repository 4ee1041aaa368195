package nested

func Outer() {
	type point struct {
		X, Y int
		tag  string
	}
	type shape interface{ Area() float64 }
	const scale = 3
	var origin point
	origin.X = scale
	inner := func(p point) int {
		type deep struct{ n int }
		d := deep{n: p.X}
		return d.n
	}
	inner(origin)
	var s shape
	s.Area()
}

var handler = func(name string) error {
	type payload struct{ Name string }
	return send(payload{Name: name})
}

type Config struct {
	Log struct {
		Level string
		Sink  struct{ Path string }
	}
	Hooks []struct{ Run func() error }
	ByKey map[string]*struct{ N int }
}

var Flags struct{ Verbose, quiet bool }

var Defaults = struct{ Retries int }{Retries: 3}

func send(v any) error { return nil }
