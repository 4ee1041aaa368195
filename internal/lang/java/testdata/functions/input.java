package shop.orders;

import java.io.IOException;
import java.util.List;

/**
 * Keeps orders. Not thread-safe.
 */
public class OrderBook {

    /** Makes an empty book. */
    public OrderBook() {
        this(16);
    }

    protected OrderBook(int capacity) {
        super();
        reserve(capacity);
    }

    <T extends Order> OrderBook(Class<T> kind, T... seed) throws IOException {
        super(kind);
    }

    /**
     * Finds an order by its {@link OrderId#value() number}.
     *
     * @param id the number
     * @return the order, or null
     */
    @Nullable
    public final Order find(long id) {
        return orders.get(id);
    }

    @Override public @Nullable String toString() { return "book"; }

    // Sums the prices of all orders.
    static synchronized double total(
            List<? extends Order> orders, // those to count
            final @Positive double[] rates,
            int grid[][])
            throws IOException, IllegalStateException {
        return 0;
    }

    public static <K extends Comparable<K>, V> Map<K, List<V>> group(Map<K, V> in, String... names) {
        return null;
    }

    private native int peek(OrderBook this, byte raw);

    public abstract void later();

    int legacy()[] { return null; }

    void reserve(int n) {}
}
