class Outer<T> {
    class Nested {
        object Deep {
            fun find() = 1
            class Deeper(val depth: Int)
        }
    }
    inner class Inner {
        fun use() = this@Outer.value
    }
    interface Callback { fun done(result: Int) }
    private val value = 1

    fun work(times: Int): Int {
        class Local(val n: Int) {
            fun twice() = n * 2
        }
        fun step(i: Int): Int {
            fun deeper() = i
            return deeper()
        }
        val local = Local(times)
        return step(local.twice())
    }

    val callback = object : Callback {
        private var calls = 0
        override fun done(result: Int) { calls += result }
    }
}
