#![doc = "A crate without inner comments."]
#![allow(dead_code)]

#[cfg(feature = "net")]
pub mod net;
mod util;

/// Made of two parts.
pub(in crate::util) mod parts {
    pub const A: u8 = 1;
}

#[cfg_attr(feature = "serde", derive(Serialize))]
#[tokio::main(flavor = "current_thread")]
async fn main() {
    util::run(net::connect().await);
}

#[test]
#[should_panic(expected = "no")]
fn panics() {
    panic!("no");
}
