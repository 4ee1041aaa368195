package broken

interface First {
    fun one(): Int
}

class Second : First {
    override fun one(): Int {
        if (true) {
            return 1

    fun two(): String = "two

    private val three = one()
}

/** Third. */
data class Third(val x: Int) {
    companion object : Factory { const val X = 1 }
    fun four() {
        val local = two()
        foo<Int>(name = 3) { a -> a }
    }
}

fun five() = Third(5)
