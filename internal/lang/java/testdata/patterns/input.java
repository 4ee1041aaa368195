package patterns;

class Patterns {
    Circle c;
    boolean flag = thing() instanceof Circle c && c.radius() > 0;

    double area(Object o) {
        if (o instanceof Circle c && c.radius() > 1) return c.radius();
        if (!(o instanceof Square s)) return 0;
        use(s, c);
        if (o instanceof Pair(Circle(int r), var other)) use(r, other);
        return switch (o) {
            case null -> 0;
            case Circle k when k.radius() > limit -> k.radius();
            case Pair<?, ?>(Left l, Right(var z, int w)) -> l.size() + z + w;
            case Color.Red red -> 1;
            case String str -> str.length();
            default -> -1;
        };
    }
}
