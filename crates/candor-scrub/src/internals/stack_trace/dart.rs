//! Dart: `#0      main (package:shop/cart.dart:12:3)`.

use super::look::Look;
use super::{Language, Line, LineRole, no_location};
use crate::internals::reader::Reader;
use crate::text::around_last;

pub(super) const LANGUAGE: Language = Language {
    triggers: &["#0", "#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8", "#9", "package:", "dart:"],
    look: Look { first: "#pdf<=", others: &[] },
    part,
    location: no_location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    if is_numbered(Reader(line.words)).unwrap_or_default() || is_terse(Reader(line.words)).unwrap_or_default() {
        return Some(LineRole::Frame);
    }
    let is_gap =
        line.words.starts_with("<asynchronous suspension>") || line.words.starts_with("===== asynchronous gap");
    is_gap.then_some(LineRole::Within)
}

fn is_numbered(words: Reader<'_>) -> Option<bool> {
    let frame = words.word("#")?.number()?.blanks()?;
    let (_, place) = around_last(frame.0, " (")?;
    Some(["file://", "package:", "dart:", "org-dartlang"].iter().any(|start| place.starts_with(start)))
}

/// `package:shop/cart.dart 12:3  Cart.add`.
fn is_terse(words: Reader<'_>) -> Option<bool> {
    let path = words.one_of(&["package:", "dart:", "file://"])?;
    let (_, rest) = path.0.split_once(' ')?;
    Reader(rest).number()?.word(":")?.number()?.blanks()?;
    Some(true)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed() {
        let rows = [
            (
                "Unhandled exception:\nno stock\n#0      Cart.add (file:///shop/cart.dart:12:3)\n<asynchronous suspension>\n#1      main.<anonymous closure> (dart:async/zone.dart:1)\nbye",
                "Unhandled exception:\nno stock\n[redacted]\nbye",
            ),
            ("E\npackage:shop/cart.dart 12:3  Cart.add\ndart:async 1:2  main\nbye", "E\n[redacted]\nbye"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn packages_and_numbered_lists_are_kept() {
        for text in ["package:shop is missing", "#3 see the list (below)", "package:shop/cart.dart 12 files"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
