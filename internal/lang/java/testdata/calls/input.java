package shop;

import static java.util.Objects.requireNonNull;

class Checkout extends Base {
    private final Cart cart = Cart.empty();
    private int count;

    void run(Request request) throws Exception {
        String name = name();
        helper(name);
        this.helper(name);
        super.run(request);
        Checkout.super.run(request);
        request.user().address().city();
        cart.items.first.price();
        this.cart.clear();
        java.util.List.of(1, 2);
        new Invoice(cart).send();
        new shop.bill.Invoice<>(cart, count);
        new int[count];
        new Item[] {item, new Item()};
        Item[] items = new Item[3];
        items[0].weigh();
        ((Cart) request.body()).total();
        "text".length();
        Integer.class.getName();
        Collections.<String>emptyList();
        cart.new Entry("x");
        count++;
        this.count = 5;
        count += total;
        cart.size = count;
        --request.retries;
        Runnable r = this::flush;
        map(String::valueOf, Item::new, int[]::new, List<String>::size, super::close, a.b.C::go, cart.items::add);
        requireNonNull(request);
        Checkout.this.count = 2;
        label:
        for (;;) {
            break label;
        }
        if (request instanceof Premium) throw new IllegalStateException("no");
        Object o = cond ? LEFT : RIGHT;
        assert o != null : message(o);
        synchronized (lock) { lock.notifyAll(); }
    }

    String name() { return null; }
}
