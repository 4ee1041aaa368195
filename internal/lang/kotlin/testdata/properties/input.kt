package config

const val LIMIT = 100
const val NAME: String = "shop"
private const val LONG_TEXT = "a text that is too long to be shown in a signature because it goes on and on"
val started = System.nanoTime()
var level: Int = 3
    get() = field + 1
    set(value) {
        field = value.coerceAtMost(LIMIT)
    }
lateinit var app: App
val String.initial: Char
    get() = first()
val <T> List<T>.tail: List<T> get() = drop(1)
val handler: (Int) -> Unit = { println(it) }
val lazily by lazy {
    val inner = compute()
    inner
}
internal val negative = -1
val nothing: Any? = null

interface Settings {
    val path: String
    var debug: Boolean
    val shown get() = path
}

class Options(val verbose: Boolean = false, private var depth: Int, hidden: String) {
    val copy = hidden
    protected open val extra: String? = null
    var counter = 0
        private set
    val (first, second) = pair
    @Inject lateinit var injected: Service
}
