pub const Outer = struct {
    pub const Inner = struct {
        const Deep = enum { one, two };
        value: Deep,

        pub fn get(self: Inner) Deep {
            const Local = union(enum) {
                a: u8,
                fn size(self2: @This()) usize {
                    _ = self2;
                    return 1;
                }
            };
            return blk: {
                const x = Local{ .a = 1 };
                break :blk self.value + x.a;
            };
        }
    };

    inner: Inner,

    pub const Mixed = struct {
        pub fn mixed() void {}
    };
};

fn Map(comptime K: type, comptime V: type) type {
    const Entry = struct { key: K, value: V };
    return struct {
        entries: []Entry,
        pub fn Iterator(comptime R: type) type {
            return struct {
                index: usize = 0,
                fn next(self: *@This()) ?R {
                    self.index += 1;
                    return null;
                }
            };
        }
    };
}

const table = .{
    .{ "a", struct {
        fn call() void {}
    }.call },
};

const handler = struct {
    fn handle(x: u8) u8 {
        return x;
    }
}.handle;
