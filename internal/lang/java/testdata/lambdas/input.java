package lambdas;

class Lambdas {
    int n, key;
    static final Function<String, Integer> SIZE = s -> s.length();
    private final Handler handler = (request, n) -> { int code = n; reply(code, key); };

    void run(List<String> names) {
        names.forEach(n -> print(n));
        names.stream().map((String v) -> v + n).filter(v -> v.isEmpty()).collect(Collectors.toList());
        Supplier<Runnable> nested = () -> () -> print(names);
        names.sort((a, b) -> {
            int diff = a.length() - b.length();
            return diff;
        });
        Object o = (Runnable & Serializable) () -> print(diff);
        executor.submit(new Callable<Integer>() {
            @Override public Integer call() { return compute(n); }
        });
    }
}
