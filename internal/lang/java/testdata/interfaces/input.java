package api;

/** Stores things. */
public interface Store<K, V> extends Readable<K>, Closeable {
    int LIMIT = 100, STEP = 5;
    /** The default name. */
    String NAME = "store";

    V get(K key);

    default V getOr(K key, V other) {
        V found = get(key);
        return found == null ? other : found;
    }

    static <K, V> Store<K, V> memory() { return new MemoryStore<>(); }

    private void check() {}

    abstract <R> R fold(Function<? super V, R> f) throws StoreException;

    class Simple implements Store<String, String> {
        public String get(String key) { return NAME; }
    }

    interface Listener { void changed(Object key); }
}

interface Marker {}

sealed interface Shape permits Circle, Square {}
