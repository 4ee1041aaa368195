package broken

class Good(val a: Int) {
  def fine = a
}

class Editing {
  def before = 1

  def typing(x: Int = {
    val y = x +
    call(y)
  }

  def after(z: String): Int = {
    z.length
  }
}

object Top {
  def top() = foo(
}

trait AlsoGood {
  val p = 1
  def m = new Good(1).fine
}

object Last { def end = Top.top() }
