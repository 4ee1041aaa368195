package indented

class Account(owner: String):
  private var balance: BigDecimal = 0

  def deposit(amount: BigDecimal): this.type =
    require(amount > 0)
    balance += amount
    this

  def history: List[Entry] =
    for
      entry <- log.entries
      if entry.owner == owner
      amount = entry.amount
    yield
      entry.copy(total = amount)

  def attempt(): Either[Error, Unit] =
    try
      risky()
      Right(())
    catch
      case e: IOException => Left(Error(e))
    finally
      close()

  object Limits:
    val max = 10
  end Limits

  def after = Limits.max
end Account

trait Plain
class Empty
object Tail extends Plain:
  while running do
    val step = next()
    apply(step)
