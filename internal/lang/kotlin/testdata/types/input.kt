@file:JvmName("Shapes")

package geometry

import java.io.Serializable

/** A closed figure. See [Circle]. */
sealed interface Shape {
    val area: Double
    fun scale(by: Double): Shape
    fun describe(): String = "shape of $area"
}

data class Circle(val radius: Double) : Shape, Serializable {
    override val area: Double get() = Math.PI * radius * radius
    override fun scale(by: Double) = copy(radius = radius * by)

    companion object {
        const val UNIT = 1.0
        @JvmStatic fun unit() = Circle(UNIT)
    }
}

abstract class Polygon protected constructor(protected val sides: Int, name: String) : Shape {
    private val label = name.uppercase()
    constructor(sides: Int) : this(sides, "polygon")
    init {
        require(sides > 2) { name }
    }
    abstract fun corners(): List<Point>
    inner class Corner(val at: Point)
}

class Square(side: Double, shape: Shape) : Polygon(4, "square"), Shape by shape {
    var side: Double = side
        private set(value) {
            field = value
        }
    override fun corners() = emptyList<Point>()
}

@JvmInline
value class Meters(val value: Double)

fun interface Visitor<in T, out R> {
    fun visit(shape: T): R
}

enum class Axis(val symbol: Char) : Named {
    /** Left to right. */
    X('x'),
    Y('y') {
        override fun flip() = X
    };

    open fun flip(): Axis = Y

    companion object Lookup {
        fun of(c: Char) = entries.first { it.symbol == c }
    }
}

annotation class Experimental(val since: String)

object Registry : HashMap<String, Shape>() {
    fun register(name: String, shape: Shape) = put(name, shape)
}

typealias Handler<T> = suspend (T) -> Unit

private class Hidden {
    fun seen() = 1
}

internal open class Base<T : Comparable<T>>
