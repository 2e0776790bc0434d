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
const MOST: u16 = 160;

/// What speaks for a code, by its place in [`CODES`].
pub(super) type Scores = [f32; COUNT];

/// What the model found in a text.
pub(super) struct Reading {
    pub(super) scores: Scores,
    /// How many features it knows.
    pub(super) known: u16,
}

/// What the model says of the text.
pub(super) fn read(text: &str) -> Reading {
    let model = &*MODEL;
    let mut sums = Sums::default();
    features::read(text, |key, _| {
        if sums.known < MOST
            && let Some(row) = model.find(key)
        {
            sums.add(row);
        }
    });
    Reading { scores: sums.scores(), known: sums.known }
}

/// Where in the text the feature is that speaks most for the code.
pub(super) fn strongest_for(code: usize, text: &str) -> Range<usize> {
    let model = &*MODEL;
    let (mut most, mut place) = (0, 0..0);
    features::read(text, |key, span| {
        let weight = model.find(key).map_or(0, |row| byte_of(row, code));
        if weight > most && !span.is_empty() {
            (most, place) = (weight, span);
        }
    });
    place
}

/// The weights of one feature, a byte for each code, 128 more than they are.
type Row = [u64; 3];

fn byte_of(row: &Row, code: usize) -> u8 {
    row.get(code / 8).map_or(0, |eight| eight.to_le_bytes().get(code % 8).copied().unwrap_or_default())
}

/// Sums of rows: those of the even places and those of the odd ones, in sixteen bits each.
#[derive(Default)]
struct Sums {
    even: Row,
    odd: Row,
    known: u16,
}

impl Sums {
    #[inline]
    fn add(&mut self, row: &Row) {
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        for ((even, odd), eight) in self.even.iter_mut().zip(&mut self.odd).zip(row) {
            *even += eight & EVEN;
            *odd += eight >> 8 & EVEN;
        }
        self.known += 1;
    }

    fn scores(&self) -> Scores {
        let scale = STEP / f32::from(self.known.max(1)).sqrt();
        let mut scores = [0.0; COUNT];
        for (code, score) in scores.iter_mut().enumerate() {
            let sums = if code % 2 == 0 { &self.even } else { &self.odd };
            let four = sums.get(code / 8).copied().unwrap_or_default();
            let sum = (four >> (code % 8 / 2 * 16)) as u16;
            *score = (f32::from(sum) - 128.0 * f32::from(self.known)) * scale;
        }
        scores
    }
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
    weights: Vec<Row>,
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
            let mut own = [0; 24];
            for (own, byte) in own.iter_mut().zip(weights) {
                *own = byte.wrapping_add(128);
            }
            let (eights, _) = own.as_chunks();
            model.weights.extend(<[[u8; 8]; 3]>::try_from(eights).map(|eights| eights.map(u64::from_le_bytes)));
        }
        model
    }

    #[inline]
    fn find(&self, key: u32) -> Option<&Row> {
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
                return self.weights.get((place & (PLACES as u32 - 1)).checked_sub(1)? as usize);
            }
            at = (at + 1) % PLACES;
        }
    }
}
