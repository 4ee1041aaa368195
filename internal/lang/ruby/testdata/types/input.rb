module Shop
  module Pricing; end

  # Something that can be sold.
  class Product < ApplicationRecord
    include Comparable
    include Shop::Taxable, Enumerable
    extend ActiveSupport::Concern
    prepend Logging

    LIMIT = 10
    NAMES = %w[a b].freeze
    FIRST, SECOND = 1, 2
    DEFAULTS ||= { limit: LIMIT }
    INTERNAL = :internal
    private_constant :INTERNAL

    Error = Class.new(StandardError)
    NotFound = Class.new(Error) do
      def message = "not found"
    end
    Point = Struct.new(:x, :y) do
      # The distance from zero.
      def distance
        Math.sqrt(x**2 + y**2)
      end
    end
    Pair = Data.define(:left, :right)
    Mixin = Module.new do
      def mixed; end
    end

    @count = 0
    @@total = 0

    class << self
      attr_reader :count
    end

    class Row < Struct.new(:id, :name)
      def to_s = "#{id}: #{name}"
    end
  end

  module Inner
    module_function

    def helper(x) = x

    def other; end
  end

  class Migration < ActiveRecord::Migration[7.0]
    def change; end
  end

  class ::Global; end
end

class Shop::Admin::Panel < Shop::Product
  TITLE = "Panel"

  class Button; end

  def draw; end
end

Shop::VERSION = "1.0"
Shop::Extra = Class.new(Shop::Product)

module Concerned
  extend ActiveSupport::Concern

  included do
    has_many :items, dependent: :destroy
    scope :recent, -> { order(:created_at) }

    def from_included; end
  end

  class_methods do
    def lookup(id) = find(id)
  end
end

String.class_eval do
  def shout = upcase
end

module Refinements
  refine Shop::Product do
    def refined; end
  end
end

def Shop.configure
  yield self
end

o = Object.new
class << o
  def single; end
end

$registry = {}
$registry[:a] = 1

module Droppable
  class ::Patched
    def to_drop; end
  end

  class After; end

  class ::Outer::Patched < After
    LIMIT = 2
  end

  ::ROOT = 1

  def last; end
end
