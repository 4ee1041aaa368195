package fields;

public class Fields {
    public static final int MAX = 10;
    private static final String[] NAMES = {"a", first()}, OTHER = null;
    /** Shared by two. */
    protected volatile int width = 1, height[], depth = compute(width);
    final transient Map<String,
            List<Integer>> wrapped = new HashMap<>();
    static int counter;
    @Inject private Service service;
    @Inject @Named("x") protected static @Nullable Other other = Other.create(MAX);
    int[] array[] = new int[MAX][];
    java.util.List<String> list;
    char sep = ',';
    Object lazy = new Object() { int inner = 1; };
}
