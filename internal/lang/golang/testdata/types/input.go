package shop

import (
	"io"
	"net/http"
	"sync"
)

// Server answers requests.
type Server struct {
	// Addr is where it listens.
	Addr string `json:"addr"`
	Port, TLSPort int // both are TCP
	http.Handler
	*sync.Mutex
	base
	Cache[string, *Item]

	handlers map[string]func(w http.ResponseWriter, r *http.Request) error
	limits   struct {
		Max int
		per struct{ IP int }
	}
	probe interface{ Ping() error }
	_     [0]func()
}

// Store keeps items.
type Store interface {
	io.Closer
	Reader
	// Get finds an item.
	Get(id string) (*Item, error)
	list(limit, offset int) []Item // newest first
	Watch(func(Item))
}

type Number interface {
	~int | ~int64 |
		float64
	String() string
}

type (
	// Handler serves one route.
	Handler func(w http.ResponseWriter, r *http.Request) error

	Celsius float64
	items   []Item // sorted

	Alias = Server
	Pair[K comparable, V any] struct {
		Key K
		Val V
	}
)

type Tree[T interface{ ~int | ~string }] struct {
	left, right *Tree[T]
	value       T
}

type Matrix[T any] [][]T
type Empty struct{}
type Any interface{}
type Nodes = []struct{ ID int }

type base struct{}
type Item struct{ Name string; Price Celsius }
type Reader = io.Reader

type Cache[K comparable, V any] map[K]V
