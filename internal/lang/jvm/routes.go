package jvm

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// RouteWords are what a file that makes routes by itself mentions.
var RouteWords = []string{"requestmapping", "getmapping", "postmapping", "putmapping", "patchmapping", "deletemapping"}

// springMappings are Spring's annotations that make a method a route.
var springMappings = map[string]string{"RequestMapping": "", "GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT", "PatchMapping": "PATCH", "DeleteMapping": "DELETE"}

// IsMapping reports whether an annotation's name is one of Spring's mappings.
func IsMapping(name string) bool { _, ok := springMappings[name]; return ok }

// Mapping is one annotation as a declaration bears it.
type Mapping struct {
	Name  string
	At    syntax.Node
	Paths []string
	// Methods are the names of RequestMethod's members.
	Methods []string
}

// UsesSpring reports whether a file may hold Spring's mappings: it imports
// them, and has one.
func UsesSpring(w *lang.Walk) bool {
	if !bytes.Contains(w.Source, []byte("Mapping")) {
		return false
	}
	for _, im := range w.Imports() {
		if strings.HasPrefix(im.Specifier, "org.springframework.web.bind.annotation") {
			return true
		}
	}
	return false
}

// Controller is a type that may hold routes.
type Controller struct {
	Name     string
	Mappings []Mapping // all of its annotations
}

// Client reports whether the type describes another program's routes.
func (c *Controller) client() bool {
	for _, m := range c.Mappings {
		if m.Name == "FeignClient" || m.Name == "HttpExchange" {
			return true
		}
	}
	return false
}

// AddRoutes records what the annotations of one method say. name is the
// method's, at line.
func (c *Controller) AddRoutes(w *lang.Walk, mappings []Mapping, name string, line uint32) {
	if c.client() {
		return
	}
	prefixes, methods := []string{""}, ""
	for _, m := range c.Mappings {
		if m.Name == "RequestMapping" {
			if len(m.Paths) > 0 {
				prefixes = m.Paths
			}
			methods = lang.JoinMethods(m.Methods)
		}
	}
	for _, m := range mappings {
		verb, ok := springMappings[m.Name]
		if !ok {
			continue
		}
		if m.Name == "RequestMapping" {
			if verb = lang.JoinMethods(m.Methods); verb == "" {
				verb = methods
			}
		}
		paths := m.Paths
		if len(paths) == 0 {
			paths = []string{""}
		}
		for _, prefix := range prefixes {
			for _, p := range paths {
				w.Route(m.At, code.Route{Framework: "spring", Methods: verb, Path: code.JoinPath(prefix, p), Target: c.Name + "." + name, TargetLine: line})
			}
		}
	}
}
