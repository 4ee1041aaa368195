package sextant

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers is who may import whom, bottom up: a row names only rows above it.
// Names are relative to internal/, except of what lies outside. "lang/*" is
// every folder of lang that has no row of its own.
var layers = []struct{ pkg, imports string }{
	{"code", ""},
	{"bug", ""},
	{"tokens", ""},
	{"testkit", ""}, // for tests only: no row names it
	{"syntax", ""},
	{"config", ""},
	{"workspace/ignore", ""},
	{"workspace/gitrepo", ""},
	{"workspace/watch", ""},
	{"workspace", "code workspace/ignore workspace/gitrepo workspace/watch"},
	{"lang", "code syntax"},
	{"lang/mention", "code"},
	{"lang/outline", "code syntax lang lang/mention"},
	{"lang/jvm", "code syntax lang"},
	{"lang/*", "code syntax lang lang/outline lang/jvm"},
	{"lang/all", "lang lang/*"},
	{"parse", "bug code syntax lang"},
	{"lang/langtest", "code syntax workspace lang parse"}, // for tests only
	{"index/words", ""},
	{"index/trigram", ""},
	{"index/segment", "code index/words index/trigram"},
	{"index/graph", ""},
	{"index/history", ""},
	{"index/xref", "code lang"},
	{"index/scip", "code"},
	{"index/store", "code"},
	{"index", "bug code workspace lang parse index/xref index/scip index/words index/trigram index/segment index/graph index/history index/store"},
	{"search/rank", "code"},
	{"search/grep", ""},
	{"search/ripgrep", ""},
	{"search/astpattern", "code syntax"},
	{"search/summary", "code"},
	{"search", "code syntax workspace/ignore lang parse index index/xref index/words index/trigram index/graph index/history search/rank search/grep search/ripgrep search/astpattern search/summary"},
	{"knowledge", "code"},
	{"telemetry", "code tokens index/store"},
	{"memory/checkpoint", "code"},
	{"memory", "code index index/store"},
	{"tool", "code syntax tokens config workspace workspace/gitrepo lang index index/store search search/grep search/rank search/astpattern search/summary knowledge memory memory/checkpoint telemetry"},
	{"docgen", "code config lang lang/all tool"}, // for tests only
	{"app", "code config workspace lang lang/all parse index index/store knowledge telemetry tool"},
	{"mcpserver", "bug tokens config telemetry tool app"},
	{"cli", "bug code tokens config lang/all parse index index/store search/grep knowledge telemetry tool app mcpserver"},
	{"cmd/sextant", "cli"},
}

// doors is who may use what lies outside: packages, or single files. What is
// not standard library and has no door is refused.
var doors = []struct{ what, who string }{
	{"C", "parse"},
	{"unsafe", "parse lang lang/* index/words/tokens.go"},
	{"database/sql", "index/store"},
	{"modernc.org/sqlite", "index/store"},
	{"github.com/klauspost/compress", "index/store"},
	{"github.com/tree-sitter", "parse lang/*"},
	{"github.com/tree-sitter-grammars", "lang/*"},
	{"github.com/rogpeppe/go-internal/txtar", "lang/langtest"},
	{"github.com/modelcontextprotocol/go-sdk", "mcpserver"},
	{"github.com/google/jsonschema-go", "tool/tool.go mcpserver/listing.go"},
	{"github.com/spf13", "cli"},
	{"golang.org/x/sys", "workspace workspace/watch index/store"},
	{"github.com/fsnotify/fsnotify", "workspace/watch"},
	{"os/exec", "workspace/gitrepo search/ripgrep cli/doctor.go lang/langtest testkit"},
	{"testing", "bug lang/langtest testkit"},
	{"log/slog", "index app mcpserver cli"},
	// Who may look at the clock. Pure packages may not, except search and
	// memory, which are given a budget.
	{"time", "config workspace workspace/gitrepo workspace/watch parse lang/langtest index index/store knowledge memory search search/ripgrep telemetry tool app mcpserver cli"},
	// Who touches the system. Everything else is pure: its tests need values alone.
	{"os", `bug testkit cmd/sextant config/load.go workspace workspace/gitrepo workspace/watch lang/langtest index/refresh.go index/store
		knowledge/store.go knowledge/lock_file.go knowledge/lock_flock.go app/knowledge.go app/memory.go mcpserver cli`},
	{"syscall", "workspace workspace/gitrepo knowledge cli"},
	{"net/url", "index/store mcpserver"},
	{"net", ""}, // README: nothing is sent anywhere
	{"log", ""},
}

const (
	module    = "sextant/"
	longFile  = 600 // lines: ask whether it holds two things
	mostLines = 900
)

