//! Begins with a mark.

pub struct Übung {
	pub größe: u32,
}

/// Misst. Zwei.
fn 測量(α: &Übung) -> u32 {
	α.größe
}