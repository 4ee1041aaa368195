//! Only about the file.
const first = 1;

// An ordinary comment. And more.
const second = 2; // trailing
const third = 3;

/// Documented.
/// Over two lines.
pub fn documented() void {}

// detached

fn plain() void {
    // const hidden = 1;
    const s = "// no comment";
    const m =
        \\ fn not_code() void {}
        \\ // still text
    ;
    const ch = '"';
    const esc = "a\"b\\";
    _ = .{ s, m, ch, esc };
}

const @"quoted name" = 5;
const copy = @"quoted name";
