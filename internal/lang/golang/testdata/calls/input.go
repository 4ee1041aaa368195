package app

import (
	"net/http"
	"strings"

	"example.com/shop/store"
)

type Server struct {
	db    *store.DB
	inner struct{ log Logger }
	next  *Server
}

type Logger interface{ Printf(string, ...any) }

func New(db *store.DB) *Server { return &Server{db: db} }

func (s *Server) Handle(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/items/")
	item, err := s.db.Find(id)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	s.log(item)
	s.inner.log.Printf("found %v", item)
	s.next.Handle(w, r)
	(*s).log(nil)
	New(s.db).log(item)
	store.Open("x").Table("y").Rows()
	new(Server).log(nil)
	(&Server{}).log(nil)
	w.(http.Flusher).Flush()
	(*Server)(nil).log(nil)
	go s.log(item)
	defer s.log(item)
	func() { s.log(nil) }()
	handlers["a"](s)
	table[0](s)
	convert[int](3)
	store.Map[string, int](nil)
	pick[Server](s)
	n := int64(len(id)) + size(item)
	_ = n
}

func (s *Server) log(v any) {
	s = s.next
	s.next.log(v)
	{
		s := other(s)
		s.log(v)
	}
}

func other(s *Server) *Server { return s }
func size(v any) int64        { return 0 }
func convert[T any](v T) T    { return v }
func pick[T any](v *T) *T     { return v }

var handlers = map[string]func(*Server){}
var table []func(*Server)
