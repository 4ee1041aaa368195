package a.b

import a.c.Widget
import a.c.{Gadget, render => draw, hidden => _, Tool as Instrument}
import a.d._
import a.d.*
import a.e.{One, _}, a.f.Two
import _root_.scala.util.Try
import a.g.given
import a.g.{given Ordering[Int], Three}
import scala.collection.mutable as m
import a.`type`.Keyword
import java.util.{
  List => JList, // a list
  Map
}

object Uses {
  import Widget.make
  val widget = make(draw(Gadget))
  export Inner.{run, stop}
}

export a.h.Shared
