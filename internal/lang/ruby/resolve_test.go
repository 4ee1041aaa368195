package ruby_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/ruby"
)

func TestResolve(t *testing.T) {
	tests := []struct {
		name  string
		files []string // "path" or "path: code"; the first one imports
		want  []string // the target of each import
	}{
		{"relative", []string{`lib/a/b.rb: require_relative "c"; require_relative "../d"; require_relative "gone"; require_relative "../../../out"; require_relative "e.rb"`,
			"lib/a/c.rb", "lib/d.rb", "lib/a/e.rb", "gone.rb"},
			[]string{"./c -> lib/a/c.rb: lib/a/c.rb", "../d -> lib/d.rb: lib/d.rb", "./gone -> gone.rb: gone.rb", "../../../out -> ../../../out", "./e.rb -> lib/a/e.rb: lib/a/e.rb"}},
		{"require from the working directory", []string{`test/a_test.rb: require "./config/environment"; require "./x"`, "config/environment.rb", "test/x.rb"},
			[]string{"./config/environment -> config/environment.rb: config/environment.rb", "./x -> test/x.rb: test/x.rb"}},
		{"lib of the checkout", []string{`bin/run.rb: require "store"; require "store/item"; require "json"; require "rails/all"; require "/etc/x"`,
			"lib/store.rb", "lib/store/item.rb", "app/rails.rb"},
			[]string{"store -> lib/store.rb: lib/store.rb", "store/item -> lib/store/item.rb: lib/store/item.rb", "json -> json", "rails/all -> rails/all", "/etc/x -> /etc/x"}},
		{"gems of a checkout", []string{`activerecord/lib/active_record.rb: require "active_support"; require "active_record/base"; require "active_support/core_ext"; require "set"; require "loose"`,
			"activerecord/activerecord.gemspec", "activerecord/lib/active_record/base.rb", "activesupport/activesupport.gemspec",
			"activesupport/lib/active_support.rb", "activesupport/lib/active_support/core_ext.rb", "activesupport/lib/set.rb", "scripts/lib/loose.rb"},
			[]string{"active_support -> activesupport/lib/active_support.rb: activesupport/lib/active_support.rb",
				"active_record/base -> activerecord/lib/active_record/base.rb: activerecord/lib/active_record/base.rb",
				"active_support/core_ext -> activesupport/lib/active_support/core_ext.rb: activesupport/lib/active_support/core_ext.rb",
				"set -> set", "loose -> loose"}},
		{"test helpers", []string{`spec/models/user_spec.rb: require "spec_helper"; require "support/login"; require "user"`,
			"spec/spec_helper.rb", "spec/support/login.rb", "app/models/user.rb", "other/spec/spec_helper.rb"},
			[]string{"spec_helper -> spec/spec_helper.rb: spec/spec_helper.rb", "support/login -> spec/support/login.rb: spec/support/login.rb",
				"user -> app/models/user.rb: app/models/user.rb"}},
		{"tests are not on the load path of programs", []string{`lib/a.rb: require "spec_helper"`, "spec/spec_helper.rb"}, []string{"spec_helper -> spec_helper"}},
		{"load", []string{`Rakefile: load "tasks/a.rake"; load "lib/b.rb"; import "tasks/c.rake"; load "tasks/gone.rake"`, "tasks/a.rake", "lib/b.rb", "tasks/c.rake"},
			[]string{"tasks/a.rake -> tasks/a.rake: tasks/a.rake", "lib/b.rb -> lib/b.rb: lib/b.rb", "tasks/c.rake -> tasks/c.rake: tasks/c.rake", "tasks/gone.rake -> tasks/gone.rake"}},
		{"autoload", []string{`lib/shop.rb: module Shop; autoload :Cart, "shop/cart"; autoload :HTMLPage; autoload :Gone; end`, "lib/shop/cart.rb", "lib/shop/html_page.rb"},
			[]string{"shop/cart -> lib/shop/cart.rb: lib/shop/cart.rb", "shop/html_page -> lib/shop/html_page.rb: lib/shop/html_page.rb", "shop/gone -> shop/gone"}},
		{"from the file", []string{`bin/x.rb: require File.expand_path("../../lib/a", __FILE__); require File.expand_path("../lib/a", __dir__); require File.join(__dir__, "..", "lib", "a"); require "#{__dir__}/b"; load File.expand_path("c.rb", __dir__)`,
			"lib/a.rb", "bin/b.rb", "bin/c.rb"},
			[]string{"../lib/a -> lib/a.rb: lib/a.rb", "../lib/a -> lib/a.rb: lib/a.rb", "../lib/a -> lib/a.rb: lib/a.rb", "./b -> bin/b.rb: bin/b.rb", "./c.rb -> bin/c.rb: bin/c.rb"}},
		{"never itself", []string{`lib/json.rb: require "json"`}, []string{"json -> json"}},
		{"gemfile", []string{`Gemfile: eval_gemfile "gemfiles/common.gemfile"`, "gemfiles/common.gemfile"},
			[]string{"./gemfiles/common.gemfile -> gemfiles/common.gemfile: gemfiles/common.gemfile"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			tree, from := checkout(c.files)
			got := strings.TrimSpace(langtest.Targets(t, ruby.Definition(), tree, from))
			if want := strings.Join(c.want, "\n"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// checkout reads "path: code" lines, semicolons for line breaks; the first is
// the file that is looked at.
func checkout(files []string) (langtest.Tree, string) {
	tree, from := langtest.Tree{}, ""
	for _, f := range files {
		file, text, _ := strings.Cut(f, ": ")
		tree[file] = strings.ReplaceAll(text, "; ", "\n") + "\n"
		if from == "" {
			from = file
		}
	}
	return tree, from
}

func TestVisible(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		want  string // the files, sorted
	}{
		{"models", []string{`app/controllers/users_controller.rb: class UsersController < ApplicationController; def index; User.all; Admin::Report.new; Time.now; end; end`,
			"app/controllers/application_controller.rb", "app/models/user.rb", "app/models/admin/report.rb", "app/models/admin.rb", "app/views/time.rb"},
			"app/controllers/application_controller.rb app/models/admin/report.rb app/models/user.rb"},
		{"concerns", []string{`app/models/user.rb: class User; include Taggable; include Search; end`, "app/models/concerns/taggable.rb", "app/controllers/concerns/search.rb"},
			"app/controllers/concerns/search.rb app/models/concerns/taggable.rb"},
		{"concerns of all kinds", []string{`app/controllers/a_controller.rb: class AController; include WebRequest; include Concerns::Other; end`,
			"app/concerns/web_request.rb", "app/other.rb"},
			"app/concerns/web_request.rb"},
		{"constants of constants", []string{`lib/shop/cart.rb: module Shop; class Cart; Item::LIMIT; Shop::Store::NAMES.include?(x); Errors::Full; Shop::Deep::A::B; end; end`,
			"lib/shop.rb", "lib/shop/item.rb", "lib/shop/store.rb", "lib/shop/errors.rb", "lib/shop/deep/a.rb", "lib/shop/deep.rb", "lib/full.rb"},
			"lib/shop/deep/a.rb lib/shop/errors.rb lib/shop/item.rb lib/shop/store.rb"},
		{"a class that a folder of classes lacks", []string{`lib/a.rb: Shop::Gone; Shop::LIMIT; Other::Gone`, "lib/shop.rb", "lib/shop/item.rb", "lib/other.rb", "lib/other/x.rb"},
			"lib/shop.rb"},
		{"constants of own constants", []string{`lib/shop/cart.rb: module Shop; class Cart; end; Cart::LIMIT; Cart::Item::MOST; end`, "lib/cart.rb", "lib/shop.rb", "lib/shop/item.rb"}, ""},
		{"calls on constants", []string{`lib/shop/cart.rb: module Shop; class Cart; def x; Utils.slugify(a); Shop::Text.clean; end; end; end`, "lib/shop/utils.rb", "lib/shop/text.rb"},
			"lib/shop/text.rb lib/shop/utils.rb"},
		{"included in the file", []string{`script/run.rb: include Shop; include ::Other::Deep; Cart.new; Item::LIMIT; Thing; class X < Base; end; Inner`,
			"lib/shop/cart.rb", "lib/shop/item.rb", "lib/other/deep/thing.rb", "lib/base.rb", "lib/base/inner.rb"},
			"lib/base.rb lib/other/deep/thing.rb lib/shop/cart.rb lib/shop/item.rb"},
		{"included in a class", []string{`script/run.rb: class X; include Shop; end; Cart.new`, "lib/shop/cart.rb"}, ""},
		{"included by a test's helper", []string{`test/cart_test.rb: require "helper"; class CartTest < Minitest::Test; Cart.new; Item; Inner; end`,
			`test/helper.rb: require "shop"; include Shop, Other::Deep # both; module Y;   include Inside; end`,
			"lib/shop/cart.rb", "lib/other/deep/item.rb", "lib/inside/inner.rb"},
			"lib/other/deep/item.rb lib/shop/cart.rb"},
		{"nesting", []string{`app/models/shop/cart.rb: module Shop; class Cart; Item; Total; Store; Line; end; end`,
			"app/models/shop/cart/item.rb", "app/models/shop/item.rb", "app/models/item.rb", "app/models/shop/total.rb", "app/models/store.rb", "lib/line.rb"},
			"app/models/shop/cart/item.rb app/models/shop/total.rb app/models/store.rb lib/line.rb"},
		{"a compact name skips its outer module", []string{`app/models/shop/cart.rb: class Shop::Cart; Item; Total; end`,
			"app/models/shop/cart/item.rb", "app/models/shop/total.rb", "app/models/total.rb"},
			"app/models/shop/cart/item.rb app/models/total.rb"},
		{"own definitions", []string{`app/models/shop.rb: module Shop; class Cart; end; Cart.new; LIMIT = 1; LIMIT; end`, "app/models/shop/cart.rb", "app/models/cart.rb", "app/models/limit.rb"}, ""},
		{"acronyms", []string{`app/models/a.rb: HTMLParser; OAuthToken; GraphQLController; SSLError; APIKey; HTTPServer::Base`,
			"app/models/html_parser.rb", "lib/oauth_token.rb", "app/controllers/graphql_controller.rb", "app/models/ssl_error.rb", "app/models/api_key.rb", "app/models/httpserver/base.rb"},
			"app/controllers/graphql_controller.rb app/models/api_key.rb app/models/html_parser.rb app/models/httpserver/base.rb app/models/ssl_error.rb lib/oauth_token.rb"},
		{"packs and engines", []string{`packs/billing/app/services/charge.rb: class Charge; Invoice; Ledger::Entry; Tool; end`,
			"packs/billing/app/models/invoice.rb", "packs/ledger/app/public/ledger/entry.rb", "engines/tools/app/models/tool.rb"},
			"engines/tools/app/models/tool.rb packs/billing/app/models/invoice.rb packs/ledger/app/public/ledger/entry.rb"},
		{"configured", []string{`app/models/a.rb: Sponge; Deep; Gone; Words; Joined`,
			`config/application.rb: config.autoload_paths << Rails.root.join("app", "deep", "inner"); config.eager_load_paths += ["#{config.root}/extras/**/", "missing"]; # config.autoload_paths << "off"; config.autoload_once_paths += %W[#{root}/words]; config.autoload_lib(ignore: %w[tasks])`,
			"extras/sponge.rb", "app/deep/inner/deep.rb", "off/gone.rb", "words/words.rb", "lib/joined.rb"},
			"app/deep/inner/deep.rb extras/sponge.rb lib/joined.rb words/words.rb"},
		{"gem", []string{`core/lib/core/thing.rb: module Core; class Thing < Base; Other::Part; ::Core::Top; end; end`,
			"core/core.gemspec", "core/lib/core/base.rb", "other/lib/other/part.rb", "other/other.gemspec", "core/lib/core/top.rb", "loose/lib/core/thing/base.rb"},
			"core/lib/core/base.rb core/lib/core/top.rb other/lib/other/part.rb"},
		{"tests see the application", []string{`spec/models/user_spec.rb: describe User do; it { Admin::Panel }; end`, "app/models/user.rb", "app/models/admin/panel.rb"},
			"app/models/admin/panel.rb app/models/user.rb"},
		{"nearest of several", []string{`a/app/models/x.rb: User`, "b/app/models/user.rb", "a/app/models/user.rb"}, "a/app/models/user.rb"},
		{"not by suffix alone", []string{`app/models/x.rb: User; Base`, "vendor/things/user.rb", "app/models/deep/base.rb", "db/user.rb"}, ""},
		{"not what is no constant", []string{`app/models/x.rb: user = 1; user.name; Foo(1); x::Bar`, "app/models/foo.rb", "app/models/user.rb", "app/models/bar.rb"}, ""},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			tree, from := checkout(c.files)
			var got []string
			for line := range strings.Lines(langtest.VisibleTargets(t, ruby.Definition(), tree, from)) {
				_, files, _ := strings.Cut(strings.TrimSpace(line), ": ")
				got = append(got, files)
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

func TestPrograms(t *testing.T) {
	tree := langtest.Tree{
		"shop.gemspec":              "s.bindir = \"exe\"\ns.executables = s.files.grep(%r{\\Aexe/}) { |f| File.basename(f) }\n",
		"exe/shop":                  "#!/usr/bin/env ruby\n",
		"exe/shop.sh":               "#!/bin/sh\n",
		"bin/console":               "#!/usr/bin/env ruby\n",
		"config.ru":                 "run Shop\n",
		"gems/tool/Gemfile":         "",
		"gems/tool/tool.gemspec":    "spec.executables << 'tool' # 'other'\n",
		"gems/tool/bin/tool":        "#!/usr/bin/ruby -w\n",
		"gems/tool/bin/other":       "#!/usr/bin/ruby\n",
		"app/Rakefile":              "",
		"app/bin/rails":             "#!/usr/bin/env ruby\n",
		"app/config/application.rb": "",
		"plain/bin/rails":           "#!/usr/bin/env ruby\n",
	}
	want := "app/bin/rails config.ru exe/shop gems/tool/bin/tool"
	if got := strings.Join(ruby.Definition().Programs(tree), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPaths(t *testing.T) {
	d := ruby.Definition()
	for path, want := range map[string]bool{
		"spec/models/user_spec.rb": true, "a_spec.rb": true, "test/helper.rb": true, "lib/x_test.rb": true, "lib/test_x.rb": true,
		"spec/support/x.rb": true, "lib/spec.rb": false, "lib/testing.rb": false, "app/models/contest.rb": false, "lib/special/a.rb": false,
	} {
		if got := d.IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %v", path, got)
		}
	}
	for src, want := range map[string]bool{
		"if __FILE__ == $0\n  run\nend\n": true, "run if $PROGRAM_NAME == __FILE__\n": true, "def x; $0; end\n": false, "x = 1\n": false,
	} {
		if got := d.IsEntryPoint("lib/a.rb", langtest.Extract(t, d, src)); got != want {
			t.Errorf("IsEntryPoint(%q) = %v", src, got)
		}
	}
	if !d.IsEntryPoint("config.ru", langtest.Extract(t, d, "run X\n")) {
		t.Error("config.ru is where a server begins")
	}
}

func TestFileDoc(t *testing.T) {
	for src, want := range map[string]string{
		"# Reads things. Slowly.\n\nrequire 'a'\n":                                      "Reads things.",
		"# Reads things.\nrequire 'a'\n":                                                "Reads things.",
		"#!/usr/bin/ruby\n# frozen_string_literal: true\n\n# Sends.\n\nclass A; end\n":  "Sends.",
		"# Belongs to the class.\nclass A; end\n":                                       "",
		"# Copyright 2020 Someone\n# Licensed under the MIT License.\n\nclass A; end\n": "",
		"=begin\nA block.\n=end\nx = 1\n":                                               "A block.",
		"":                                                                              "",
	} {
		if got := langtest.Extract(t, ruby.Definition(), src).Doc; got != want {
			t.Errorf("%q: doc %q, want %q", src, got, want)
		}
	}
}
