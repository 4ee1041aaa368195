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
