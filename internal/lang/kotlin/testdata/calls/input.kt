package app

class Service(private val store: Store, val clock: Clock) {
    fun run(input: Request): Response {
        val user = store.users.find(input.id)!!
        this.audit(user)
        super.toString()
        val client = client()
        client.send(user?.name ?: "none")
        Response(200).header("a", "b").body { write(user) }
        listOf(1, 2).map { it + 1 }.filter(::even).forEach(System.out::println)
        val type = User::class.java
        val getter = User::name
        store.count += 1
        counter++
        items[0] = user as Admin
        if (user is Admin && user !in blocked) throw Denied("no")
        user to 3
        shop.cart.Checkout.start(retries = 3, user)
        with(store) { flush() }
        val task = object : Runnable {
            override fun run() = audit(user)
        }
        return when (val code = status(user)) {
            OK -> Response(code)
            in 400..499 -> fail<Denied>(code)
            is Odd -> handler.invoke(code)
            else -> run outer@{ return@outer Response(500) }
        }
    }

    @Transactional(readOnly = true)
    private fun audit(user: User) = log { "$user at ${clock.now()}" }
}
