package ends

def one(x: Int): Int =
  x + 1

/** Doubles. */
def two(x: Int): Int =
  x * 2 // twice

// About nothing.

class Three:
  val a: Int =
    1

  /** The second. */
  def b: Int =
    2
  /* left over */

/** Holds four. */
trait Four {
  def c: String =
    "c"

  /** The last. */
  def d: String
}
// the end
