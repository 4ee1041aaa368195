package php

import (
	"encoding/json"
	"path"
	"slices"
	"sort"
	"strings"

	"sextant/internal/lang"
)

// composerPackage is what one composer.json says about where classes lie.
// Every path is relative to the root.
type composerPackage struct {
	dir      string
	psr4     []autoloadRule // longest prefix first
	psr0     []autoloadRule // longest prefix first
	classmap []string       // directories and files
	files    []string       // loaded at start: functions and constants
}

// autoloadRule says which directories hold a namespace.
type autoloadRule struct {
	prefix string
	dirs   []string
}

// composer is every package of a checkout, by directory.
type composer []composerPackage

// packages reads each composer.json of the checkout once a view.
func packages(p lang.Project) composer {
	return p.Memo("php composer packages", func() any {
		var all composer
		for _, file := range p.Named("composer.json") {
			src, ok := p.Read(file)
			if !ok {
				continue
			}
			if c, ok := readComposer(src, strings.TrimSuffix(strings.TrimSuffix(file, "composer.json"), "/")); ok {
				all = append(all, c)
			}
		}
		return all
	}).(composer)
}

// autoload is the part of composer.json that matters here. A namespace's
// directories are a string or a list, so they are decoded later.
type autoload struct {
	PSR4     json.RawMessage `json:"psr-4"`
	PSR0     json.RawMessage `json:"psr-0"`
	Classmap json.RawMessage `json:"classmap"`
	Files    json.RawMessage `json:"files"`
}

// readComposer reads a composer.json that lies in dir; false for no JSON object.
func readComposer(src []byte, dir string) (composerPackage, bool) {
	var manifest struct {
		Autoload    autoload `json:"autoload"`
		AutoloadDev autoload `json:"autoload-dev"`
	}
	c := composerPackage{dir: dir}
	if json.Unmarshal(src, &manifest) != nil {
		return c, false
	}
	for _, a := range []autoload{manifest.Autoload, manifest.AutoloadDev} {
		c.psr4 = append(c.psr4, rules(a.PSR4, dir)...)
		c.psr0 = append(c.psr0, rules(a.PSR0, dir)...)
		c.classmap = append(c.classmap, places(a.Classmap, dir)...)
		c.files = append(c.files, places(a.Files, dir)...)
	}
	for _, r := range [][]autoloadRule{c.psr4, c.psr0} {
		sort.SliceStable(r, func(i, j int) bool {
			if len(r[i].prefix) != len(r[j].prefix) {
				return len(r[i].prefix) > len(r[j].prefix)
			}
			return false // several rules of one prefix keep autoload before autoload-dev
		})
	}
	return c, true
}

func rules(raw json.RawMessage, dir string) []autoloadRule {
	var byPrefix map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &byPrefix) != nil {
		return nil
	}
	var out []autoloadRule
	for prefix, value := range byPrefix {
		out = append(out, autoloadRule{prefix: prefix, dirs: places(value, dir)})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].prefix < out[j].prefix })
	return out
}

// places reads a path or a list of paths and puts each under dir; those that
// leave the checkout are dropped.
func places(raw json.RawMessage, dir string) []string {
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		var one string
		if json.Unmarshal(raw, &one) != nil {
			return nil
		}
		list = []string{one}
	}
	var out []string
	for _, l := range list {
		if full, ok := inside(dir, l); ok {
			out = append(out, full)
		}
	}
	return out
}

// inside joins a relative path to dir; false when it leaves the checkout.
// The root is "".
func inside(dir, relative string) (string, bool) {
	full := path.Join(dir, relative)
	if full == ".." || strings.HasPrefix(full, "../") {
		return "", false
	}
	if full == "." {
		full = ""
	}
	return strings.TrimPrefix(full, "/"), true
}

// around sorts the packages for a file: the nearest above it first, then
// those that do not contain it.
func (c composer) around(from string) []*composerPackage {
	var above, other []*composerPackage
	for i := range c {
		if within(from, c[i].dir) {
			above = append(above, &c[i])
		} else {
			other = append(other, &c[i])
		}
	}
	sort.SliceStable(above, func(i, j int) bool { return len(above[i].dir) > len(above[j].dir) })
	return append(above, other...)
}

// within reports whether file lies in dir or below it, or is it.
func within(file, dir string) bool {
	return dir == "" || file == dir || strings.HasPrefix(file, dir+"/")
}

