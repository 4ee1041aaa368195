package a.b

import a.c.Widget
import a.c.Widget.Companion.create
import a.c.render as draw
import a.d.*
import a.`in`.Keyword
import kotlin.math.PI
import a.c.Color.*

val widget = create(draw(Widget(PI)))