// tables are files that are long because they list things.
var tables = []string{}

// source is one Go file as the rules see it.
type source struct {
	pkg     string // as in layers
	file    string // base name
	lines   int
	imports []string
	doc     string // package comment
	name    string // package clause
}

// short names a package directory as layers does.
func short(dir string) string { return strings.TrimPrefix(dir, "internal/") }

// row finds the package's line in layers, -1 if there is none.
func row(pkg string) int {
	for i, l := range layers {
		if l.pkg == pkg {
			return i
		}
	}
	if path.Dir(pkg) == "lang" {
		return row("lang/*")
	}
	return -1
}

// allows reports whether list names the package, or the file in it.
func allows(list, pkg, file string) bool {
	for _, w := range strings.Fields(list) {
		if w == pkg || w == pkg+"/"+file {
			return true
		}
		if i := row(pkg); w == "lang/*" && i >= 0 && layers[i].pkg == w {
			return true
		}
	}
	return false
}

// violations lists what a file does against the rules.
func violations(s source) (out []string) {
	at := s.pkg + "/" + s.file
	i := row(s.pkg)
	if i < 0 {
		return []string{at + ": package " + s.pkg + " has no row in layers"}
	}
	for _, im := range s.imports {
		if rest, ours := strings.CutPrefix(im, module); ours {
			if to := short(rest); !allows(layers[i].imports, to, "") {
				out = append(out, fmt.Sprintf("%s imports %s, which layers does not allow", at, to))
			}
			continue
		}
		closed := strings.Contains(strings.Split(im, "/")[0], ".") // not the standard library
		for _, d := range doors {
			if im == d.what || strings.HasPrefix(im, d.what+"/") {
				closed = !allows(d.who, s.pkg, s.file)
				break
			}
		}
		if closed {
			out = append(out, fmt.Sprintf("%s imports %s, whose doors are elsewhere", at, im))
		}
	}
	if s.lines > mostLines && !slices.Contains(tables, at) {
		out = append(out, fmt.Sprintf("%s has %d lines, more than %d", at, s.lines, mostLines))
	}
	return out
}

