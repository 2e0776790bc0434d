//! The readers that every classifier has: one file per foreign type.

mod io;
mod serde_json;
mod standard_library;

use super::{ErrorReader, Reading};
use std::error::Error;

/// What the built-in readers know of an error.
#[inline(always)]
pub(super) fn read<'e>(error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
    // Calls that are known at compile time, and returns from where a reading is made: the path of a typed error is the
    // hottest there is.
    if let Some(reading) = io::IoErrors.read(error) {
        return Some(reading);
    }
    if let Some(reading) = serde_json::SerdeJsonErrors.read(error) {
        return Some(reading);
    }
    standard_library::StandardLibraryErrors.read(error)
}
