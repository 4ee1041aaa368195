package parse

import "sextant/internal/code"

// routes writes what a file says about routes: the last part of the outline.
func (e *encoder) routes(routes []code.Route) {
	e.uint(uint64(len(routes)))
	at := uint32(0)
	for i := range routes {
		r := &routes[i]
		e.uint(uint64(r.Form))
		e.string(r.Framework)
		e.string(r.Methods)
		e.string(r.Path)
		e.string(r.Router)
		e.string(r.Target)
		e.delta(&at, r.Span.Start)
		e.uint(uint64(r.Span.End - r.Span.Start))
		e.uint(uint64(r.Line))
		e.uint(uint64(r.TargetLine))
	}
}

// routes reads what the encoder's routes wrote.
func (d *decoder) routes() []code.Route {
	n := d.count(10)
	if n == 0 {
		return nil
	}
	at := uint32(0)
	routes := make([]code.Route, n)
	for i := range routes {
		r := &routes[i]
		r.Form = code.RouteForm(d.uint())
		r.Framework, r.Methods, r.Path, r.Router, r.Target = d.string(), d.string(), d.string(), d.string(), d.string()
		r.Span.Start = d.delta(&at)
		r.Span.End = r.Span.Start + d.uint32()
		r.Line, r.TargetLine = d.uint32(), d.uint32()
	}
	return routes
}
