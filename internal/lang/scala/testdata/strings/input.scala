object Strings {
  def f(name: String, user: User) = {
    val a = "plain \"x\""
    val b = s"hi $name!"
    val c = f"sum ${user.age + 1}%d of ${list.map(x => s"<$x>")}"
    val d = """raw "quoted" \n"""
    val e = s"""multi $name
      |${user.name} $$5
      |""".stripMargin
    val g = 'c'
    val h = sql"select * from $table where id = ${user.id}"
    val i = raw"\d+$name"
  }
}
