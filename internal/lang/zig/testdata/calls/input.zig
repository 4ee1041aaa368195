const std = @import("std");
const log = std.log.scoped(.main);

fn run(list: *List, options: Options) !void {
    const item = list.pop() orelse return;
    defer list.deinit();
    errdefer |err| log.err("failed: {}", .{err});
    item.value.count += 1;
    options.handler.?(item);
    list.items[0].name = "x";
    const p = Point{ .x = 1, .y = 2 };
    const q = geometry.Point{ .x = p.x };
    const made = Point.init(1, 2).scale(3);
    const color: Color = .red;
    try list.append(q);
    made.field.* = 5;
    const r = std.fmt.parseInt(u8, "1", 10) catch |e| switch (e) {
        error.Overflow => 0,
        else => |other| return other,
    };
    while (it.next()) |entry| : (index += 1) {
        if (entry == r) continue;
        callback(entry, color);
    } else {
        done();
    }
    outer: for (list.items) |*each| {
        inline for (.{ 1, 2 }) |n| {
            if (n == each.*) break :outer;
        }
    }
    const T = @TypeOf(item);
    const size = @sizeOf(T);
    switch (color) {
        .red, .green => |c| paint(c),
        Color.blue => {},
        else => unreachable,
    }
    var a, const b = pair();
    a = b + size;
    _ = &a;
    const Local = struct {
        fn less(_: void, x: u8, y: u8) bool {
            return x < y;
        }
    };
    std.mem.sort(u8, list.bytes, {}, Local.less);
    self.total = getList().len;
    asm volatile ("syscall"
        : [ret] "={rax}" (-> usize),
        : [number] "{rax}" (size),
        : "rcx", "r11"
    );
}
