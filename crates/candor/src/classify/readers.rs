//! The readers that every classifier has: one file per foreign type.

mod io;
mod serde_json;
mod standard_library;

use super::{ErrorReader, Reading};
use std::error::Error;

/// What the built-in readers know of an error.
#[inline]
pub(super) fn read<'e>(error: &'e (dyn Error + 'static)) -> Option<Reading<'e>> {
    // Calls that are known at compile time: the path of a typed error is the hottest there is.
    io::IoErrors
        .read(error)
        .or_else(|| serde_json::SerdeJsonErrors.read(error))
        .or_else(|| standard_library::StandardLibraryErrors.read(error))
}
