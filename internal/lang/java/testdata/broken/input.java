package broken;

public class First {
    private int size;

    void unclosed() {
        if (size > 1) {
            grow(size;
    }

    public int good(String key) { return size; }
}

class Second {
    int missing( { return 1; }
    void fine() { use(size.); }
    int = 3;
    void after() {}
}

enum Third { ONE, TWO
    void lost() {}
}

public final class Fourth extends {
    static void kept() { a.b.; }
    int tail
