package app

class Service(store: Store, val clock: Clock) extends Base {
  def run(input: Request): Response = {
    val user = store.users.find(input.id).get
    this.audit(user)
    super.toString
    Response(200).header("a", "b").body(write(user))
    List(1, 2).map(_ + 1).filter(even).foreach(println)
    val table = new mutable.HashMap[String, Int]()
    table("a") = 1
    table.count = 2
    counter += 1
    count = 5
    user -> 3
    items map render mkString ","
    1 :: 2 :: Nil
    shop.cart.Checkout.start(retries = 3, user)
    store.withTx { tx => tx.run(user); tx.commit() }
    fold(0) { (acc, x) => acc + x }
    val task = new Runnable with Closeable {
      def run(): Unit = audit(user)
    }
    Option.empty[User].getOrElse(throw new Denied("no"))
    classOf[User]
    for {
      a <- load[User](1)
      b = a.name if b.nonEmpty
      (c, d) <- pairs(b)
    } yield combine(a, c, d)
    user match {
      case Some(Admin(name, _)) if name == "x" => greet(name)
      case Left(e: Error) => fail(e)
      case Codes.Ok | Failed => retry()
      case head :: tail => head
      case all @ List(_*) => all
      case `user` => user
      case other => other.toString
    }
  }

  @transactional(readOnly = true)
  private def audit(user: User) = log(s"$user at ${clock.now}")
}
