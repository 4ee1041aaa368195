package broken

trait First {
  def one: Int
}

class Second extends First {
  def one: Int = {
    if (true) {
      1

  def two: String = "two

  private val three = one
}

/** Third. */
case class Third(x: Int) {
  def four = {
    val local = two
    x match { case 
  }
}

given intOrd: Ord[Int] with {
  def compare(a: Int, b: Int) = a - b
}

def five = Third(5)
