const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const mod = b.addModule("demo", .{ .root_source_file = b.path("src/root.zig") });
    const exe = b.addExecutable(.{
        .name = "demo",
        .root_module = b.createModule(.{
            .root_source_file = b.path("src/main.zig"),
            .target = target,
            .imports = &.{.{ .name = "demo", .module = mod }},
        }),
    });
    b.installArtifact(exe);
    const run_step = b.step("run", "Run it");
    run_step.dependOn(&b.addRunArtifact(exe).step);
}
