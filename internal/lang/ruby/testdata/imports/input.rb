#!/usr/bin/env ruby
# encoding: utf-8
require "json"
require 'rails/all'
require_relative "lib/store"
require_relative '../shared'
require_relative "./near"
require File.expand_path("../config/boot", __FILE__)
require File.expand_path("../../config/environment", __FILE__)
require File.expand_path("lib/paths", __dir__)
require File.join(__dir__, "a", "b")
require File.join(File.dirname(__FILE__), "/c")
require "#{__dir__}/d"
require "#{name}/e"
require name
load "tasks/build.rake"
load File.expand_path("seeds.rb", __dir__)
require_dependency "shop/base"
eval_gemfile "gemfiles/common.rb"
import "lib/extra.rake"

module Shop
  autoload :Cart, "shop/cart"
  autoload :Version
  module Admin
    extend ActiveSupport::Autoload
    eager_autoload do
      autoload :HTMLReport
    end
  end
  begin
    require "optional"
  rescue LoadError
    nil
  end
end
