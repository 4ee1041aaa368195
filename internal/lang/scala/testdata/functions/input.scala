package shop

object Prices {
  /** Adds up the prices. See [[Item]]. */
  def total(items: Seq[Item], discount: Int = 0): Money = items.map(_.price).sum - discount

  private def helper(): Unit = ()

  def curried[A: Show, B <: Base](a: A)(f: A => B)(implicit ec: ExecutionContext): Future[B] = {
    def inner(x: A) = f(x)
    val local = inner(a)
    Future(local)
  }

  @deprecated("use total", "1.2")
  final override def toString = "prices"

  @tailrec
  protected[shop] def loop(
      n: Int, // how often
      rest: String*
  ): Int =
    if (n == 0) rest.size else loop(n - 1, rest: _*)

  implicit def intToMoney(n: Int): Money = Money(n)
  implicit class Rich(val n: Int) extends AnyVal { def euros: Money = Money(n * 100) }
  def `odd name`(x: => Int) = x
  def unary_! : Boolean = true
  def |+|(other: Money): Money = other
  def procedure(x: Int) { println(x) }
  val f = (x: Int, y: Int) => x + y
  lazy val slow: Int = compute()
  var count = 0

  def main(args: Array[String]): Unit = println(total(Nil))
}
