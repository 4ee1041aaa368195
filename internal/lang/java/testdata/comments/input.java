// The tools of the trade.
package notes;

import java.util.List; // lists

/* A plain block comment. */
class Plain {
    /** First sentence. Second sentence. */
    int a;

    int b; // trails b

    int c; /** about c */
    int d;

    /**
     * Returns a {@code List<String>} of names,
     * see {@link #other(int) the other} and {@linkplain Plain}.
     */

    // an aside
    @Deprecated
    List<String> names() { return null; }

    /** @return the size */
    int size() { return 0; }

    /** {@return the weight in grams} */
    int weight() { return 0; }

    /** @param x ignored */
    void ignored(int x) {}

    /** {@inheritDoc} */
    @Override
    public String toString() { return ""; }

    /**
     * <p>Compares with {@link java.util.Map.Entry#getKey()} where a &lt; b &amp;&amp; c.
     * <ul><li>one</li></ul>
     */
    void compare(int /* inner */ x, /** odd */ int y) {}

    /**
     * <h2>Heading</h2>
     * Text after the heading
     * <p>
     * More.
     */
    void heading() {}

    /// Markdown documentation. More of it.
    void markdown() {}

    /* unrelated */

    void bare() {}

    /**/
    void empty() {}

    /** Keeps List<String> and a {@link Map} i.e. both. */
    void generic() { /* inside */ }
}
// the end
