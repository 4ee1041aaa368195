/*
 * Copyright 2026 The Shop Authors. All rights reserved.
 */

// Prices and what is made of them.
package price

/* nested /* comment */ still comment */

/** An amount in cents. Never negative.
  *
  * @param cents the amount
  */
class Money(
    /** The amount itself. */
    val cents: Long // trailing
) {
  // plain comment
  def add(other: Money) = other

  /** @return the amount in words */
  @inline // why
  def words: String = "// not a comment"

  /** `Code` and {{{ x }}} here. */
  var x = 1 /* behind */

  // not attached

  def y = """
    /* not a comment */
  """
}
