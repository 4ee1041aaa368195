package geometry

import java.io.Serializable

/** A closed figure. */
sealed trait Shape extends Product with Serializable {
  def area: Double
  type Unit0 <: Measure
  val name, label: String
  var hits: Int
}

final case class Circle(radius: Double, private val hidden: Int = 0)(val note: String) extends Shape {
  override def area: Double = math.Pi * radius * radius
}

object Circle {
  val Unit = new Circle(1.0)("unit")
  def apply(r: Int): Circle = new Circle(r.toDouble)("int")
}

abstract class Polygon protected (protected val sides: Int, label: String) extends Base(label) with Shape with Named[String] { self =>
  def this(sides: Int) = this(sides, "polygon")
  private[this] val cache = mutable.Map.empty[Int, Double]
  def corners: List[Point]
  def describe = label + self.sides
  class Corner(val at: Point)
}

case object Origin extends Point(0, 0)

trait Repo[F[_], -K, +V] { this: Logging with Metrics =>
  def get(k: K): F[V]
}

class Meters(val value: Double) extends AnyVal

object Types {
  type Id[A] = A
  type Handler = String => Future[Unit]
  type Lambda = ({ type L[X] = Either[String, X] })#L[Int]
  type Dep = outer.Inner#Deep
}

private class Hidden {
  def seen = 1
}

class Annotated @Inject() (val service: Service) extends Controller {
  def action = service.run
}
