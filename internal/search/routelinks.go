package search

import (
	"context"
	"errors"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
)

// routeFile is a file that has been looked at for routes.
type routeFile struct {
	file  *index.File
	facts *code.Facts
	// routers are the names of the routers that the file says something about.
	routers map[string]bool
	// bound are the imports by the local name that they bind.
	bound map[string][]boundImport
}

type boundImport struct {
	im   *code.Import
	name string // what is taken of it: "*" for all, "default"
}

// routerNode is one router of a checkout.
type routerNode struct{ path, name string }

// mountedAt is where a router hangs.
type mountedAt struct {
	on        routerNode
	path      string
	framework string
}

// routeLinks joins what files say about routes.
type routeLinks struct {
	ctx      context.Context
	v        *index.View
	deadline time.Time
	pending  atomic.Int64

	mu    sync.Mutex
	files map[string]*routeFile

	declared map[routerNode]declaredRouter
	above    map[routerNode][]mountedAt
	global   []globalPrefix
	byName   map[string][]routerNode // routers by the last part of their name
}

type declaredRouter struct{ framework, path string }

type globalPrefix struct{ dir, framework, path string }

func newRouteLinks(ctx context.Context, v *index.View, deadline time.Time) *routeLinks {
	return &routeLinks{ctx: ctx, v: v, deadline: deadline, files: make(map[string]*routeFile), declared: make(map[routerNode]declaredRouter),
		above: make(map[routerNode][]mountedAt), byName: make(map[string][]routerNode)}
}

// load returns a file's facts for linking, nil where they cannot be had (in time).
func (l *routeLinks) load(f *index.File) (*routeFile, error) {
	l.mu.Lock()
	have, ok := l.files[f.Path]
	l.mu.Unlock()
	if ok {
		return have, nil
	}
	if !f.Parsed() {
		return nil, nil
	}
	if !l.v.HasOutline(f) && time.Now().After(l.deadline) {
		l.pending.Add(1)
		return nil, nil
	}
	facts, err := l.v.Outline(l.ctx, f)
	if errors.Is(err, index.ErrChanged) || l.ctx.Err() != nil {
		return nil, errors.Join(err, l.ctx.Err())
	}
	if facts == nil || err != nil {
		return nil, nil
	}
	out := &routeFile{file: f, facts: facts, routers: make(map[string]bool)}
	for i := range facts.Routes {
		out.routers[facts.Routes[i].Router] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.files[f.Path] = out
	return out, nil
}

func (l *routeLinks) sorted() []*routeFile {
	out := make([]*routeFile, 0, len(l.files))
	for _, f := range l.files {
		out = append(out, f)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].file.Path < out[j].file.Path })
	return out
}

// link finds where each router hangs. Files that mounts lead to are looked at
// too, and their mounts in turn.
func (l *routeLinks) link() error {
	done := make(map[string]bool)
	for {
		var fresh []*routeFile
		for _, f := range l.sorted() {
			if !done[f.file.Path] {
				done[f.file.Path] = true
				fresh = append(fresh, f)
			}
		}
		if len(fresh) == 0 {
			return nil
		}
		for _, f := range fresh {
			l.declare(f)
		}
		for _, f := range fresh {
			if err := l.mounts(f); err != nil {
				return err
			}
		}
	}
}

// declare notes the routers of a file.
func (l *routeLinks) declare(f *routeFile) {
	for name := range f.routers {
		if name != "" {
			last := name[strings.LastIndexByte(name, '.')+1:]
			l.byName[last] = append(l.byName[last], routerNode{f.file.Path, name})
		}
	}
	for i := range f.facts.Routes {
		switch r := &f.facts.Routes[i]; r.Form {
		case code.RouteRouter:
			n := routerNode{f.file.Path, r.Router}
			if d, ok := l.declared[n]; !ok || d.path == "" {
				l.declared[n] = declaredRouter{r.Framework, l.text(f, r.Path)}
			}
		case code.RouteGlobal:
			dir := dirOf(f.file.Path)
			if path.Base(dir) == "src" {
				dir = dirOf(dir)
			}
			l.global = append(l.global, globalPrefix{dir, r.Framework, l.text(f, r.Path)})
		}
	}
}

