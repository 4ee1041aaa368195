package search

import "regexp"

var (
	// computed is what a path holds of an expression that is no text.
	computed = regexp.MustCompile(`\$\{([A-Za-z_][\w.]*)\}`)
	// assignedText is the text that a constant's signature gives it.
	assignedText = regexp.MustCompile("=\\s*[\"'`]([^\"'`{}$]*)[\"'`]\\s*;?$")
)

// text puts the constants of other files into a path.
func (l *routeLinks) text(f *routeFile, path string) string {
	if !computed.MatchString(path) {
		return path
	}
	return computed.ReplaceAllStringFunc(path, func(expr string) string {
		name := expr[2 : len(expr)-1]
		found, ok := constant(f, name)
		if !ok {
			found, ok, _ = l.brought(f, name, constant)
		}
		if !ok {
			return expr
		}
		return found.text
	})
}

// constant finds the text of a constant; false where there is none, or
// constants of that name that differ.
func constant(f *routeFile, name string) (RouteHandler, bool) {
	if name == "" {
		return RouteHandler{}, false
	}
	var out RouteHandler
	for _, i := range DefinitionsNamed(f.facts, name) {
		d := &f.facts.Definitions[i]
		if d.Kind.IsCallable() || d.Kind.IsType() || insideBody(f.facts, i) > 0 {
			continue
		}
		m := assignedText.FindStringSubmatch(d.Signature)
		if m == nil || out.File != nil && out.text != m[1] {
			return RouteHandler{}, false
		}
		out = RouteHandler{File: f.file, Line: d.Line, text: m[1]}
	}
	return out, out.File != nil
}
