package shop.cart

/** Adds up the prices of [items]. */
fun total(items: List<Item>, discount: Int = 0): Money = items.sumOf { it.price } - discount

private fun helper() {}

internal suspend inline fun <reified T : Any> Repository<T>.load(
    id: Long, // the key
    vararg tags: String,
    crossinline onMiss: (Long) -> T?,
): T? where T : Entity {
    return find(id, *tags) ?: onMiss(id)
}

infix fun Int.pow(exponent: Int): Int = if (exponent == 0) 1 else this * (this pow exponent - 1)

operator fun Money.plus(other: Money): Money = Money(cents + other.cents)

tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

@Deprecated("use total")
@JvmOverloads
fun `sum of all`(items: List<Item>) = total(items)

expect fun platformName(): String

fun String?.orDash() = this ?: "-"

fun <K, V> Map<K, V>.invert(): Map<V, K> {
    fun swap(e: Map.Entry<K, V>) = e.value to e.key
    return map(::swap).toMap()
}

fun main(args: Array<String>) {
    println(args.size)
}
