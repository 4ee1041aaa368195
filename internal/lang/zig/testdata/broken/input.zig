const std = @import("std");

pub fn before() void {}

pub fn unfinished(a: u8) void {
    const x = a.
    if (a ==

pub fn after(b: u8) u8 {
    return b;
}

const Shape = struct {
    width: u8,
    height:

    pub fn area(self: Shape) u8 {
        return self.width;
    }
};

pub const Kind = enum { a, b };

fn last() void {
    call(
}

test "still here" {}
