//! A small linear model of what messages mean, for where the phrases are unsure or silent.
//!
//! For each of some thousand features it has a weight for each code, in a byte. `cargo xtask train-classifier` makes the
//! file of the messages in `tests/judgement/messages/built`.

mod features;
#[cfg(test)]
mod training;

use crate::Code;
use std::ops::Range;
use std::sync::LazyLock;

/// The codes that it tells apart: the finer ones are said by phrases.
pub(super) const CODES: [Code; COUNT] = [
    Code::ParseError,
    Code::InvalidRequest,
    Code::MethodNotFound,
    Code::InvalidParams,
    Code::Validation,
    Code::Unauthorized,
    Code::Forbidden,
    Code::QuotaExceeded,
    Code::NotFound,
    Code::Conflict,
    Code::RateLimited,
    Code::Timeout,
    Code::Cancelled,
    Code::Unavailable,
    Code::DependencyFailed,
    Code::NotImplemented,
    Code::Database,
    Code::Configuration,
    Code::Serialization,
    Code::Internal,
];
const COUNT: usize = 20;
/// The most features that the file holds.
#[cfg(test)]
const ALL_FEATURES: usize = 9000;

/// The most features of a text that count.
const MOST: usize = 160;

/// What speaks for a code, by its place in [`CODES`].
pub(super) type Scores = [f32; COUNT];

/// What the model found in a text.
pub(super) struct Reading {
    pub(super) scores: Scores,
    /// How many features it knows.
    pub(super) known: usize,
    found: [(u16, u16, u16); MOST],
}

impl Reading {
    /// Where the feature is that speaks most for the code.
    pub(super) fn strongest_for(&self, code: usize) -> Range<usize> {
        let weight = |(index, ..): &&(u16, u16, u16)| MODEL.row(*index).get(code).copied().unwrap_or_default();
        let found = self.found.get(..self.known).unwrap_or_default();
        let strongest = found.iter().filter(|(_, start, end)| start < end).max_by_key(weight);
        strongest.map_or(0..0, |(_, start, end)| usize::from(*start)..usize::from(*end))
    }
}

/// What the model says of the text.
pub(super) fn read(text: &str) -> Reading {
    let model = &*MODEL;
    let mut sums = [0i32; COUNT];
    let mut reading = Reading { scores: [0.0; COUNT], known: 0, found: [(0, 0, 0); MOST] };
    features::read(text, |key, span| {
        let Some(index) = model.find(key) else { return };
        let Some(place) = reading.found.get_mut(reading.known) else { return };
        #[expect(clippy::cast_possible_truncation, reason = "only the beginning of a text is read")]
        let found = (index, span.start as u16, span.end as u16);
        *place = found;
        reading.known += 1;
        for (sum, weight) in sums.iter_mut().zip(model.row(index)) {
            *sum += i32::from(*weight);
        }
    });
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    for (score, sum) in reading.scores.iter_mut().zip(sums) {
        *score = sum as f32 * STEP / (reading.known.max(1) as f32).sqrt();
    }
    reading
}

/// What one step of a weight stands for.
const STEP: f32 = 6.0 / 127.0;

static FILE: &[u8] = include_bytes!("model.bin");
static MODEL: LazyLock<Model> = LazyLock::new(|| Model::of(FILE));

/// The number of bits of a key that say where to look for it.
const PLACE_BITS: u32 = 14;
const PLACES: usize = 1 << PLACE_BITS;
/// The other bits, beside an index.
const REST: u32 = u32::MAX >> PLACE_BITS;

/// The digest of the messages, and the number of features.
const HEADER: usize = 12;

struct Model {
    /// A bit for the low half of each key: most features of a text are not known.
    filter: Vec<u64>,
    /// Open addressing: the low bits of a key, and one more than its index.
    places: Vec<u32>,
    weights: Vec<[i8; COUNT]>,
}

impl Model {
    fn of(file: &[u8]) -> Model {
        let mut model = Model { filter: vec![0; 1 << 10], places: vec![0; PLACES], weights: Vec::new() };
        let row = 4 + COUNT;
        for (index, row) in (1u32..PLACES as u32).zip(file.get(HEADER..).unwrap_or_default().chunks_exact(row)) {
            let Some((key, weights)) = row.split_first_chunk() else { continue };
            let key = u32::from_le_bytes(*key);
            if let Some(bits) = model.filter.get_mut((key >> 6 & 0x3ff) as usize) {
                *bits |= 1 << (key & 63);
            }
            let mut at = (key >> (u32::BITS - PLACE_BITS)) as usize;
            while model.places.get(at).is_some_and(|place| *place != 0) {
                at = (at + 1) % PLACES;
            }
            if let Some(place) = model.places.get_mut(at) {
                *place = (key & REST) << PLACE_BITS | index;
            }
            let mut own = [0; COUNT];
            for (own, byte) in own.iter_mut().zip(weights) {
                *own = byte.cast_signed();
            }
            model.weights.push(own);
        }
        model
    }

    #[inline]
    fn find(&self, key: u32) -> Option<u16> {
        let bits = self.filter.get((key >> 6 & 0x3ff) as usize)?;
        if bits >> (key & 63) & 1 == 0 {
            return None;
        }
        let wanted = (key & REST) << PLACE_BITS;
        let mut at = (key >> (u32::BITS - PLACE_BITS)) as usize;
        loop {
            let place = *self.places.get(at)?;
            if place == 0 {
                return None;
            }
            if (place ^ wanted) >> PLACE_BITS == 0 {
                return u16::try_from((place & (PLACES as u32 - 1)) - 1).ok();
            }
            at = (at + 1) % PLACES;
        }
    }

    #[inline]
    fn row(&self, index: u16) -> &[i8; COUNT] {
        static NONE: [i8; COUNT] = [0; COUNT];
        self.weights.get(usize::from(index)).unwrap_or(&NONE)
    }
}
