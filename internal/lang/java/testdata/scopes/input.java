package scopes;

class Scopes {
    int x, i, e, item, in, n;

    void loops(int n) {
        for (int i = 0, j = n; i < j; i++) use(i);
        use(i);
        for (String item : items) { use(item); }
        use(item);
        while (x > 0) { int x = 1; use(x); }
        do { int y = x; } while (y > 0);
    }

    void tries() throws Exception {
        try (InputStream in = open(); Reader r = wrap(in); shared) {
            in.read();
            r.read();
        } catch (IOException | RuntimeException e) {
            log(e);
        } finally {
            close(in, e);
        }
    }

    int field() { return n + this.n; }

    void blocks() {
        { int x = 1; use(x); }
        use(x);
        switch (x) {
            case 1:
                int n = 2;
                break;
            case 2:
                n = 3;
        }
        use(n);
        int a = 1, b[] = {a}, c;
        c = b[a];
        final var list = new ArrayList<String>();
        list.add(x);
    }

    <T> T generic(T t) { T copy = t; return copy; }

    void use(int x) { use(x); x(); }
}
