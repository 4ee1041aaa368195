fun strings(name: String, user: User) {
    val a = "plain"
    val b = "hi $name!"
    val c = "sum ${user.age + 1} of ${list.joinToString { "<$it>" }}"
    val d = "\$name \u0041 $ 5$"
    val e = """raw $name
        ${user.name} "quoted" \n
    """
    val f = 'c'
    val g = "$this and $a$b"
    val h = "a ${"inner $name"} z"
    val i = ""
}
