struct Holder<T> {
    value: T,
}

impl<T, const N: usize> Holder<[T; N]> {
    fn first(&self) -> Option<&T> {
        let size = N;
        self.value.get(size)
    }

    fn with<U: From<T>>(self, f: impl FnOnce(T) -> U) -> U {
        f(self.value)
    }
}

fn shadow(path: &str) {
    let open = open(path);
    {
        let path = clean(path);
        let open = 1;
        use_it(open, path);
    }
    open.read();
    later(late);
    let late = 2;
    later(late);
    let nested = async move { open.await };
    unsafe { nested.poll(late) };
    loop {
        let once = once();
        break once;
    }
    once();
    Holder { value: path };
}

static FIRST: fn(u8) -> u8 = |x| x + second;
