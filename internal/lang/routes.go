package lang

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/syntax"
)

// maxRoutes bounds what is kept of one file's statements about routes.
const maxRoutes = 5000

// AddRoute records a statement about routes.
func (b *Builder) AddRoute(r code.Route) {
	if len(b.facts.Routes) >= maxRoutes {
		return
	}
	r.Path, r.Target = code.Clip(r.Path, MaxSignature), code.Clip(code.OneLine(r.Target), MaxDoc)
	at := len(b.facts.Routes)
	for at > 0 && b.facts.Routes[at-1].Span.Start > r.Span.Start {
		at--
	}
	b.facts.Routes = slices.Insert(b.facts.Routes, at, r)
}

// Imports lists what has been recorded so far, for reading.
func (b *Builder) Imports() []code.Import { return b.facts.Imports }

// Count is how many definitions there are so far.
func (b *Builder) Count() int32 { return int32(len(b.facts.Definitions)) }

// Route records a statement that stands at node n.
func (w *Walk) Route(n syntax.Node, r code.Route) {
	r.Span, r.Line = w.Span(n), w.Line(w.Start(n))
	w.AddRoute(r)
}

// HTTPMethod returns the HTTP method that a word names in any case.
func HTTPMethod(word string) (string, bool) {
	m := strings.ToUpper(word)
	switch m {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT":
		return m, true
	}
	return "", false
}

// JoinMethods joins the HTTP methods among words, each once; what is none is
// left out.
func JoinMethods(words []string) string {
	var out []string
	for _, w := range words {
		if m, ok := HTTPMethod(w); ok && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return strings.Join(out, "|")
}

// oneOf holds words of which the rules of Singular would make something else.
var oneOf = map[string]string{"movies": "movie", "series": "series", "news": "news", "people": "person", "children": "child",
	"statuses": "status", "buses": "bus", "viruses": "virus", "aliases": "alias", "media": "medium", "data": "datum", "men": "man", "women": "woman", "species": "species"}

// Singular is the name of one of what an English word names several of, as
// web frameworks form names of parameters.
func Singular(s string) string {
	head, last := "", s
	if i := strings.LastIndexAny(s, "_-"); i >= 0 {
		head, last = s[:i+1], s[i+1:]
	}
	switch one, known := oneOf[last]; {
	case known:
		last = one
	case strings.HasSuffix(last, "ies") && len(last) > 4:
		last = last[:len(last)-3] + "y"
	case strings.HasSuffix(last, "sses"), strings.HasSuffix(last, "xes"), strings.HasSuffix(last, "ches"), strings.HasSuffix(last, "shes"):
		last = last[:len(last)-2]
	case strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && !strings.HasSuffix(last, "us") && !strings.HasSuffix(last, "is"):
		last = last[:len(last)-1]
	}
	return head + last
}
