package repairs

// Valid code that the grammar alone does not read.
object `Keep-Alive` {
  private sealed trait Parameter
  val extension: List[Parameter] = Nil

  implicit val header: Header[Parameter] =
    Header.create(
      name,
      h =>
        new Renderable {
          def render(w: Writer): Writer = w.add(h)
        },
      parse,
    )

  def add(p: Parameter): Unit = extension.append(p)

  def retry(policy: Policy) =
    Retry(
      (attempts: Int) =>
        if (attempts >= 2) // often enough
          None
        else
          // again
          Some(policy.next),
      policy,
    )

  def steps(xs: List[Int]) =
    xs.fold(x =>
      val y = x
      y + 1
    )

  def parse(s: String) = s
}

class Home @Inject() @Named("x") (val parts: Parts, mat: Materializer)(implicit ec: Context) extends Base(parts) {
  def index = Action { implicit request: Request[Body] =>
    Ok(mat.run(request))
  }
  def inline(open: Boolean) = if (!open) opaque.run else ec
}

class ListHash[A](implicit ev: Hash[A]) extends ListEq[A]()(ev) with Hash[List[A]] {
  def hash(x: List[A]): Int = ev.hash(x)
}

object Last { def quoted(c: Char) = c == '"' || c == '\'' || c == '(' }
