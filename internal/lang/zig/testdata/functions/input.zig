//! Parsing of numbers.
//! Decimal only.

const std = @import("std");

/// Parses a number. Stops at the first other byte.
pub fn parse(text: []const u8, base: u8) !u64 {
    var value: u64 = 0;
    for (text, 0..) |byte, i| {
        const digit = try digitOf(byte);
        value = value * base + digit;
        _ = i;
    }
    return value;
}

fn digitOf(byte: u8) error{ Bad, Empty }!u8 {
    return if (byte >= '0' and byte <= '9') byte - '0' else error.Bad;
}

export fn entry(argc: c_int) callconv(.C) c_int {
    return argc;
}

extern "c" fn puts(s: [*:0]const u8) c_int;
extern fn printf(format: [*:0]const u8, ...) c_int;

pub inline fn max(comptime T: type, a: T, b: T) T {
    return if (a > b) a else b;
}

fn generic(
    allocator: std.mem.Allocator,
    context: anytype,
    comptime callback: fn (x: u32) void,
) noreturn {
    _ = allocator;
    context.run();
    callback(1);
    unreachable;
}

pub fn main() !void {
    const stdout = std.io.getStdOut().writer();
    try stdout.print("{d}\n", .{try parse("12", 10)});
}

test "parses numbers" {
    try std.testing.expectEqual(@as(u64, 12), try parse("12", 10));
}

test parse {
    _ = digitOf;
}

test {
    std.testing.refAllDecls(@This());
}
