//! Haskell: `CallStack (from HasCallStack):`, `error, called at Cart.hs:12:3 in shop:Cart`.

use super::look::Look;
use super::{Language, Line, LineRole, no_location};
use crate::internals::reader::Reader;
use crate::text::around;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["CallStack (from ", ", called at "],
    look: Look { first: "C", others: &[(",: 0", "")] },
    part,
    location: no_location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let calls = line.has(b',').then(|| around(line.words, ", called at ")).flatten();
    let place = calls.and_then(|(_, place)| place.split_once(':'));
    let is_frame = place.is_some_and(|(_, position)| Reader(position).number().is_some());
    (is_frame || line.words == "CallStack (from HasCallStack):").then_some(LineRole::Frame)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn the_call_stack_is_removed_and_the_message_is_kept() {
        let text = "shop: no stock\nCallStack (from HasCallStack):\n  error, called at Cart.hs:12:3 in shop:Cart\nbye";
        assert_eq!(scrubbed(text), "shop: no stock\n[redacted]\nbye");
        assert_eq!(scrubbed("add, called at noon: 3 items"), "add, called at noon: 3 items");
    }
}
