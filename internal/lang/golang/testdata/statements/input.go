package statements

func all(in <-chan int, out chan<- int, q []string) (n int) {
	var a, b = 1, 2
	var (
		c int
		d = c
	)
	a, b = b, a
	c++
	d <<= 2
	if c == d {
		return a
	} else if c < d {
		return b
	} else {
		n = count
	}
	for c < d {
		c++
	}
	for range q {
		tick()
	}
	for i := range 10 {
		n += i
	}
	for total = range q {
	}
	for q[0], total = range m {
	}
	switch {
	case a > b, b > c:
		fallthrough
	default:
		tick()
	}
	switch x := get(); x {
	case limit:
		n = x
	}
	switch x := get(); y := x.(type) {
	case Box:
		y.Open()
	case *Box, interface{ Open() }:
		y.Open()
	}
	switch thing.(type) {
	case error:
	}
	select {
	case v, ok := <-in:
		use(v, ok)
	case n = <-in:
	case out <- a:
	default:
	}
outer:
	for {
		for {
			continue outer
		}
	}
	go func(n int) { out <- n }(a)
	defer close(out)
	use(q[1:a], q[:b:c], *ptr, &a, -a, !ok, <-in, a+b*c, (a), func() int { return n }())
	use(thing.(Box), arr[a], 'x', "s", 1.5, 2i)
	{
		a := tick
		a()
	}
	;
	return
}
