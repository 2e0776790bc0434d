//! What all occurrences of one fault have in common.

use super::Incident;
use super::skeleton::Skeleton;
use crate::failure::Verdict;
use crate::failure::error_text::error_text;
use serde::{Serialize, Serializer};

/// The same for all occurrences of one fault, whatever ids, numbers, quoted values, paths and addresses stand in its
/// texts: what a log is grouped by.
///
/// It is made of the code, the reason, the rule that classified it with the status it judged, the message and the texts of
/// the causes, and written as 16 hexadecimal digits. Of a message that Candor words for a captured error, only what was
/// given to it counts: the operation, the service and what that said. So it is the same in every run and on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

/// How much of a text is read, in bytes.
const LONGEST_TEXT: usize = 16 * 1024;

impl Incident {
    /// What this occurrence has in common with all others of the same fault.
    ///
    /// ```
    /// use candor::{Discretion, Failure};
    ///
    /// let fingerprint = |message: &'static str| Failure::not_found(message).disclose(&Discretion::new()).1.fingerprint();
    /// assert_eq!(fingerprint("No order 17 of 'Ann'"), fingerprint("No order 4711 of 'Bob'"));
    /// assert_ne!(fingerprint("No order 17 of 'Ann'"), fingerprint("No invoice 17 of 'Ann'"));
    /// ```
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let failure = self.failure();
        let mut hash = Hash::new();
        hash.name(failure.code().name());
        hash.name(failure.reason().as_str());
        hash.name(self.rule().unwrap_or_default());
        // One rule judges all statuses.
        if let Some(number) = failure.verdict().and_then(Verdict::number) {
            hash.name(&number.to_string());
        }
        failure.given_message().for_each(|text| hash.text(text));
        for cause in failure.causes() {
            hash.text(error_text(cause, LONGEST_TEXT).as_str());
        }
        Fingerprint(hash.0)
    }

    /// The rule that classified it, if one did.
    pub(super) fn rule(&self) -> Option<&str> {
        self.failure().verdict().map(Verdict::rule)
    }
}

/// FNV-1a of 64 bits: written down once and for all, unlike the hash of the standard library.
struct Hash(u64);

impl Hash {
    /// Bytes that UTF-8 never has, so that what they part cannot run together.
    const END_OF_WORD: u8 = 0xfe;
    const END_OF_TEXT: u8 = 0xff;

    const fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn name(&mut self, name: &str) {
        name.bytes().for_each(|byte| self.byte(byte));
        self.byte(Self::END_OF_TEXT);
    }

    fn text(&mut self, text: &str) {
        let (head, _) = text.split_at(text.floor_char_boundary(LONGEST_TEXT));
        for word in Skeleton::of(head) {
            word.bytes().for_each(|byte| self.byte(byte));
            self.byte(Self::END_OF_WORD);
        }
        self.byte(Self::END_OF_TEXT);
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// As it is displayed.
impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
