//! Which half a combination of parts is in.

use super::random::mixed;

/// The half that mechanisms are built with, and the half that they are checked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Half {
    /// Its texts may be read.
    Building,
    /// Only figures of its texts are shown.
    Checking,
}

/// What a text is put together from, by the ids of the parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parts {
    /// What the carrier is one of; it does not decide.
    pub(crate) group: &'static str,
    pub(crate) carrier: &'static str,
    /// What is special about the name.
    pub(crate) name: &'static str,
    /// The words that the name is made of.
    pub(crate) word: &'static str,
    pub(crate) format: &'static str,
    pub(crate) encoding: &'static str,
    pub(crate) neighbour: &'static str,
}

impl Parts {
    /// The half of this combination, if none of its parts is kept apart.
    pub(crate) fn half(&self) -> Half {
        let parts = [self.carrier, self.name, self.word, self.format, self.encoding, self.neighbour];
        let hash = parts
            .iter()
            .flat_map(|part| part.bytes().chain([0]))
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        if mixed(hash) & 1 == 0 { Half::Building } else { Half::Checking }
    }
}

impl Half {
    /// Whether what is kept apart for `apart` may be in this half.
    pub(crate) fn has(self, apart: Option<Half>) -> bool {
        apart.is_none_or(|half| half == self)
    }
}
