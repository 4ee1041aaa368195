package deep;

public class Outer {
    static int created;
    private Comparator<String> order = new Comparator<String>() {
        private int seen;

        @Override
        public int compare(String a, String b) {
            seen++;
            return a.compareTo(b);
        }
    };

    static {
        created = load();
        Runnable r = new Runnable() {
            public void run() { created++; }
        };
    }

    {
        order = null;
    }

    public static class Inner {
        public interface Visitor<R> {
            R visit(Inner inner);
            enum Mode { FAST, SLOW }
        }

        protected class Leaf {
            Inner up() { return Inner.this; }
        }
    }

    private static class Hidden {
        public void inside() {}
    }

    void method() {
        class Local {
            int field;
            void work() { helper(); }
        }
        record Pair(int left, int right) {}
        enum Side { LEFT }
        interface Shape { double area(); }
        new Local().work();
        call(new Inner() {
            void hook() { method(); }
        });
    }
}
