package yaml

import (
	"bytes"
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// routeWords are what a file of Symfony's routes holds.
var routeWords = []string{"path controller", "path _controller", "resource"}

// setting is one key of a file of routes, with the keys inside it.
type setting struct {
	key, value string
	start, end int // bytes
	column     int
	line       uint32
	inside     []*setting
}

// addRoutes records what a file of Symfony's routes says: a name with a path
// and a controller, or with a resource that has routes of its own.
func addRoutes(src []byte, b *lang.Builder) {
	if !bytes.Contains(src, []byte("controller")) && !bytes.Contains(src, []byte("resource:")) {
		return
	}
	root := settings(src)
	for _, s := range root.inside {
		if strings.HasPrefix(s.key, "when@") {
			for _, in := range s.inside {
				addRoute(in, b)
			}
			continue
		}
		addRoute(s, b)
	}
}

func addRoute(s *setting, b *lang.Builder) {
	r := code.Route{Framework: "symfony", Span: code.Span{Start: uint32(s.start), End: uint32(s.end)}, Line: s.line}
	if resource := s.child("resource"); resource != nil {
		target := resource.value
		if p := resource.child("path"); p != nil {
			target = p.value
		}
		if strings.ContainsAny(target, "@*:\\") || !strings.Contains(target, "/") && !strings.Contains(target, ".") {
			return
		}
		r.Form, r.Target = code.RouteMountPath, "./"+strings.TrimSuffix(strings.TrimPrefix(target, "./"), "/")
		prefix := s.child("prefix")
		if prefix != nil {
			r.Path = prefix.value
		}
		// Services have resources too: their directories, without a type.
		if prefix != nil || s.child("type") != nil || path.Ext(target) != "" {
			b.AddRoute(r)
		}
		return
	}
	at, controller := s.child("path"), s.child("controller")
	if controller == nil {
		if controller = s.child("defaults"); controller != nil {
			controller = controller.child("_controller")
		}
	}
	if at == nil || controller == nil || !strings.Contains(controller.value, "::") && !strings.Contains(controller.value, `\`) {
		return
	}
	r.Target = strings.TrimPrefix(strings.ReplaceAll(controller.value, "::", "."), `\`)
	if m := s.child("methods"); m != nil {
		r.Methods = lang.JoinMethods(m.list())
	}
	paths := []string{at.value}
	if at.value == "" { // one a language
		paths = nil
		for _, p := range at.inside {
			paths = append(paths, p.value)
		}
	}
	for _, p := range paths {
		r.Path = p
		b.AddRoute(r)
	}
}

func (s *setting) child(key string) *setting {
	for _, in := range s.inside {
		if in.key == key {
			return in
		}
	}
	return nil
}

// list reads [GET, POST], GET|POST or a list of lines.
func (s *setting) list() (out []string) {
	split := func(r rune) bool { return strings.ContainsRune("[]|, '\"", r) }
	out = strings.FieldsFunc(s.value, split)
	for _, in := range s.inside {
		out = append(out, strings.FieldsFunc(in.value, split)...)
	}
	return out
}

// settings reads keys and values by their indentation. It knows as much of
// YAML as files of routes are written with.
func settings(src []byte) *setting {
	root := &setting{column: -1}
	open := []*setting{root}
	line := uint32(0)
	for at := 0; at < len(src); {
		end := at + bytes.IndexByte(src[at:], '\n')
		if end < at {
			end = len(src)
		}
		line++
		text := string(bytes.TrimRight(src[at:end], " \t\r"))
		body := strings.TrimLeft(text, " ")
		column := len(text) - len(body)
		start := at + column
		at = end + 1
		if body == "" || body[0] == '#' || strings.HasPrefix(body, "---") {
			continue
		}
		for open[len(open)-1].column >= column {
			open = open[:len(open)-1]
		}
		s := &setting{column: column, start: start, end: start + len(body), line: line}
		if item, ok := strings.CutPrefix(body, "- "); ok {
			s.value = unquoted(item)
		} else {
			key, value, ok := strings.Cut(body, ":")
			if !ok || value != "" && value[0] != ' ' {
				continue
			}
			s.key, s.value = unquoted(key), strings.TrimSpace(value)
			s.flow()
			s.value = unquoted(s.value)
		}
		parent := open[len(open)-1]
		parent.inside = append(parent.inside, s)
		for _, o := range open {
			o.end = max(o.end, s.end)
		}
		open = append(open, s)
	}
	return root
}

// flow reads { key: value, ... } on one line.
func (s *setting) flow() {
	if !strings.HasPrefix(s.value, "{") || !strings.HasSuffix(s.value, "}") || !strings.Contains(s.value, ": ") {
		return
	}
	for _, pair := range strings.Split(strings.Trim(s.value, "{} "), ",") {
		if key, value, ok := strings.Cut(pair, ":"); ok {
			s.inside = append(s.inside, &setting{key: unquoted(key), value: unquoted(value), line: s.line, start: s.start, end: s.end})
		}
	}
	s.value = ""
}

// unquoted takes white space, a comment behind it and quotes off a value.
func unquoted(v string) string {
	v = strings.TrimSpace(v)
	if i := strings.Index(v, " #"); i >= 0 {
		v = strings.TrimSpace(v[:i])
	}
	if len(v) >= 2 && (v[0] == '"' || v[0] == '\'') && v[len(v)-1] == v[0] {
		return v[1 : len(v)-1]
	}
	return v
}
