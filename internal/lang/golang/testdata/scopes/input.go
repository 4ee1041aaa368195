package scopes

import "http"

var x, err = 1, error(nil)

type string struct{}

func shadow(x int) (n int, err error) {
	x = x + y
	if x := x; x > 0 {
		n = x
	} else if y := x; y > 0 {
		n = y
	}
	y := y
	for i := 0; i < y; i++ {
		n += i
	}
	for k, v := range table {
		k, w := v, k
		use(k, w)
	}
	var k string
	switch v := any(k).(type) {
	case int, string:
		use(v)
	case nil:
		v.use()
	default:
		use(v, err)
	}
	select {
	case m := <-ch:
		use(m)
	case ch <- x:
		use(m)
	}
	use(v, i)
	len := func(len int) int { return len }
	n = len(3)
	return
}

func typeName(http http.Client) { http.Do() }

func recursive() {
	var f func(int)
	f = func(n int) { f(n - 1) }
	g := func() { g() }
	const c = c + 1
	type T struct{ next *T }
	a, f := 1, f
	b, a := a, b
loop:
	for {
		break loop
	}
	goto loop
}

func (s *string) set(v int) {
	s.v = v
	s, z := s, v
	s.v, z = z, 0
	func(s int) { s.x() }(1)
	*s = string{}
}
