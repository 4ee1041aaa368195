package values

import "errors"

// MaxHeader is the largest header.
const MaxHeader = 1 << 20

const a, B = 1, "two"

// Levels of logging.
const (
	Debug Level = iota
	Info
	_
	Error
	mask uint8 = 0xff &^ (1 << iota)
)

const long = "a string that is far too long to be shown in a signature, so it is left out"

var ErrClosed = errors.New("values: closed")

var (
	table = map[string]int{
		"a": 1,
	}
	count, total int
	Default      = &Config{
		Name: "x",
	}
	handler = func(s string) error {
		return nil
	}
	left, right = split("a b")
	_ Level     = Level(3)
	blank, _    = split("c")
	multi       = one() +
		two()
	spaced = "  two  spaces  "
	matrix = [...][2]int{{1, 2}, {3, 4}}
)

var _ error = (*Config)(nil)

var single int

type Level int

type Config struct{ Name string }
