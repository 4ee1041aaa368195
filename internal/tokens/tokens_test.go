package tokens

import "testing"

func TestOf(t *testing.T) {
	for _, c := range []struct{ bytes, want int }{{-5, 0}, {0, 0}, {1, 0}, {2, 1}, {34, 10}, {3400, 1000}} {
		if got := Of(c.bytes); got != c.want {
			t.Errorf("%d bytes: %d tokens, want %d", c.bytes, got, c.want)
		}
	}
}

// A budget in tokens allows no more bytes than cost that many.
func TestBytes(t *testing.T) {
	for n := range 5000 {
		if got := Of(Bytes(n)); got > n {
			t.Fatalf("%d tokens allow %d bytes, which cost %d", n, Bytes(n), got)
		}
	}
}
