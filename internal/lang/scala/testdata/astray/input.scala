package astray

package object kit {
  def before = 1
}

object `User-Agent` {
  def apply(id: Int): Agent = new Agent(id)

  val any = `*/*`
  val text = """ends in a quote""""

  private def broken( = {

  def parse(s: String): Agent =
    apply(s.toInt)

a stray line

  implicit val instance: Header[Agent] = new Header[Agent] {
    def render = "x"
  }
}

class Agent(id: Int)
