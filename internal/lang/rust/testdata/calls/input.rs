use crate::store::{self, Store};

fn run(store: &mut Store, names: &[&str]) -> Result<usize, Failure> {
    let config = config("a.toml")?;
    let first = names.first().map(|name| name.len() + config.width);
    helper(first);
    store::open(&config.path)?.read().await?.lines();
    crate::util::text::trim(names[0]);
    super::reset();
    self::local::helper();
    Store::with_capacity::<u8>(10).push(Entry::new());
    Vec::<u8>::with_capacity(LIMIT);
    <Store as Open>::open(store);
    <Vec<u8>>::new();
    std::mem::swap(&mut store.left, &mut store.right);
    "literal".parse::<u32>()?;
    let entry = Entry { name: names[0], size: 3, config, ..Entry::default() };
    let shape = shapes::Shape::Circle(1.0);
    let done = Some(Done);
    store.inner.count += 1;
    store.inner.flush();
    GLOBAL = 4;
    counts[index(2)] = 1;
    (store.callback)(5);
    handlers::<u8>::table().run();
    make()().finish();
    println!("{} of {}", entry.name, config.path.display());
    let list = vec![helper(1), Entry::new(2), self::local::three; 4];
    assert_eq!(store.total(), shape.area(), "message {}", super::text());
    log::info!(target: "net", count = list.len(), "sent {:?}", done);
    anyhow::bail!("failed: {}", crate::util::explain(first));
    Ok(first)
}

impl Runner {
    fn step(&mut self) -> Self {
        self.count += 1;
        self.queue.push(Self::next(self.count));
        self.advance().advance();
        Self::LIMIT.max(1);
        Self { count: self.count, ..*self }
    }
}
