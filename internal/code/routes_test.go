package code_test

import (
	"testing"

	"sextant/internal/code"
)

func TestJoinPath(t *testing.T) {
	for _, c := range []struct{ prefix, path, want string }{
		{"", "", ""},
		{"", "/x", "/x"},
		{"/a", "", "/a"},
		{"/a", "/", "/a"},
		{"/a/", "/", "/a/"},
		{"/a", "x", "/a/x"},
		{"/a", "/x", "/a/x"},
		{"/a/", "x", "/a/x"},
		{"/a/", "/x/", "/a/x/"},
		{"a", "x", "a/x"},
	} {
		if got := code.JoinPath(c.prefix, c.path); got != c.want {
			t.Errorf("JoinPath(%q, %q) = %q, want %q", c.prefix, c.path, got, c.want)
		}
	}
}

func TestRouteForms(t *testing.T) {
	for form, want := range map[code.RouteForm]string{code.RouteEndpoint: "endpoint", code.RouteMount: "mount", code.RouteMountPath: "mount-path",
		code.RouteRouter: "router", code.RouteGlobal: "global"} {
		if form.String() != want {
			t.Errorf("%d is %q, want %q", form, form, want)
		}
	}
}
