/** Greets. */
String greeting = "hello";

static final int TIMES = 3;

String greet(String who) {
    return greeting + who;
}

void main() {
    int left = TIMES;
    while (left-- > 0) System.out.println(greet("world"));
}

class Helper { int left; }
