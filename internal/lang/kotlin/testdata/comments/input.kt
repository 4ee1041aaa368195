/*
 * Copyright 2026 The Shop Authors. All rights reserved.
 */

// Prices and what is made of them.
package price

/* nested /* comment */ still comment */

/**
 * An amount in cents. Never negative.
 *
 * @property cents the amount
 */
class Money(
    /** The amount itself. */
    val cents: Long, // trailing
) {
    // plain comment
    fun add(other: Money) = other

    /** @return the amount in words */
    @Suppress("unused") // why
    fun words(): String = "// not a comment"

    /** `Code` and [Money.add] here. */
    var x = 1 /* behind */

    // not attached

    fun y() = """
        /* not a comment */
    """
}
