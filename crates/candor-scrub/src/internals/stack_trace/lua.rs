//! Lua: `stack traceback:`, `cart.lua:12: in function 'add'`.

use super::location::{path_before, position_end};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{NOT_SPACE, Text, around, has_word};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["stack traceback:", ".lua:", "[C]: in ", "[string \""],
    look: Look { first: "s([", others: &[(": 0", "")] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    if line.words == "stack traceback:" || line.has(b':') && is_frame(line.words) {
        return Some(LineRole::Frame);
    }
    line.words.starts_with("(...tail call").then_some(LineRole::Within)
}

fn is_frame(words: &str) -> bool {
    let Some((place, function)) = around(words, ": in ") else { return false };
    let is_function = ["function", "main chunk", "upvalue", "local", "method", "field", "global", "?"];
    let position = place.rsplit_once(':').and_then(|(_, line)| Reader(line).number());
    let is_place =
        position.is_some_and(Reader::is_done) && (has_word(place, ".lua:") || place.starts_with("[string \""));
    (place == "[C]" || is_place) && is_function.iter().any(|start| function.starts_with(start))
}

/// The location before the message: `lua: cart.lua:12: no stock`.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    if !text.starts_with(hit.span.start, ".lua:") {
        return None;
    }
    let end = position_end(text, hit.span.end)?;
    let path = path_before(text, hit.span.start);
    let line = text.line_start(path.start, path.start.saturating_sub(64));
    let before = text.get(line..path.start).trim_ascii();
    let is_interpreter = before.is_empty() || before.starts_with("lua") && before.ends_with(':');
    (is_interpreter && NOT_SPACE.has_all(before) && text.starts_with(end, ": ")).then_some(path.start..end)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_and_the_message_is_kept() {
        let text = "lua: cart.lua:12: no stock\nstack traceback:\n\t[C]: in function 'error'\n\tcart.lua:12: in function 'add'\n\t(...tail calls...)\n\tcart.lua:20: in main chunk\n\t[C]: in ?\nbye";
        assert_eq!(scrubbed(text), "lua: [redacted]: no stock\n[redacted]\nbye");
    }

    #[test]
    fn mentions_of_files_are_kept() {
        for text in ["see init.lua:12 for more", "[C]: in the middle"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
