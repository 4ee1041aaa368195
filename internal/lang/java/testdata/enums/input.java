package color;

public enum Color implements Named, Coded {
    /** Like fire. */
    RED(255, 0, 0),
    GREEN(0, 255, 0) {
        @Override
        public String title() { return "leaf " + name(); }
    },
    @Deprecated BLUE,
    LONG("a rather long argument that does not fit into one signature line", 1);

    private static final Map<String, Color> BY_NAME = new HashMap<>();
    private final int r;

    Color(int r, int g, int b) { this.r = r; }

    public String title() { return BY_NAME.get(RED.name()).title(); }

    static Color of(int code) {
        switch (code) {
            case 1: return RED;
            case LIMIT: return Color.GREEN;
            default: return BLUE;
        }
    }

    String describe(Color c) {
        return switch (c) {
            case RED, GREEN -> "warm";
            case BLUE -> { String s = "cold"; yield s; }
            default -> throw new AssertionError(c);
        };
    }
}

enum Empty {}

enum Bare { A, B; }
