package odd

/** Marks what may change. */
@Target(AnnotationTarget.CLASS)
@Retention(AnnotationRetention.BINARY)
public annotation class Unstable

@Deprecated("gone")
@Suppress("x")
public fun Request.skip() {
    log(reason)
}

class Plugin(call: Call) : Base(call), Scope by call {
    public var protocol: String = "http"
    private val inner = call.parent

    override fun close() {
        val done = protocol
        finish(done)
    }
}

class Pool<T : Any>
actual constructor(private val capacity: Int) : ObjectPool<T> {
    private val items = arrayOfNulls<Any?>(capacity)

    fun borrow(): T = items.last()
}

suspend fun <T> List<T>.each(vararg more: T, f: (T) -> Unit = {}): Int = size
