package code

import "strings"

// RouteForm is what a statement about routes says.
type RouteForm uint8

// Forms of statements about routes. The order is part of the stored format:
// append only.
const (
	// RouteEndpoint leads from methods and a path to a handler, Target.
	RouteEndpoint RouteForm = iota
	// RouteMount puts the routes of the router Target below Path of Router. A
	// Path that begins with "=" stands in the place of Target's own.
	RouteMount
	// RouteMountPath is RouteMount for all routes of a file or directory: Target
	// is relative to the file's directory ("./x", "../x"), or with a leading
	// slash to one of the directories above it.
	RouteMountPath
	// RouteRouter says that Router is one of Framework's, and that Path stands
	// before all of its routes.
	RouteRouter
	// RouteGlobal says that Path stands before every route of Framework in
	// the program that the file belongs to.
	RouteGlobal
	routeFormCount
)

var routeFormNames = [routeFormCount]string{"endpoint", "mount", "mount-path", "router", "global"}

// String returns the word used in tests and reports.
func (f RouteForm) String() string { return nameOf(routeFormNames[:], int(f)) }

// Route is one statement of a file about routes: an endpoint, or something
// that says where endpoints hang. What several files say together is linked
// when it is asked for.
type Route struct {
	Form RouteForm
	// Framework names the framework ("express"). It is empty where the file
	// does not tell: then the statement counts only if Router turns out to be
	// a router of one.
	Framework string
	// Methods are the HTTP methods in upper case, joined with "|"; empty is any.
	Methods string
	// Path is the path as the framework writes it, joined with what the file
	// itself puts before it.
	Path string
	// Router is what the statement is made on: a variable's name, led by that
	// of the function or class it is local to ("main.app"); a function's name
	// for its parameter and for what it returns; empty for the file itself.
	Router string
	// Target is the handler, or what is mounted, as written without arguments;
	// empty for a handler without a name.
	Target string
	// Span is the whole statement (bytes), Line its 1-based first line.
	Span Span
	Line uint32
	// TargetLine is the 1-based line on which the handler's name is defined
	// where it is part of the statement; 0 where it must be looked for.
	TargetLine uint32
}

// JoinPath puts a prefix before a path with one slash between them, as the
// frameworks do that tolerate slashes. Either may be empty.
func JoinPath(prefix, path string) string {
	switch {
	case prefix == "":
		return path
	case path == "", path == "/":
		return prefix
	case strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, "/"):
		return prefix + path[1:]
	case strings.HasSuffix(prefix, "/"), strings.HasPrefix(path, "/"):
		return prefix + path
	}
	return prefix + "/" + path
}
