//! .NET: `at Shop.Cart.Add(String item) in C:\shop\Cart.cs:line 12`.

use super::location::{ahead, path_after, position_end};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{BLANK, Class, Text, has_word};
use std::ops::Range;

pub(super) const LANGUAGE: Language =
    Language { triggers: &["at ", "--- End of ", ":line "], look: Look { first: "a-", others: &[] }, part, location };

fn part(line: Line<'_>) -> Option<LineRole> {
    if line.words.starts_with("--- End of ") && line.words.ends_with("---") {
        return Some(LineRole::Within);
    }
    is_call(Reader(line.words)).unwrap_or_default().then_some(LineRole::Frame)
}

fn is_call(words: Reader<'_>) -> Option<bool> {
    const NAME: Class = Class::not(" \t(");
    let call = words.word("at ")?;
    let arguments = call.some(&NAME)?;
    let name = call.0.strip_suffix(arguments.0)?;
    // Mono puts a space before the brackets, and the offset of the instruction after them.
    let is_mono = arguments.0.starts_with(" (") && has_word(arguments.0, ") [0x");
    let (_, rest) = arguments.maybe(" ").word("(")?.0.split_once(')')?;
    let is_end = rest.is_empty() || has_word(rest, ":line ") || rest.starts_with(" in ") || rest.starts_with(" + 0x");
    let is_name = name.contains('.') || name == "lambda_method";
    Some(is_name && (is_mono || is_end && arguments.0.starts_with('(')))
}

/// ` in C:\shop\Cart.cs:line 12` in the middle of a line.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    if !text.starts_with(hit.span.start, ":line ") {
        return flat_frames(text, hit.span.start);
    }
    let end = position_end(text, hit.span.end)?;
    Some(path_after(text, hit.span.start, &[" in "])?.start..end)
}

/// All frames in one line: `at Shop.Cart.Add(Int32 id) in C:\x.cs:line 3 at Shop.Main(String[] args)`.
fn flat_frames(text: Text<'_>, start: usize) -> Option<Range<usize>> {
    if !text.is_before(start, &BLANK) {
        return None;
    }
    let (mut end, mut is_certain) = flat_frame(text, start)?;
    while let Some((next, _)) = flat_frame(text, text.skip_at_most(end, &BLANK, 8)) {
        (end, is_certain) = (next, true);
    }
    is_certain.then_some(start..end)
}

/// The end of the frame, and whether it can be nothing else.
fn flat_frame(text: Text<'_>, start: usize) -> Option<(usize, bool)> {
    const NAME: Class = Class::of("A-Za-z0-9_.<>`[],+|&$");
    const ARGUMENTS: Class = Class::not("()\r\n");
    const LONGEST: usize = 300;
    const LINE: &str = ":line ";
    let name = start + "at ".len();
    let open = text.skip_at_most(name, &NAME, LONGEST);
    let is_call = text.starts_with(start, "at ") && text.byte(open) == Some(b'(') && text.get(name..open).contains('.');
    if !is_call {
        return None;
    }
    let close = text.skip_at_most(open + 1, &ARGUMENTS, LONGEST);
    let arguments = text.get(open + 1..close);
    let is_typed = |argument: &str| argument.contains(' ') && argument.starts_with(|first: char| first.is_uppercase());
    let has_types = !arguments.is_empty() && arguments.split(", ").all(is_typed);
    if text.byte(close) != Some(b')') || !(arguments.is_empty() || has_types) {
        return None;
    }
    let rest = ahead(text, close + 1);
    let place = rest.strip_prefix(" in ").and_then(|place| place.split_once(LINE));
    match place.filter(|(path, _)| !path.contains(" at ")) {
        Some((path, _)) => {
            position_end(text, close + 1 + " in ".len() + path.len() + LINE.len()).map(|end| (end, true))
        }
        None => Some((close + 1, has_types)),
    }
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_and_the_exception_is_kept() {
        let rows = [
            (
                "Shop.Gone: sold ---> Shop.Db: off\n   at Shop.Db.Get[T](Int32 id) in c:\\shop\\Db.cs:line 3\n   --- End of inner exception stack trace ---\n   at Shop.Cart.<Add>d__1.MoveNext() + 0x42\n   at Shop.Cart..ctor(String a, Int32 b)\nbye",
                "Shop.Gone: sold ---> Shop.Db: off\n   [redacted]\nbye",
            ),
            ("E\n  at Shop.Cart.Add () [0x00000] in <filename unknown>:0", "E\n  [redacted]"),
            (
                "Shop.Gone: sold at Shop.Cart.Load(Int32 id) in C:\\my shop\\x.cs:line 3 at Shop.Cart.Go() at Shop.Main(String[] args)",
                "Shop.Gone: sold [redacted]",
            ),
            ("sold out at Shop.Cart.Go()   at Shop.Cart.Run() --- bye", "sold out [redacted] --- bye"),
            ("failed in c:\\my shop\\Cart.cs:line 12, sorry", "failed in [redacted], sorry"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn sentences_are_kept() {
        for text in [
            "it fails at Shop.open() now",
            "look at Shop.open(on mondays)",
            "at a.b(c) you find it",
            "at Shop (open)",
            "see :line 3",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
