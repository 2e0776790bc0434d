//! R: `Calls: add -> stop`.

use super::look::Look;
use super::{Language, Line, LineRole, no_location};
use crate::text::has_word;

pub(super) const LANGUAGE: Language =
    Language { triggers: &["Calls: "], look: Look { first: "C", others: &[] }, part, location: no_location };

fn part(line: Line<'_>) -> Option<LineRole> {
    let calls = line.words.strip_prefix("Calls: ")?;
    has_word(calls, " -> ").then_some(LineRole::Frame)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn the_calls_are_removed_and_the_message_is_kept() {
        assert_eq!(
            scrubbed("Error in add(1) : no stock\nCalls: add -> stop\nbye"),
            "Error in add(1) : no stock\n[redacted]\nbye"
        );
        assert_eq!(scrubbed("Calls: 3 in a row"), "Calls: 3 in a row");
    }
}