// readSource reads one Go file; nil src reads it from disk.
func readSource(name string, src []byte) (source, error) {
	if src == nil {
		var err error
		if src, err = os.ReadFile(filepath.FromSlash(name)); err != nil {
			return source{}, err
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return source{}, err
	}
	s := source{pkg: short(path.Dir(name)), file: path.Base(name), lines: bytes.Count(src, []byte("\n")), name: f.Name.Name}
	ast.Inspect(f, func(n ast.Node) bool {
		if im, ok := n.(*ast.ImportSpec); ok {
			p, _ := strconv.Unquote(im.Path.Value)
			s.imports = append(s.imports, p)
		}
		return true
	})
	if f.Doc != nil {
		s.doc = f.Doc.Text()
	}
	return s, nil
}

// sources reads every non-test Go file below cmd and internal. It reads the
// files itself: a test that asks the go command would be cached green.
func sources(t *testing.T) (out []source) {
	t.Helper()
	for _, top := range []string{"cmd", "internal"} {
		err := fs.WalkDir(os.DirFS("."), top, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
				return nil
			}
			s, err := readSource(p, nil)
			if err == nil {
				out = append(out, s)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) == 0 {
		t.Fatal("no source was found")
	}
	return out
}

func TestLayers(t *testing.T) {
	for _, s := range sources(t) {
		for _, v := range violations(s) {
			t.Error(v)
		}
		if s.lines > longFile && !slices.Contains(tables, s.pkg+"/"+s.file) {
			t.Logf("%s/%s has %d lines: does it hold two things?", s.pkg, s.file, s.lines)
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	said := make(map[string]bool)
	for _, s := range sources(t) {
		want := "Package " + s.name + " "
		if s.name == "main" {
			want = "Command " + path.Base(s.pkg) + " "
		}
		said[s.pkg] = said[s.pkg] || strings.HasPrefix(s.doc, want)
	}
	for pkg, ok := range said {
		if !ok {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

// The table is worth something only if it is about what exists and if data
// can flow one way through it.
func TestLayersTable(t *testing.T) {
	have := map[string]bool{"lang/*": true}
	files := make(map[string]bool)
	for _, s := range sources(t) {
		have[s.pkg] = true
		files[s.pkg+"/"+s.file] = true
	}
	seen := make(map[string]bool)
	for _, l := range layers {
		if !have[l.pkg] || seen[l.pkg] {
			t.Errorf("row %s names no package, or one that has a row", l.pkg)
		}
		for _, im := range strings.Fields(l.imports) {
			if !seen[im] {
				t.Errorf("row %s names %s, which has no row above it", l.pkg, im)
			}
		}
		seen[l.pkg] = true
	}
	for _, d := range doors {
		for _, w := range strings.Fields(d.who) {
			if !seen[w] && !files[w] {
				t.Errorf("the door of %s names %s, which does not exist", d.what, w)
			}
		}
	}
	for _, f := range tables {
		if !files[f] {
			t.Errorf("tables names %s, which does not exist", f)
		}
	}
}

func TestViolationsAreFound(t *testing.T) {
	long := strings.Repeat("\n", mostLines+1)
	for _, test := range []struct{ file, src, want string }{
		{"internal/code/x.go", `package code; import "sextant/internal/tool"`, "code/x.go imports tool, which layers does not allow"},
		{"internal/code/x.go", `package code; import "os"`, "code/x.go imports os, whose doors are elsewhere"},
		{"internal/code/x.go", `package code; import "net/http"`, "code/x.go imports net/http, whose doors are elsewhere"},
		{"internal/code/x.go", `package code; import _ "os/signal"`, "code/x.go imports os/signal, whose doors are elsewhere"},
		{"internal/search/rank/x.go", `package rank; import "time"`, "search/rank/x.go imports time, whose doors are elsewhere"},
		{"internal/index/x.go", `package index; import "database/sql"`, "index/x.go imports database/sql, whose doors are elsewhere"},
		{"internal/index/x.go", `package index; import "example.org/new"`, "index/x.go imports example.org/new, whose doors are elsewhere"},
		{"internal/config/x.go", `package config; import "os"`, "config/x.go imports os, whose doors are elsewhere"},
		{"internal/lang/php/x.go", `package php; import "sextant/internal/lang/java"`, "lang/php/x.go imports lang/java, which layers does not allow"},
		{"internal/lang/php/x.go", `package php; import "sextant/internal/parse"`, "lang/php/x.go imports parse, which layers does not allow"},
		{"internal/search/x.go", `package search; import "github.com/tree-sitter/go-tree-sitter"`, "search/x.go imports github.com/tree-sitter/go-tree-sitter, whose doors are elsewhere"},
		{"internal/tool/x.go", `package tool; import "github.com/google/jsonschema-go/jsonschema"`, "tool/x.go imports github.com/google/jsonschema-go/jsonschema, whose doors are elsewhere"},
		{"internal/tool/x.go", `package tool; import "sextant/internal/lang/langtest"`, "tool/x.go imports lang/langtest, which layers does not allow"},
		{"internal/util/x.go", `package util`, "util/x.go: package util has no row in layers"},
		{"internal/code/x.go", "package code" + long, fmt.Sprintf("code/x.go has %d lines, more than %d", mostLines+1, mostLines)},
		{"internal/config/load.go", `package config; import "os"`, ""},
		{"internal/lang/php/x.go", `package php; import "sextant/internal/lang"`, ""},
		{"internal/lang/all/x.go", `package all; import "sextant/internal/lang/php"`, ""},
		{"internal/tool/tool.go", `package tool; import "github.com/google/jsonschema-go/jsonschema"`, ""},
	} {
		s, err := readSource(test.file, []byte(test.src))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(violations(s), "\n"); got != test.want {
			t.Errorf("%s %.60q:\n got %q\nwant %q", test.file, test.src, got, test.want)
		}
	}
}

// machinePath is a path of some machine that the source was written on. What
// only ends like one ("../root/x") is none.
var machinePath = regexp.MustCompile(`(?:^|[^\w./*{}$)\\-])/(?:work|root)/\w`)

func TestNoMachinePaths(t *testing.T) {
	for _, text := range []string{"/work/x", `("/root/x")`, "see /work/x", "a\n/root/y"} {
		if !machinePath.MatchString(text) {
			t.Errorf("%q is not found", text)
		}
	}
	for _, text := range []string{"../root/x", "up/root/dir", "network/work/x", "$HOME/work/x"} {
		if machinePath.MatchString(text) {
			t.Errorf("%q is no path of a machine", text)
		}
	}
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch p {
			case ".git", ".ci", ".knowledge", "dist", "bench/corpora":
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || p == "layers_test.go" || p == "sextant" || p == ".git" { // a file in a work tree
			return nil
		}
		b, err := os.ReadFile(filepath.FromSlash(p))
		if err != nil {
			return err
		}
		if at := machinePath.FindIndex(b); at != nil && !bytes.Contains(b, []byte{0}) {
			t.Errorf("%s:%d mentions a path of a machine", p, 1+bytes.Count(b[:at[0]+1], []byte("\n")))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
