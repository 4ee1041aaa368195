package lang_test

import (
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang"
)

func TestMethodsAndNames(t *testing.T) {
	if got := lang.JoinMethods([]string{"get", "Post", "GET", "listen"}); got != "GET|POST" {
		t.Errorf("methods %q", got)
	}
	if m, ok := lang.HTTPMethod("delete"); !ok || m != "DELETE" {
		t.Errorf("delete is %q, %v", m, ok)
	}
	if _, ok := lang.HTTPMethod("use"); ok {
		t.Error("use is no method")
	}
	for plural, want := range map[string]string{"users": "user", "categories": "category", "boxes": "box", "addresses": "address", "branches": "branch",
		"statuses": "status", "status": "status", "news": "news", "people": "person", "blog_posts": "blog_post", "user-movies": "user-movie", "analysis": "analysis"} {
		if got := lang.Singular(plural); got != want {
			t.Errorf("one of %s is %s, want %s", plural, got, want)
		}
	}
}

func TestRoutesKeepTheirOrder(t *testing.T) {
	b := lang.NewBuilder(&lang.Definition{}, nil)
	for _, at := range []uint32{5, 1, 3, 3} {
		b.AddRoute(code.Route{Span: code.Span{Start: at, End: at}, Line: at})
	}
	last := uint32(0)
	routes := b.Finish().Routes
	for _, r := range routes {
		if r.Line < last {
			t.Errorf("line %d after %d", r.Line, last)
		}
		last = r.Line
	}
	if len(routes) != 4 {
		t.Errorf("%d routes", len(routes))
	}
}
