//! The phrases, one file per field of meaning.

mod access;
mod defects;
mod encoding;
mod existence;
mod input;
mod limits;
mod markers;
mod reach;
mod setup;
mod state;
mod storage;

use super::phrase::Phrase;

/// Identifiers and numbers that somebody defined.
pub(super) static MARKERS: &[Phrase] = markers::PHRASES;

/// What words say.
pub(super) static COMMON: [&[Phrase]; 10] = [
    access::PHRASES,
    existence::PHRASES,
    input::PHRASES,
    state::PHRASES,
    limits::PHRASES,
    reach::PHRASES,
    storage::PHRASES,
    setup::PHRASES,
    encoding::PHRASES,
    defects::PHRASES,
];
