//! Which rules a text can concern at all, found in one pass.

/// A set of bytes without which a rule finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Triggers(u8);

impl Triggers {
    /// `@`.
    pub(super) const AT: Triggers = Triggers(1);
    /// `=` and `:`.
    pub(super) const ASSIGNMENT: Triggers = Triggers(1 << 1);
    /// `?` and `&`.
    pub(super) const QUERY: Triggers = Triggers(1 << 2);
    /// `/` and `\\`.
    pub(super) const SLASH: Triggers = Triggers(1 << 3);
    /// A digit.
    pub(super) const DIGIT: Triggers = Triggers(1 << 4);

    /// The triggers in a text.
    pub(super) fn of(text: &str) -> Triggers {
        Triggers(text.bytes().fold(0, |found, byte| found | Triggers::of_byte(byte).0))
    }

    /// Whether the two have any in common.
    pub(super) fn meets(self, other: Triggers) -> bool {
        self.0 & other.0 != 0
    }

    const fn of_byte(byte: u8) -> Triggers {
        match byte {
            b'@' => Triggers::AT,
            b'=' | b':' => Triggers::ASSIGNMENT,
            b'?' | b'&' => Triggers::QUERY,
            b'/' | b'\\' => Triggers::SLASH,
            b'0'..=b'9' => Triggers::DIGIT,
            _ => Triggers(0),
        }
    }
}
