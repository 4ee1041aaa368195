const std = @import("std");
const builtin = @import("builtin");
const lexer = @import("lexer.zig");
pub const Parser = @import("parser/Parser.zig");
const Token = @import("lexer.zig").Token;
pub const Tree = @import("ast.zig").Tree;
const Kind = @import("ast.zig").Node.Kind;
const options = @import("build_options");
pub usingnamespace @import("legacy.zig");
usingnamespace lexer;
const text = @embedFile("data/words.txt");
const c = @cImport({
    @cDefine("NDEBUG", "1");
    @cInclude("stdio.h");
    @cInclude("lib/thing.h");
});

fn late() void {
    const inner = @import("inner.zig");
    inner.run(Token.eof);
    @import("side.zig").go();
    var variable = @import("other.zig");
    _ = variable;
    _ = c.printf;
}

comptime {
    _ = @import("tests.zig");
}
