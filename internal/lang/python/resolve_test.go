package python_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/python"
)

func TestResolveForms(t *testing.T) { langtest.Forms(t, python.Definition()) }

func TestResolve(t *testing.T) {
	tests := []struct {
		name  string
		files []string // "path" or "path: imports"; the first one imports
		want  []string // the target of each import
	}{
		{"relative", []string{
			"pkg/sub/a.py: from . import b, name; from .b import x; from .. import c; from ..c import y; from ... import z; from .gone import w; from . import *",
			"pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/b.py", "pkg/c.py"},
			[]string{". -> pkg/sub: pkg/sub/__init__.py, pkg/sub/b.py", ".b -> pkg/sub/b.py: pkg/sub/b.py",
				".. -> pkg/c.py: pkg/c.py", "..c -> pkg/c.py: pkg/c.py", "... -> ...", ".gone -> .gone",
				". -> pkg/sub/__init__.py: pkg/sub/__init__.py"}},
		{"relative out of the checkout", []string{"a.py: from .. import b; from ..b import c", "b.py"}, []string{".. -> ..", "..b -> ..b"}},
		{"relative without init", []string{"pkg/a.py: from .b import x; from . import b", "pkg/b.py"},
			[]string{".b -> pkg/b.py: pkg/b.py", ". -> pkg/b.py: pkg/b.py"}},
		{"in an init", []string{"pkg/__init__.py: from .a import x; from . import a; from .sub import y", "pkg/a.py", "pkg/sub/__init__.py"},
			[]string{".a -> pkg/a.py: pkg/a.py", ". -> pkg/a.py: pkg/a.py", ".sub -> pkg/sub/__init__.py: pkg/sub/__init__.py"}},
		{"absolute from the package root", []string{
			"pkg/sub/a.py: import pkg; import pkg.sub.b as q; from pkg import sub, VERSION; from pkg.sub import b; import pkg.gone; from pkg.sub.b import x",
			"pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/b.py"},
			[]string{"pkg -> pkg/__init__.py: pkg/__init__.py", "pkg.sub.b -> pkg/sub/b.py: pkg/sub/b.py",
				"pkg -> pkg: pkg/__init__.py, pkg/sub/__init__.py", "pkg.sub -> pkg/sub/b.py: pkg/sub/b.py",
				"pkg.gone -> pkg.gone", "pkg.sub.b -> pkg/sub/b.py: pkg/sub/b.py"}},
		{"no implicit relative import", []string{"pkg/a.py: import redis; from b import x", "pkg/__init__.py", "pkg/redis.py", "pkg/b.py"},
			[]string{"redis -> redis", "b -> b"}},
		{"script directory", []string{"tools/run.py: import helper; import helper.x", "tools/helper.py", "helper.py"},
			[]string{"helper -> tools/helper.py: tools/helper.py", "helper.x -> helper.x"}},
		{"never itself", []string{"examples/flask.py: import flask; from flask import Flask"}, []string{"flask -> flask", "flask -> flask"}},
		{"src layout", []string{"tests/unit/test_a.py: from pkg.a import x; import helpers; import conftest",
			"src/pkg/__init__.py", "src/pkg/a.py", "tests/helpers.py", "tests/conftest.py"},
			[]string{"pkg.a -> src/pkg/a.py: src/pkg/a.py", "helpers -> tests/helpers.py: tests/helpers.py", "conftest -> tests/conftest.py: tests/conftest.py"}},
		{"monorepo", []string{"services/web/tests/test_a.py: import common.log; import web; import core",
			"libs/common/common/__init__.py", "libs/common/common/log.py",
			"services/web/src/web/__init__.py", "services/api/src/core/__init__.py", "services/job/src/core/__init__.py"},
			[]string{"common.log -> libs/common/common/log.py: libs/common/common/log.py",
				"web -> services/web/src/web/__init__.py: services/web/src/web/__init__.py", "core -> core"}},
		{"nearest of several", []string{"a/tests/t.py: import core", "a/x/core/__init__.py", "b/x/core/__init__.py"},
			[]string{"core -> a/x/core/__init__.py: a/x/core/__init__.py"}},
		{"not another package's test data", []string{"app/main.py: import yaml; import fake", "app/tests/data/yaml/__init__.py", "lib2/fixtures/fake/__init__.py"},
			[]string{"yaml -> yaml", "fake -> fake"}},
		{"namespace package", []string{"apps/run.py: from google.cloud import storage; import google.cloud.storage.blob; from google.cloud.storage import blob; import google; from google import x",
			"google/cloud/storage/__init__.py", "google/cloud/storage/blob.py"},
			[]string{"google.cloud -> google/cloud/storage/__init__.py: google/cloud/storage/__init__.py",
				"google.cloud.storage.blob -> google/cloud/storage/blob.py: google/cloud/storage/blob.py",
				"google.cloud.storage -> google/cloud/storage/blob.py: google/cloud/storage/blob.py", "google -> google", "google -> google"}},
		{"namespace package in a distribution", []string{"packages/a/google/cloud/a/x.py: from google.cloud import b; import google.cloud.b.y",
			"packages/a/google/cloud/a/__init__.py", "packages/b/google/cloud/b/__init__.py", "packages/b/google/cloud/b/y.py"},
			[]string{"google.cloud -> packages/b/google/cloud/b/__init__.py: packages/b/google/cloud/b/__init__.py",
				"google.cloud.b.y -> packages/b/google/cloud/b/y.py: packages/b/google/cloud/b/y.py"}},
		{"a folder is not a library", []string{"tests/redis/test_a.py: import redis; from redis import Redis; import redis.client", "tests/redis/b.py"},
			[]string{"redis -> redis", "redis -> redis", "redis.client -> redis.client"}},
		{"a regular package comes before a namespace", []string{"tests/pkg/test_a.py: import pkg.core", "tests/pkg/core.py", "pkg/__init__.py", "pkg/core.py"},
			[]string{"pkg.core -> pkg/core.py: pkg/core.py"}},
		{"stubs", []string{"pkg/a.py: from . import c, d; from .c import x; from .d import y; from .e import z", "pkg/__init__.py", "pkg/c.py", "pkg/c.pyi", "pkg/d.pyi", "pkg/e.pyx"},
			[]string{". -> pkg: pkg/c.py, pkg/d.pyi", ".c -> pkg/c.py: pkg/c.py", ".d -> pkg/d.pyi: pkg/d.pyi", ".e -> pkg/e.pyx: pkg/e.pyx"}},
		{"package before module", []string{"a.py: import m; from m import n", "m.py", "m/__init__.py", "m/n.py"},
			[]string{"m -> m/__init__.py: m/__init__.py", "m -> m/n.py: m/n.py"}},
		{"module before namespace", []string{"a.py: import m; from m import n", "m.py", "m/n.py"}, []string{"m -> m.py: m.py", "m -> m.py: m.py"}},
		{"standard library", []string{"pkg/a.py: import json, sys, os.path; from types import X; import logging", "pkg/__init__.py", "pkg/json.py", "types.py", "sys.py", "lib/logging/__init__.py"},
			[]string{"json -> json", "sys -> sys", "os.path -> os.path", "types -> types.py: types.py", "logging -> logging"}},
		{"dynamic", []string{"pkg/a.py: importlib.import_module('pkg.b'); importlib.import_module('.b', __package__); __import__('yaml')", "pkg/__init__.py", "pkg/b.py"},
			[]string{"pkg.b -> pkg/b.py: pkg/b.py", ".b -> pkg/b.py: pkg/b.py", "yaml -> yaml"}},
		{"root is a package", []string{"a.py: from . import b; import b; from .c import d", "__init__.py", "b.py", "c/__init__.py"},
			[]string{". -> b.py: b.py", "b -> b.py: b.py", ".c -> c/__init__.py: c/__init__.py"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			tree := langtest.Tree{}
			from := ""
			for _, f := range c.files {
				file, imports, _ := strings.Cut(f, ": ")
				tree[file] = strings.ReplaceAll(imports, "; ", "\n") + "\n"
				if from == "" {
					from = file
				}
			}
			got := strings.TrimSpace(langtest.Targets(t, python.Definition(), tree, from))
			if want := strings.Join(c.want, "\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
