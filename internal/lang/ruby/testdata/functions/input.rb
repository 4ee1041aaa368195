# frozen_string_literal: true

# Helpers for prices.
# They round as the till does.

require "bigdecimal"

# Adds tax to a net price.
def gross(net, rate = 0.19, *extras, currency:, round: true, **options, &block)
  total = net * (1 + rate)
  total += extras.sum
  total = block.call(total) if block
  round ? total.round(2) : total
end

def empty?; end

def shout! = puts("!")

def square(x) = x * x

def bare first, second = nil
  first || second
end

def forward(...) = gross(...)

def anonymous(*, **, &)
  gross(*, **, &)
end

def destructured((a, b), c)
  a + b + c
end

private def hidden(value)
  value
end

class Money
  attr_reader :amount, :currency
  attr_writer :note
  attr_accessor "label"

  # Makes money.
  def initialize(amount, currency = "EUR")
    @amount = amount
    @currency, @parts = currency, []
    @@made ||= 0
    @@made += 1
  end

  # Adds two amounts.
  def +(other)
    self.class.new(@amount + other.amount)
  end

  def <=>(other) = amount <=> other.amount

  def [](index)
    @parts[index]
  end

  def []=(index, value)
    @parts[index] = value
  end

  def -@ = self.class.new(-amount)

  def !; false; end

  def label=(text)
    @label = text.strip
  end

  def self.zero
    @zero ||= new(0)
  end

  def Money.parse(text)
    new(text.to_i)
  end

  class << self
    attr_accessor :default_currency

    def build(*args)
      new(*args)
    end

    private

    def secret; end
  end

  define_method(:double) { |factor = 2| amount * factor }
  define_method("triple") do
    amount * 3
  end
  define_singleton_method(:half) { 1 }

  alias_method :value, :amount
  alias sum +
  alias :worth :value
  delegate :size, :each, to: :parts

  protected

  def compare_key = [amount]

  private

  def one; end

  public

  def two; end

  def three; end
  private :three
  def self.four; end
  private_class_method :four

  private attr_reader :raw
  private_class_method def self.five
    5
  end
end
