//! Macros, and items inside them.

/// Builds a map.
#[macro_export]
macro_rules! map {
    () => { $crate::Map::new() };
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut m = $crate::Map::with_capacity(count!($($key),*));
        $( m.insert($key, convert($value)); )*
        m
    }};
}

macro_rules! private { ($name:ident) => { struct $name; impl Trait for $name { fn go(&self) { helper() } } }; }

lazy_static! {
    /// A global table.
    pub static ref TABLE: Vec<u8> = build(3);
}

thread_local! {
    static DEPTH: Cell<usize> = Cell::new(0)
}

cfg_if::cfg_if! {
    if #[cfg(unix)] {
        mod unix;
        pub use self::unix::Handle;
    } else if #[cfg(windows)] {
        mod windows;
        pub use self::windows::Handle;
    } else {
        pub struct Handle { id: u32 }
    }
}

bitflags! {
    /// What is allowed.
    #[derive(Debug)]
    pub struct Access: u32 {
        const READ = 0b01;
        const WRITE = 0b10;
        const ALL = Self::READ.bits() | Access::WRITE.bits();
    }
}

cfg_net! {
    /// A socket.
    pub struct Socket { fd: RawFd }

    impl Socket {
        pub fn open(path: &str) -> Self { connect(path) }
    }
    cfg_tls! {
        pub fn secure() {}
    }
}

impl Runtime {
    cfg_metrics! {
        /// Counts tasks.
        pub fn tasks(&self, all: bool) -> usize {
            self.inner.count(all)
        }
    }
}

private!(Hidden);

fn body(input: Stream) {
    let total = sum!(input.values(), |a, b| a + b);
    tokio::select! {
        value = input.recv() => handle(value),
        Some(x) = other.next() => { x.done(); }
        else => return,
    }
    assert!(matches!(total, Kind::Big(n) if n > LIMIT));
    format!("{}", Wrapper::<u8>::make(config.name?.len()).call());
    quote! { fn #name(&self) -> usize { self.#field.len() } };
    write!(out, "{name}", name = self::name(Point { x: 1, y: 2 }))?;
    vec![1, 2, CONST].iter();
    json!({ "key": value, "other": [compute(1)] });
    if let Some(found) = find!(input, key) {
        found.use_it();
    }
    debug!('a', b'c', 'outer: loop { for (i, item) in list { if let Ok(v) = item { use_both(i, v) } } });
}
