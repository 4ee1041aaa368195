# Größen und Maße.

module Größe
  MAẞ = "ß"

  # Misst etwas.
  def 測る(länge)
    länge + ñandú
  end

	def tabbed(a)
		a
	end
end

λ = ->(ä) { ä }
λ.call("日本語 #{λ}")
