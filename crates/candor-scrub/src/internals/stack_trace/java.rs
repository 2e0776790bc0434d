//! Java and other JVM languages: `at org.example.Shop.open(Shop.java:12)`. The lines `Caused by: …` and `Suppressed: …`
//! are messages of exceptions and are kept.

use super::look::Look;
use super::{Language, Line, LineRole, no_location};
use crate::internals::reader::Reader;
use crate::text::{Class, DIGIT};

pub(super) const LANGUAGE: Language = Language {
    triggers: &["at ", ".java:", ".kt:", ".scala:", "(Native Method)"],
    look: Look { first: ".a(-", others: &[("(.)", "")] },
    part,
    location: no_location,
};

/// The characters of a class and its method, with what compilers add.
const METHOD: Class = Class::not(" \t()[]{}:,;\"'`");
/// What may follow a frame: the jar of the class, or the quotes around the whole.
const TAIL: Class = Class::of(" \"'#;,\\{}]");

fn part(line: Line<'_>) -> Option<LineRole> {
    if is_gap(line.words) {
        return Some(LineRole::Within);
    }
    let Some(call) = line.words.strip_prefix("at ") else {
        let is_call = line.has(b'(') && is_call_in_file(Reader(line.words)).unwrap_or_default();
        return is_call.then_some(LineRole::Frame);
    };
    if is_call(Reader(call)).unwrap_or_default() {
        return Some(LineRole::Frame);
    }
    bare_method(call)
}

/// `a.B.c(B.java:12)`, `a.B.c(Unknown Source) ~[app.jar:1.0]`.
fn is_call(call: Reader<'_>) -> Option<bool> {
    let method = call.some(&METHOD)?;
    let name = call.0.strip_suffix(method.0)?;
    let (place, rest) = method.word("(")?.0.split_once(')')?;
    let is_known = is_place(place) || place.is_empty() && name.contains('.');
    Some(name.contains('.') && is_known && is_tail(rest))
}

/// The same without `at`, which needs a file and a line.
fn is_call_in_file(call: Reader<'_>) -> Option<bool> {
    let method = call.some(&METHOD)?;
    let name = call.0.strip_suffix(method.0)?;
    let (place, rest) = method.word("(")?.0.split_once(')')?;
    let is_in_file = place == "Native Method" || [".java:", ".kt:", ".scala:"].iter().any(|file| place.contains(file));
    Some(name.contains('.') && is_in_file && is_tail(rest))
}

fn is_place(place: &str) -> bool {
    let file = place.split_once(':').map_or(place, |(file, _)| file);
    let is_source = [".java", ".kt", ".kts", ".scala", ".groovy", ".clj"].iter().any(|end| file.ends_with(end));
    let is_line = place.rsplit_once(':').is_some_and(|(_, line)| !line.is_empty() && DIGIT.has_all(line));
    is_source || is_line || ["Native Method", "Unknown Source", "SourceFile", "<generated>", "Unknown"].contains(&place)
}

fn is_tail(rest: &str) -> bool {
    TAIL.has_all(rest) || Reader(rest).maybe_blanks().one_of(&["[", "~["]).is_some()
}

/// `at a.b.onClick`, as minified programs print it.
fn bare_method(call: &str) -> Option<LineRole> {
    if !METHOD.has_all(call) || call.bytes().filter(|byte| *byte == b'.').count() < 2 || call.contains('/') {
        return None;
    }
    let is_code = call.contains(['$', '<']) || call.contains(|letter: char| letter.is_ascii_uppercase());
    Some(if is_code { LineRole::Frame } else { LineRole::Within })
}

/// `... 13 more`, and the locks that a thread holds and waits for.
fn is_gap(words: &str) -> bool {
    let counted = Reader(words)
        .word("... ")
        .and_then(Reader::number)
        .and_then(|rest| rest.one_of(&[" more", " common frames", " frames", " lines", " collapsed"]));
    let held =
        Reader(words).word("- ").and_then(|rest| rest.one_of(&["locked <", "waiting ", "parking to wait", "None"]));
    counted.or(held).is_some() || words == "(Coroutine boundary)"
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_and_the_lines_of_exceptions_are_kept() {
        let rows = [
            (
                "java.lang.IllegalStateException: no stock\n\tat shop.Cart.add(Cart.java:12)\n\tat shop.Main.main(Main.java)\nCaused by: shop.Gone: sold\n\tat shop.Db.get(Db.java:3)\n\t... 2 more",
                "java.lang.IllegalStateException: no stock\n\t[redacted]\nCaused by: shop.Gone: sold\n\t[redacted]",
            ),
            (
                "at a.b.c.onClick\nat x.Y$Z.<init>(Native Method)\nat java.base/x.Y.z(Y.java:1) ~[app.jar:2.0]",
                "[redacted]",
            ),
            (
                "E\n  at k.Shop$open$1.invokeSuspend(Shop.kt:4)\n  at shop.Cart.lambda$0(Unknown Source)\nend",
                "E\n  [redacted]\nend",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn sentences_and_addresses_are_kept() {
        for text in ["at www.example.com", "at once (see Main)", "at a.b(c) you will find it", "... 13 of them"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