// mounts notes what a file puts below what.
func (l *routeLinks) mounts(f *routeFile) error {
	for i := range f.facts.Routes {
		r := &f.facts.Routes[i]
		switch r.Form {
		case code.RouteMount:
			on := l.canonical(f, r.Router)
			targets, err := l.resolve(f, r.Target, 0)
			if err != nil {
				return err
			}
			for _, t := range targets {
				if t != on {
					l.hang(t, mountedAt{on, l.text(f, r.Path), r.Framework})
				}
			}
		case code.RouteMountPath:
			if err := l.mountPath(f, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *routeLinks) hang(n routerNode, at mountedAt) {
	if !slices.Contains(l.above[n], at) {
		l.above[n] = append(l.above[n], at)
	}
}

// mountPath puts the routes of a file, or of all files below a directory,
// below a router.
func (l *routeLinks) mountPath(f *routeFile, r *code.Route) error {
	from := dirOf(f.file.Path)
	target := path.Join(from, r.Target)
	if strings.HasPrefix(r.Target, "/") {
		for target = path.Join(from, r.Target[1:]); l.v.File(target) == nil && !l.v.HasDir(target); target = path.Join(from, r.Target[1:]) {
			if from == "" {
				return nil
			}
			from = dirOf(from)
		}
	}
	if target == "." {
		target = ""
	}
	auto := r.Framework == "fastify autoload"
	for _, file := range l.v.Under(target) {
		if file == f.file || !file.Parsed() || len(file.Language.RouteWords) == 0 {
			continue
		}
		to, err := l.load(file)
		if err != nil {
			return err
		}
		if to == nil {
			continue
		}
		at := mountedAt{routerNode{f.file.Path, r.Router}, r.Path, r.Framework}
		if !auto {
			l.hang(routerNode{file.Path, ""}, at)
			continue
		}
		// Directories become parts of the path, files do not.
		below := strings.TrimPrefix(strings.TrimPrefix(dirOf(file.Path), target), "/")
		for i, part := range strings.Split(below, "/") {
			if strings.HasPrefix(part, "_") {
				parts := strings.Split(below, "/")
				parts[i] = ":" + part[1:]
				below = strings.Join(parts, "/")
			}
		}
		at.path, at.framework = code.JoinPath(at.path, below), "fastify"
		l.hang(routerNode{file.Path, "default"}, at)
	}
	return nil
}

// canonical is the router that a name on which something is done means: the
// file's own, or what is imported under that name.
func (l *routeLinks) canonical(f *routeFile, name string) routerNode {
	own := routerNode{f.file.Path, name}
	if _, ok := l.declared[own]; ok || name == "" || len(l.above[own]) > 0 {
		return own
	}
	if strings.HasPrefix(name, `"`) {
		if found, err := l.resolve(f, name, 0); err == nil && len(found) > 0 {
			return found[0]
		}
		return own
	}
	head, _, _ := strings.Cut(name, ".")
	if len(l.boundBy(f, head)) > 0 {
		if found, err := l.imported(f, name, 0); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	// A field of a type that another file of the package declares.
	if strings.Contains(name, ".") {
		for _, n := range l.byName[name[strings.LastIndexByte(name, '.')+1:]] {
			if _, ok := l.declared[n]; ok && n.name == name && dirOf(n.path) == dirOf(f.file.Path) {
				return n
			}
		}
	}
	return own
}

// boundBy lists the imports that bind a local name.
func (l *routeLinks) boundBy(f *routeFile, local string) []boundImport {
	if f.bound == nil {
		f.bound = make(map[string][]boundImport)
		for i := range f.facts.Imports {
			im := &f.facts.Imports[i]
			for _, n := range im.Names {
				// One name alone: with several, an import may lead to as many files.
				one := *im
				one.Names = []code.ImportedName{n}
				f.bound[n.Local()] = append(f.bound[n.Local()], boundImport{&one, n.Name})
			}
			if len(im.Names) == 0 {
				last := code.LastPart(im.Specifier)
				f.bound[last] = append(f.bound[last], boundImport{im, "*"})
			}
		}
		// A package is known by the last part of its path where the names that
		// are listed are those that the file uses of it.
		for i := range f.facts.Imports {
			im := &f.facts.Imports[i]
			if name := packageName(im.Specifier); name != "" && len(im.Names) > 0 && f.bound[name] == nil {
				f.bound[name] = []boundImport{{im, "*"}}
			}
		}
	}
	return f.bound[local]
}

// packageName is the last part of a package's path, its version left out;
// empty for what is no path of a package.
func packageName(spec string) string {
	dir, last := path.Split(spec)
	if dir == "" || strings.HasPrefix(spec, ".") || strings.HasPrefix(spec, "/") {
		return ""
	}
	if len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = path.Base(dir)
	}
	return last
}

// deepestImport is how many files a name may be passed on through.
const deepestImport = 4

// resolve lists the routers that a mount's target means.
func (l *routeLinks) resolve(f *routeFile, target string, depth int) ([]routerNode, error) {
	if depth > deepestImport || target == "" {
		return nil, nil
	}
	if spec, rest, ok := quoted(target); ok {
		// Only a name that stands behind it tells what is taken of the import.
		return l.inFiles(l.behind(f, &code.Import{Specifier: spec}), []string{strings.TrimPrefix(rest, "."), "default" + rest}, depth)
	}
	target = strings.ReplaceAll(target, "::", ".")
	if f.routers[target] {
		return []routerNode{{f.file.Path, target}}, nil
	}
	head, _, _ := strings.Cut(target, ".")
	if len(l.boundBy(f, head)) > 0 {
		return l.imported(f, target, depth)
	}
	if found, err := l.inFiles(l.visible(f), []string{target}, depth+deepestImport); err != nil || len(found) > 0 {
		return found, err
	}
	// A method of a value, or an extension: by its name, if that is the only one.
	last := target[strings.LastIndexByte(target, '.')+1:]
	var only []routerNode
	for _, n := range l.byName[last] {
		if other := l.files[n.path]; other != nil && other.file.Language == f.file.Language && n.path != f.file.Path {
			only = append(only, n)
		}
	}
	if len(only) == 1 {
		return only, nil
	}
	for n := range f.routers {
		if strings.HasSuffix(n, "."+last) {
			return []routerNode{{f.file.Path, n}}, nil
		}
	}
	return nil, nil
}

// quoted cuts a target that begins with an import's specifier.
func quoted(target string) (spec, rest string, ok bool) {
	if !strings.HasPrefix(target, `"`) {
		return "", "", false
	}
	q, err := strconv.QuotedPrefix(target)
	if err != nil {
		return "", "", false
	}
	spec, err = strconv.Unquote(q)
	return spec, target[len(q):], err == nil
}

// imported lists the routers behind a name that an import binds.
func (l *routeLinks) imported(f *routeFile, target string, depth int) ([]routerNode, error) {
	head, rest, dotted := strings.Cut(target, ".")
	var out []routerNode
	for _, b := range l.boundBy(f, head) {
		var names []string
		switch {
		case b.name == "*" || b.name == "default":
			if dotted {
				names = []string{rest, "default." + rest}
			} else {
				names = []string{"default", head}
			}
		case dotted:
			names = []string{b.name + "." + rest, rest}
		default:
			names = []string{b.name, ""}
		}
		found, err := l.inFiles(l.behind(f, b.im), names, depth)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.SortFunc(out, func(a, b routerNode) int { return strings.Compare(a.path+"\x00"+a.name, b.path+"\x00"+b.name) })
	return slices.Compact(out), nil
}

// behind lists the files behind an import.
func (l *routeLinks) behind(f *routeFile, im *code.Import) []string {
	if f.file.Language.Resolve == nil {
		return nil
	}
	return f.file.Language.Resolve(l.v.Project(), f.file.Path, f.facts, im).Files
}

// visible lists the files whose names a file can use without an import.
func (l *routeLinks) visible(f *routeFile) (out []string) {
	if f.file.Language.Visible == nil {
		return nil
	}
	for _, t := range f.file.Language.Visible(l.v.Project(), f.file.Path, f.facts) {
		out = append(out, t.Files...)
	}
	return out
}

// mostBehind bounds the files behind one import that are looked at for routers.
const mostBehind = 400

// loadAll loads the first files behind an import, those that have facts.
func (l *routeLinks) loadAll(files []string) (loaded []*routeFile, err error) {
	for _, p := range files[:min(len(files), mostBehind)] {
		file := l.v.File(p)
		if file == nil {
			continue
		}
		f, err := l.load(file)
		if err != nil {
			return nil, err
		}
		if f != nil {
			loaded = append(loaded, f)
		}
	}
	return loaded, nil
}

// inFiles finds the first of names among the routers of files, following
// names that a file only passes on.
func (l *routeLinks) inFiles(files, names []string, depth int) ([]routerNode, error) {
	loaded, err := l.loadAll(files)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		var out []routerNode
		for _, f := range loaded {
			if name != "" && f.routers[name] || name == "" && len(loaded) == 1 && f.routers[""] {
				out = append(out, routerNode{f.file.Path, name})
			}
		}
		if len(out) > 0 {
			return out, nil
		}
	}
	if depth >= deepestImport {
		return nil, nil
	}
	for _, name := range names {
		for _, f := range loaded {
			head, _, _ := strings.Cut(name, ".")
			if len(l.boundBy(f, head)) == 0 {
				continue
			}
			if out, err := l.imported(f, name, depth+1); err != nil || len(out) > 0 {
				return out, err
			}
		}
	}
	return nil, nil
}

// dirOf is the directory of a path, "" at the root.
func dirOf(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}
