package ruby

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// resolve finds the file behind a require, load or autoload: a relative path
// from the file itself, any other along the load path that the checkout's
// gems and applications have. What is not found is outside the checkout.
func resolve(p lang.Project, from string, _ *code.Facts, im *code.Import) lang.Target {
	file := ""
	if strings.HasPrefix(im.Specifier, "./") || strings.HasPrefix(im.Specifier, "../") {
		file = fromDirectory(p, from, im.Specifier)
	} else if !strings.HasPrefix(im.Specifier, "/") {
		file = onLoadPath(p, from, im.Specifier, im.Form == code.ImportInclude)
	}
	if file == "" {
		return lang.Target{Key: im.Specifier}
	}
	return lang.Target{Files: []string{file}, Key: file}
}

// fromDirectory follows a relative path from the file's directory; require
// "./x" counts from where the program was started, which is the root of the
// checkout or of the project around the file.
func fromDirectory(p lang.Project, from, specifier string) string {
	for dir := lang.Dir(from); ; dir = lang.Dir(dir) {
		if full := path.Join(dir, specifier); full != ".." && !strings.HasPrefix(full, "../") {
			if file := withExtension(p, full); file != "" {
				return file
			}
		}
		if dir == "" || strings.HasPrefix(specifier, "../") {
			return ""
		}
	}
}

// withExtension is the file that a path without its extension names.
func withExtension(p lang.Project, full string) string {
	if p.File(full + ".rb") {
		return full + ".rb"
	}
	if path.Ext(full) != "" && p.File(full) {
		return full
	}
	return ""
}

// standard are the libraries of Ruby itself: a file of that name in another
// project of the checkout is not what is meant.
var standard = map[string]bool{"abbrev": true, "base64": true, "benchmark": true, "bigdecimal": true, "bundler": true, "cgi": true,
	"coverage": true, "csv": true, "date": true, "delegate": true, "digest": true, "drb": true, "English": true, "erb": true,
	"etc": true, "fcntl": true, "fiddle": true, "fileutils": true, "find": true, "forwardable": true, "getoptlong": true,
	"io/console": true, "io/wait": true, "ipaddr": true, "irb": true, "json": true, "logger": true, "matrix": true,
	"minitest/autorun": true, "monitor": true, "net/http": true, "net/https": true, "nkf": true, "objspace": true,
	"observer": true, "open-uri": true, "open3": true, "openssl": true, "optparse": true, "ostruct": true, "pathname": true,
	"pp": true, "prettyprint": true, "prime": true, "pstore": true, "psych": true, "pty": true, "racc/parser": true,
	"rake": true, "rbconfig": true, "rdoc": true, "readline": true, "resolv": true, "ripper": true, "rubygems": true,
	"securerandom": true, "set": true, "shellwords": true, "singleton": true, "socket": true, "stringio": true,
	"strscan": true, "syslog": true, "tempfile": true, "test/unit": true, "thread": true, "time": true, "timeout": true,
	"tmpdir": true, "tracer": true, "tsort": true, "un": true, "uri": true, "weakref": true, "webrick": true, "yaml": true,
	"zlib": true}

// onLoadPath finds the best file that ends in the specifier and lies right
// below a directory of the load path.
func onLoadPath(p lang.Project, from, specifier string, literal bool) string {
	spec := path.Clean(specifier)
	if path.Ext(spec) != ".rb" {
		if literal && path.Ext(spec) != "" {
			if p.File(spec) {
				return spec
			}
			return ""
		}
		spec += ".rb"
	}
	if strings.HasPrefix(spec, "../") {
		return ""
	}
	if literal && p.File(spec) {
		return spec
	}
	best, most := "", 0
	for _, file := range p.WithSuffix(spec) {
		if file == from {
			continue
		}
		root, kind := loadRoot(strings.TrimSuffix(strings.TrimSuffix(file, spec), "/"))
		inside := root == "" || strings.HasPrefix(from, root+"/")
		score := 0
		switch {
		case kind == rootNone:
		case kind == rootTest:
			// A test directory is on the load path of its own tests.
			if inside && isTest(from) {
				score = 2
			}
		case inside:
			score = 3
		case kind == rootLib && !standard[specifier] && isGem(p, root):
			score = 1
		}
		if score == 0 {
			continue
		}
		score = score*1000 + lang.SharedDirs(root+"/", from)
		if score > most {
			best, most = file, score
		}
	}
	return best
}

// rootKind says why a directory is on the load path.
type rootKind uint8

const (
	rootNone rootKind = iota
	rootLib
	rootApp
	rootTest
)

// loadRoot splits a directory of the load path into the project it belongs to
// and what it is there: lib, app/models, app/models/concerns, app/concerns, spec.
func loadRoot(dir string) (project string, kind rootKind) {
	parent, base := lang.Dir(dir), path.Base(dir)
	switch base {
	case "lib", "ext":
		return parent, rootLib
	case "spec", "test", "tests", "features":
		return parent, rootTest
	case "concerns":
		// app/models/concerns, or app/concerns for all kinds.
		if path.Base(parent) != "app" {
			parent = lang.Dir(parent)
		}
	}
	if path.Base(parent) == "app" {
		return lang.Dir(parent), rootApp
	}
	return "", rootNone
}

// isGem reports whether a directory holds a gem's specification.
func isGem(p lang.Project, dir string) bool {
	for _, base := range p.Entries(dir) {
		if strings.HasSuffix(base, ".gemspec") {
			return true
		}
	}
	return false
}
