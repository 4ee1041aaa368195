package geo;

/**
 * A point on a map.
 *
 * @param x east
 */
public record Point(int x, @Positive double y, String... tags) implements Comparable<Point> {
    public static final Point ORIGIN = new Point(0, 0);

    public Point {
        if (x < 0) throw new IllegalArgumentException("x: " + x);
        y = Math.abs(y);
    }

    Point(int x) { this(x, 0); }

    /** The height. */
    public double y() { return y; }

    @Override
    public int compareTo(Point other) { return Integer.compare(x, other.x()); }
}

record Pair<A, B>(A first, B second) {
    static <A> Pair<A, A> twice(A a) { return new Pair<>(a, a); }
}

record Empty() {}
