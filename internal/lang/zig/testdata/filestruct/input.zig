//! A queue that is a file.

const Queue = @This();
const std = @import("std");

items: []u8,
len: usize = 0,
allocator: std.mem.Allocator,

pub const Options = struct {
    capacity: usize = 8,
};

pub fn init(allocator: std.mem.Allocator, options: Options) !Queue {
    return .{ .items = try allocator.alloc(u8, options.capacity), .allocator = allocator };
}

pub fn push(self: *Queue, item: u8) void {
    self.items[self.len] = item;
    self.len += 1;
}

fn grow(queue: *Queue) !void {
    queue.items = try queue.allocator.realloc(queue.items, queue.len * 2);
}
