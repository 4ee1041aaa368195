object Outer {
  class Nested {
    object Deep {
      def find = 1
      case class Deeper(depth: Int)
    }
  }
  trait Callback { def done(result: Int): Unit }
  def work(times: Int): Int = {
    class Local(val n: Int) {
      def twice = n * 2
    }
    def step(i: Int): Int = {
      def deeper = i
      deeper
    }
    type Alias = Local
    val local: Alias = new Local(times)
    step(local.twice)
  }
  val callback = new Callback {
    private var calls = 0
    def done(result: Int): Unit = calls += result
  }
  val (first, Some(second)) = pair
  val Array(x, y, _*) = parts
}
