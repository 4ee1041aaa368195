object Patterns {
  def f(x: Any, limit: Int): Int = x match {
    case n: Int if n > limit => n
    case s: String => s.length
    case (a, b) => g(a, b)
    case Point(px, Point(py, Max)) => px + py
    case Array(first, rest @ _*) => first
    case h +: t => h
    case Pi | Codes.Tau => 3
    case `limit` => limit
    case r"(\d+)$num" => num
    case _ => 0
  }
  val partial: PartialFunction[Int, Int] = { case y if y > 0 => y }
  xs.foldLeft(0) { case (acc, (k, v)) => acc + v }
  val lambda = (p: Point, _: Int) => p.x
  val one = z => z + 1
  def g(a: Int, b: Int) = {
    val (c, d) = (a, b)
    val Point(e, _) = origin
    var q, w = 3
    try h(c) catch { case err: Error => log(err) }
    for (i <- 0 until q; j = i * d if j > e) use(i, j)
    i
  }
}
