package scopes

fun loops(items: List<Item>, limit: Int) {
    for ((index, item) in items.withIndex()) {
        if (index > limit) break
        println(item)
    }
    for (item: Item in items) item.check()
    while (limit > 0) { val left = limit - 1; use(left) }
    println(index)
    do { val again = next() } while (again)
}

fun lambdas(f: (Int) -> Int) {
    val g = { x: Int, y: Int -> f(x) + y }
    run { it.toString() }
    items.fold(0) { acc, (name, price) -> acc + price + name.length }
    val h = fun(n: Int): Int = n + limit
    g(1, 2)
    h(3)
    list.map(fun String.(): Int { return length })
}

fun handling() {
    try {
        risky()
    } catch (e: IOException) {
        log(e)
    } finally {
        close(e)
    }
    val (a, _, c) = triple()
    use(a, c)
    val name = name(name)
    val x: Int
    x = 5
    val r = if (x > 3) { val t = x; t } else t
}

class Initial(start: Int, val kept: Int) : Base(start) {
    val first = start + kept
    fun later() = start
    init { println(start) }
    fun <T> generic(value: T): T = value
}
