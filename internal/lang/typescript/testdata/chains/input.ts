class Cart {
  items = new Map<string, Item>();
  find(id: string) {
    return this.items.get(id) ?? this.fallback();
  }
  get last() {
    return [...this.items.values()][0];
  }
  async load<T>(from: Source<T>) {
    const [first, second] = await Promise.all([from.read(), this.other]);
    const { head: { id, tail = new Item() }, ...rest } = first;
    for (const [key, value] of this.items) value.use(key);
    for await (const part of from) part.use();
    items.filter((x, i) => x.ok).sort((a, b) => a.rank - b.rank);
    if (first instanceof Item && isItem(second)) second.use();
    if (!(rest instanceof Item)) return;
    rest.use(id.length, tail.use());
    (second as Item).use();
    from.make<Item>("a")!.use(this["other"].use);
    try { first.use(); } catch (e) { e.use(); }
  }
}
const plugin: Plugin = {
  name: "x",
  setup(build) { build.on(); },
  nested: { run: (job) => job.start() },
};
const onEvent: Handler = (event) => event.stop();
type Both = Base<Item> & { own: string };
