package broken

class Good(val a: Int) {
    fun fine() = a
}

class Editing {
    fun before() = 1

    fun typing(x: Int {
        val y = x +
        call(y)
    }

    fun after(z: String): Int {
        return z.length
    }
}

fun top() {
    foo(
}

class AlsoGood {
    val p = 1
    fun m() = Good(1).fine()
}

object Last { fun end() = top() }
