pub const Marker = struct {};
const Window = opaque {};
const None = error{};
const Options = union {};

pub fn Set(comptime T: type) type {
    _ = T;
    return struct {};
}

pub fn after() Marker {
    return .{};
}

const Request = struct {
    requested: struct {} = .{},
    tight: struct{} = .{},
    optional: ?union {} = null,
    tagged: union(enum) {} = undefined,
    wide: enum { } = undefined,
    after: u32 = 1,
};

const Tag = enum(u8) {};
const Choice = union(enum) { none: struct {}, some: u32 };
const Noted = opaque {
    // Nothing is known about it.
};
const Open = packed struct {
};

test "values" {
    use( struct{}, struct {}, "struct {}", Mine.@"struct"{});
    switch (x) {
        else => {},
    }
}
