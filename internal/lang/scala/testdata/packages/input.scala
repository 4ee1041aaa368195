package org.shop
package cart

package object util extends Helpers {
  type Id = Long
  val Zero: Id = 0L
  def parse(s: String): Id = s.toLong
}

package inner {
  class Hidden
  package deep.er {
    object Deepest { def go = 1 }
  }
}

class Cart
