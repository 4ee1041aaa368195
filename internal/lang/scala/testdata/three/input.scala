package three

import cats.Show

enum Color(val rgb: Int) derives CanEqual:
  case Red extends Color(0xff0000)
  case Green, Blue
  case Mix(left: Color, right: Color)
  def hex: String = rgb.toHexString

opaque type Meters = Double
object Meters:
  def apply(d: Double): Meters = d

given intOrd: Ord[Int] with
  def compare(a: Int, b: Int): Int = a - b
  extension (x: Int) def less(y: Int) = compare(x, y) < 0

given Show[Meters] = Show.fromToString
given listOrd[T](using ord: Ord[T]): Ord[List[T]] with
  def compare(a: List[T], b: List[T]): Int = ord.compare(a.head, b.head)

extension (s: String)
  def shout: String = s.toUpperCase
  def twice = s + s

extension [T](xs: List[T])(using Show[T]) def render = xs.mkString

trait Greeter(val name: String):
  def greet(): String

inline def twice[T](inline x: T): (T, T) = (x, x)

transparent inline def pick(b: Boolean): Any = inline if b then 1 else "a"

def summon2[T](using t: T): T = t

type Elem[X] = X match
  case String => Char
  case Array[t] => t

@main def run(args: String*): Unit =
  val g = new Greeter("x") { def greet() = name }
  args.foreach: arg =>
    println(arg)
  if args.isEmpty then
    println("none")
  else
    args.map(_.shout)
  end if
end run

val topLevel: Int = 3
private val secret = "s"
