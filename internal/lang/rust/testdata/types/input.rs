// SPDX-License-Identifier: MIT
// Copyright somebody.

use std::collections::HashMap;

/// A shop's basket.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Basket<'a, T: Price + ?Sized = Money> {
    /// What is in it.
    pub items: Vec<Item<T>>,
    #[serde(skip)]
    pub(crate) owner: Option<&'a str>,
    by_name: HashMap<String, fn(&T) -> u32>, // trailing
    total: u64,
}

pub struct Metres(pub f64, Unit);

struct Marker;

struct Wrapper<T>(T)
where
    T: Clone;

/** The outcome of a sale.
 * With details. */
#[repr(u8)]
pub enum Outcome {
    /// It went well.
    Sold,
    Refused(Reason, u32),
    #[deprecated]
    Delayed { until: Date, by: Option<Clerk> },
    Other = 7,
    Computed = LIMIT + 1,
}

#[repr(C)]
pub union Bits {
    pub whole: u32,
    parts: [u8; 4],
}

pub type Prices<T = Money> = HashMap<String, T>;
type Callback = Box<dyn Fn(&Basket<'_>) -> Outcome + Send + 'static>;

pub const LIMIT: usize = 40;
const TABLE: [u8; 3] = [1, 2, 3];
const _: () = assert!(LIMIT > 3);
pub static GREETING: &str = "hello";
static mut COUNTER: u64 = start();
const NAME: &'static str = concat!("a", "b");

impl<'a, T: Price> Basket<'a, T> {
    /// How many fit.
    pub const CAPACITY: usize = 12;

    /// An empty one.
    pub fn new() -> Self {
        Self { items: Vec::new(), owner: None, by_name: HashMap::default(), total: 0 }
    }

    pub fn total(&self) -> u64 {
        self.total + self.items.len() as u64
    }

    fn clear(mut self: Box<Self>) {
        self.items.clear();
        self.total = 0;
    }
}

impl Default for Basket<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sold => write!(f, "sold"),
            Outcome::Refused(why, ..) => why.fmt(f),
            Outcome::Delayed { until, by: Some(clerk) } if clerk.awake() => f.write_str(until),
            _ => Ok(()),
        }
    }
}

unsafe impl Send for Bits {}
impl !Sync for Bits {}
impl<T> From<T> for Foreign<T> where T: Into<Basket<'static>> {
    fn from(value: T) -> Self {
        Foreign(value.into())
    }
}
impl Price for &Metres {}
impl<T: Price> Price for [T] {}
impl dyn Price {
    fn describe(&self) {}
}
