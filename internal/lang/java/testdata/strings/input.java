package strings;

class Strings {
    String a = "plain // no comment";
    String b = "quote \" and \\ escape";
    char c = '"', d = '\'';
    String block = """
        Text "with" quotes
        /* and */ \"""more\""" \
        lines""";
    String empty = "", both = "a" + """
        b""" + "c";
    String url = "http://example.org/*";
    static final String LONG = "this string literal is too long to be kept inside a one-line signature of a constant";
    static final int NEGATIVE = -1;
    static final long HEX = 0xFFL;
    static final boolean ON = true;
    static final int SUM = 1 + 2;
    String mixed = "é漢字" + name;
}