// classFile finds the file of a fully qualified class name, or "": by the
// rules of the packages in their order, then by what they scan for classes.
func classFile(p lang.Project, near []*composerPackage, name string) string {
	for _, c := range near {
		if file := c.class(p, name); file != "" {
			return file
		}
	}
	for _, c := range near {
		if file := c.classmapped(p, name); file != "" {
			return file
		}
	}
	return ""
}

// class finds the file of a fully qualified class name by PSR-4 and PSR-0, or "".
func (c *composerPackage) class(p lang.Project, name string) string {
	for _, r := range c.psr4 {
		rest, ok := strings.CutPrefix(name, r.prefix)
		if !ok || rest == "" {
			continue
		}
		for _, dir := range r.dirs {
			if file := path.Join(dir, strings.ReplaceAll(rest, `\`, "/")+".php"); p.File(file) {
				return file
			}
		}
	}
	k := strings.LastIndexByte(name, '\\') + 1
	old := strings.ReplaceAll(name[:k], `\`, "/") + strings.ReplaceAll(name[k:], "_", "/") + ".php"
	for _, r := range c.psr0 {
		if !strings.HasPrefix(name, r.prefix) {
			continue
		}
		for _, dir := range r.dirs {
			if file := path.Join(dir, old); p.File(file) {
				return file
			}
		}
	}
	return ""
}

// classmapped finds a class by its file's base name in the directories that
// composer scans, where the file declares the class's namespace; two such
// files leave the question open.
func (c *composerPackage) classmapped(p lang.Project, name string) string {
	if len(c.classmap) == 0 {
		return ""
	}
	k := strings.LastIndexByte(name, '\\')
	found := ""
	for _, file := range p.Named(name[k+1:] + ".php") {
		if !slices.ContainsFunc(c.classmap, func(place string) bool { return within(file, place) }) ||
			k > 0 && !slices.Contains(p.Declaring("php", name[:k]), file) {
			continue
		}
		if found != "" {
			return ""
		}
		found = file
	}
	return found
}

// covers reports whether a PSR-4 rule of any package names the classes of a
// file: then its namespace is known and no guess may give it another.
func (c composer) covers(file string) bool {
	for i := range c {
		for _, r := range c[i].psr4 {
			for _, dir := range r.dirs {
				if within(file, dir) {
					return true
				}
			}
		}
	}
	return false
}

// namespaceFunctions finds the files that define functions and constants of a
// namespace: those loaded at start that declare it, or functions.php where its
// classes lie; else every other file that declares it.
func namespaceFunctions(p lang.Project, near []*composerPackage, namespace string) []string {
	declaring := p.Declaring("php", namespace)
	for _, c := range near {
		if files := c.functions(namespace, declaring); len(files) > 0 {
			return files
		}
	}
	return declaring
}

func (c *composerPackage) functions(namespace string, declaring []string) []string {
	var out []string
	for _, file := range c.files {
		if slices.Contains(declaring, file) {
			out = append(out, file)
		}
	}
	for _, r := range c.psr4 {
		rest, ok := strings.CutPrefix(namespace+`\`, r.prefix)
		if !ok || len(out) > 0 {
			continue
		}
		for _, dir := range r.dirs {
			if file := path.Join(dir, strings.ReplaceAll(rest, `\`, "/"), "functions.php"); slices.Contains(declaring, file) {
				return []string{file}
			}
		}
	}
	return out
}

// globals lists what the package loads at start and what declares none of its
// namespaces: functions for everybody.
func (c *composerPackage) globals(p lang.Project) []string {
	if len(c.files) == 0 {
		return nil
	}
	return p.Memo("php globals of "+c.dir, func() any {
		var out []string
		for _, file := range c.files {
			if p.File(file) && !c.namespaced(p, file) {
				out = append(out, file)
			}
		}
		return out
	}).([]string)
}

// namespaced reports whether a file declares the namespace of its place, or of
// a directory above that.
func (c *composerPackage) namespaced(p lang.Project, file string) bool {
	for _, r := range c.psr4 {
		for _, root := range r.dirs {
			if !within(file, root) {
				continue
			}
			for dir := path.Dir(file); ; dir = path.Dir(dir) {
				if dir == "." {
					dir = ""
				}
				namespace := r.prefix + strings.ReplaceAll(strings.Trim(strings.TrimPrefix(dir, root), "/"), "/", `\`)
				if slices.Contains(p.Declaring("php", strings.Trim(namespace, `\`)), file) {
					return true
				}
				if dir == root || dir == "" {
					break
				}
			}
		}
	}
	return false
}
