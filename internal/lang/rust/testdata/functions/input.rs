//! Functions of every sort. The second sentence is not kept.

use std::fmt::Debug;

/// Adds two numbers.
///
/// More about it.
#[inline]
#[must_use = "sums are for use"]
pub fn add(left: u32, right: u32) -> u32 {
    left + right
}

fn nothing() {}

pub(crate) async fn fetch<'a, T>(url: &'a str, mut retries: usize) -> Result<T, Error>
where
    T: Decode + 'a,
{
    let body = download(url, retries).await?;
    retries -= 1;
    T::decode(&body)
}

pub(super) const fn square(n: u64) -> u64 {
    n * n
}

pub(self) unsafe fn raw(p: *const u8) -> u8 {
    *p
}

// An ordinary comment serves where there is no documentation.
pub extern "C" fn callback(code: i32, ...) -> i32 {
    code
}

extern "C" {
    /// Measures a C string.
    pub fn strlen(s: *const c_char) -> usize;
    static errno: c_int;
    pub static mut environ: *mut *mut c_char;
}

fn pair((x, y): (i32, i32), Point { z, .. }: Point, _: u8) -> impl Fn(i32) -> i32 + Send {
    move |step| x + y + z + step
}

fn bounded<const N: usize, F>(items: [Item; N], f: F) -> Box<dyn Iterator<Item = Item>>
where
    F: FnMut(&Item) -> bool + 'static,
{
    let size = N;
    fn inner(depth: usize) -> usize {
        depth
    }
    Box::new(items.into_iter().filter(f).take(inner(size)))
}

pub fn r#match(r#type: Kind) -> bool {
    r#type.r#final()
}
