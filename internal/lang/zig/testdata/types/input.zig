const std = @import("std");
const Allocator = std.mem.Allocator;

/// A point in space.
pub const Point = struct {
    x: f32 = 0,
    y: f32,
    /// The point's name.
    name: ?[]const u8 = null,

    pub const origin = Point{ .x = 0, .y = 0 };
    const Self = @This();
    var count: usize = 0;

    /// Makes a point.
    pub fn init(x: f32, y: f32) Point {
        count += 1;
        return .{ .x = x, .y = y };
    }

    pub fn length(self: Self) f32 {
        return @sqrt(self.x * self.x + self.y * self.y);
    }

    pub fn scale(point: *Point, by: f32) void {
        point.x *= by;
        point.y = point.y * by;
    }

    fn hidden(self: *const Self) void {
        _ = self;
    }
};

pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        const Node = struct { next: ?*Node, value: T };

        pub fn append(self: *@This(), item: T) !void {
            self.items[0] = item;
        }
    };
}

const Color = enum(u8) {
    red,
    green = 2,
    _,

    pub fn isRed(self: Color) bool {
        return self == .red;
    }
};

const Value = union(enum) {
    int: i64,
    text: []const u8,
    pair: struct { left: u8, right: u8 },
    none,
};

pub const Error = error{ NotFound, Denied } || Allocator.Error;
const ReadError = error{
    /// The end was met.
    EndOfStream,
    Broken,
};

const Handle = opaque {
    pub fn close(self: *Handle) void {
        _ = self;
    }
};
const Packed = packed struct(u8) { low: u4, high: u4 };
const Header = extern struct { magic: [4]u8 };
const Callback = *const fn (event: Event) void;
const Bytes = []const u8;
const IntList = List(i32);
pub const MAX_SIZE: usize = 4096;
pub var global_state: ?*Point = null;
threadlocal var scratch: [64]u8 = undefined;
extern var environ: [*:null]?[*:0]u8;
const Pair = struct { u8, Point };
const Fallback = if (true) Point else Color;
const Event = @import("event.zig").Event;
