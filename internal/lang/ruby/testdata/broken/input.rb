class Store
  def first
    1
  end

  def unfinished
    if true
      items.each do |x|

  def second(a)
    a
  end

  private

  def third
    3
  end
end

class Other
  def broken(
    x
  end

  def fine; 1; end

  def call_me
    foo(1,
  end

  # Still documented.
  def documented
    { a: 1, b: }
  end
end

module Last
  class << self
    def inside
      x = [1, 2
    end

    def after; end
  end
end
