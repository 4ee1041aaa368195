# Marked.
require "a"

# Doc.
class Marked
  def m
    <<~X
      text #{1}
    X
  end
end