package app

class Gate {
  val open = false
  fun locked() = true
}

class House(val gate: Gate) {
  val shut = !gate.open

  fun check(other: House): Boolean {
    if (!other.gate.locked()) return !gate.locked()
    val a = !gate.open
    val b = -sizes()[0].dec()
    return !a && !(gate.open)
  }

  fun sizes() = listOf(1)
}
