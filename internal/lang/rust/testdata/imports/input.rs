//! Imports in every form.

extern crate alloc;
extern crate serde_json as json;
pub extern crate core_lib;

use std::fmt;
use std::io::{self, Read, Write as _, BufRead as Lines};
use crate::config::{
    // what is read first
    loader::Loader,
    settings::{Settings, *},
};
use super::super::shared;
use self::inner::Inner as Renamed;
use ::regex::Regex;
use tokio;
pub use crate::api::Client;
pub(crate) use inner::{first, second};
pub use self::reexported::*;
use {a::b, c::d as e};
use r#match::r#type;
use macros::*;

mod inner;
pub mod reexported;
#[path = "odd/place.rs"]
mod placed;
#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;
    mod deep;
}

const TEXT: &str = include_str!("text/help.txt");
static BYTES: &[u8] = include_bytes!(r"logo.png");
include!("generated.rs");
include!(concat!(env!("OUT_DIR"), "/bindings.rs"));

fn local() {
    use std::collections::HashMap;
    use Colour::{Red, Green};
}
