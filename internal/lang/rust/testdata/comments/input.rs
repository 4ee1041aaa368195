#!/usr/bin/env run-cargo-script
/* A header that describes the file. */

/*! Not at the top, but inner all the same. */
/// Documented. By a line.
fn line() {}

/**
 * Documented by a block,
 * on two lines. And more.
 */
#[inline]
fn block() {}

#[doc = "Documented by an attribute."]
fn attribute() {}

#[inline]
/// Documented behind an attribute.
fn behind() {}

//// Four slashes are no documentation.
fn four() {}

/* nested /* comments */ end here */
// A plain comment.

fn far() {}

// First line of a plain comment,
// second line. Another sentence.
fn plain() {}

/// # Heading
///
/// Text under it.
struct Headed {
    /// The first.
    a: u8, // trailing, of a
    b: u8,
    /* before c */ c: u8,
}

/// Doc with `code::path` and "quotes" e.g. this. End.
const TEXT: &str = "// not a comment /* nor this */";
const RAW: &str = r#"a "quoted" // string"#;
const CHARS: [char; 3] = ['"', '\'', '/'];
const BYTES: &[u8] = b"bytes";
const MULTI: &str = "line one \
    // line two";

fn body() {
    // inside
    call(/* argument */ 1); // after
    /// dangling documentation
}
