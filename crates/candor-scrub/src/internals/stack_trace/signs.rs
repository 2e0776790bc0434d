//! The punctuation by which most lines are distinguished from frames.

/// A set of punctuation characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Signs(pub(super) u8);

/// The bit of each byte in the set: none for most bytes, one for all digits.
#[allow(clippy::indexing_slicing, reason = "runs when the program is compiled, and would not compile")]
const SETS: [u8; 256] = {
    const SIGNS: &[u8] = b":.()/, ";
    let (mut sets, mut at) = ([0; 256], 0);
    while at < SIGNS.len() {
        sets[SIGNS[at] as usize] = 1 << at;
        at += 1;
    }
    let mut digit = b'0';
    while digit <= b'9' {
        sets[digit as usize] = 1 << SIGNS.len();
        digit += 1;
    }
    sets
};

impl Signs {
    pub(super) const NONE: Signs = Signs(0);

    /// The set of one character.
    pub(super) fn of(sign: u8) -> Signs {
        Signs(SETS.get(usize::from(sign)).copied().unwrap_or_default())
    }

    pub(super) fn in_text(text: &str) -> Signs {
        let (chunks, rest) = text.as_bytes().as_chunks::<8>();
        let in_bytes = |bytes: &[u8]| bytes.iter().fold(Signs::NONE, |signs, byte| signs.and(Signs::of(*byte)));
        // The compiler unrolls the steps of a chunk, because there is no branch between them.
        chunks.iter().fold(in_bytes(rest), |signs, chunk| signs.and(in_bytes(chunk)))
    }

    pub(super) fn and(self, more: Signs) -> Signs {
        Signs(self.0 | more.0)
    }

    /// Whether it contains all of these.
    pub(super) fn has(self, signs: Signs) -> bool {
        self.0 & signs.0 == signs.0
    }
}
