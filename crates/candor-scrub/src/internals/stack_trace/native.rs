//! Programs in C, C++ and the like: output of debuggers, sanitizers, Valgrind, the C library and virtual machines.

use super::location::{is_source, path_before, position_end, without_position};
use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{Class, DIGIT, HEX, NOT_SPACE, Text, around_last, has_word};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &[
        "#0",
        "#1",
        "#2",
        "#3",
        "#4",
        "#5",
        "#6",
        "#7",
        "#8",
        "#9",
        "0x",
        "Shadow byte",
        ": runtime error:",
        "SUMMARY: ",
    ],
    look: Look { first: "#=0-9CVJjvS", others: &[("", "]G"), (":", "0-9a-fA-F")] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let words = Reader(line.words);
    let is_frame = match line.words.as_bytes().first()? {
        b'#' => is_numbered(words).unwrap_or_default(),
        b'=' => is_valgrind(words).unwrap_or_default(),
        b'0'..=b'9' => is_counted(words).unwrap_or_default(),
        _ => is_module(words).unwrap_or_default() || line.words.starts_with("Shadow bytes around the buggy address"),
    };
    if is_frame || is_backtrace(line.words) {
        return Some(LineRole::Frame);
    }
    let is_within = is_bare_call(words).unwrap_or_default()
        || is_shadow(words).unwrap_or_default()
        || is_legend(line.words)
        || line.words.ends_with("==ABORTING");
    is_within.then_some(LineRole::Within)
}

/// `#0  0x4005 in add (n=1) at cart.c:12`, `#1  main () at main.c:3`, `#2 0x4005 (/lib/libc.so+0x1)`.
fn is_numbered(words: Reader<'_>) -> Option<bool> {
    let frame = words.word("#")?.number()?.blanks()?;
    if frame.address().is_some() {
        return Some(true);
    }
    // ThreadSanitizer: `#0 add cart.c:12 (shop+0x1)`.
    if frame.0.ends_with(')') && around_last(frame.0, " (").is_some_and(|(_, module)| has_word(module, "+0x")) {
        return Some(true);
    }
    let (call, place) = around_last(frame.0, " at ").or_else(|| around_last(frame.0, " from "))?;
    let is_library = place.starts_with('/') && NOT_SPACE.has_all(place);
    Some(call.ends_with(')') && (without_position(place).is_some_and(is_source) || is_library))
}

/// `#1  abort ()`.
fn is_bare_call(words: Reader<'_>) -> Option<bool> {
    let (name, arguments) = words.word("#")?.number()?.blanks()?.0.split_once(' ')?;
    Some(!name.is_empty() && arguments.starts_with('(') && arguments.ends_with(')'))
}

/// `==12==    at 0x4C2B: malloc (vg_replace.c:299)`.
fn is_valgrind(words: Reader<'_>) -> Option<bool> {
    let frame = words.word("==")?.number()?.word("==")?.maybe_blanks();
    Some(frame.one_of(&["at ", "by "])?.address()?.word(": ").is_some())
}

/// ` 1: 0xb7a940 node::Abort() [node]`.
fn is_counted(words: Reader<'_>) -> Option<bool> {
    Some(words.number()?.word(": ")?.maybe_blanks().address()?.blanks().is_some())
}

/// `V  [libjvm.so+0x1f]  Thread::run()`.
fn is_module(words: Reader<'_>) -> Option<bool> {
    let module = words.some(const { &Class::of("CVJjv") })?.blanks()?.word("[")?;
    Some(module.0.split_once(']')?.0.contains("+0x"))
}

/// `./shop(add+0x1f)[0x4005]`.
fn is_backtrace(words: &str) -> bool {
    let address = words.strip_suffix(']').and_then(|words| around_last(words, "[0x"));
    address.is_some_and(|(place, address)| {
        let is_symbol = place.trim_end().ends_with(')') && place.contains('(') || place.starts_with('/');
        HEX.has_all(address) && is_symbol && place.split_ascii_whitespace().count() == 1
    })
}

/// `=>0x0c047fff8000: fa fa [fd]fd`.
fn is_shadow(words: Reader<'_>) -> Option<bool> {
    let bytes = words.maybe("=>").address()?.word(":")?;
    Some(Class::of("0-9a-f []").has_all(bytes.0))
}

/// `Heap left redzone:       fa`, and the line above all of these.
fn is_legend(words: &str) -> bool {
    // The two last characters are a word of their own, which is rare.
    let is_possible = matches!(words.as_bytes(), [.., b' ', _, _]);
    let value = is_possible.then(|| around_last(words, ": ")).flatten().map(|(_, bytes)| bytes.trim_ascii());
    words.starts_with("Shadow byte legend")
        || value
            .is_some_and(|bytes| bytes.len() >= 2 && bytes.split(' ').all(|byte| byte.len() == 2 && HEX.has_all(byte)))
}

/// The location before a runtime error, and the one in a summary.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    if text.starts_with(hit.span.start, ": runtime error:") {
        let path = path_before(text, hit.span.start);
        return without_position(text.get(path.clone())).is_some_and(is_source).then_some(path);
    }
    if !text.starts_with(hit.span.start, "SUMMARY: ") {
        return None;
    }
    let summary = super::location::ahead(text, hit.span.end);
    // What follows the next summary belongs to that one.
    let mut words = summary.split_ascii_whitespace().take_while(|word| !word.ends_with("SUMMARY:"));
    let path = words.find(|word| without_position(word).is_some_and(is_source))?;
    let start = hit.span.end + summary.find(path)?;
    let end =
        position_end(text, start + path.trim_end_matches(|last: char| DIGIT.has(last as u8) || last == ':').len() + 1)?;
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_and_the_first_line_of_a_report_is_kept() {
        let rows = [
            ("#0  0x4005 in raise () from /lib/libc.so\n#1  abort ()", "[redacted]"),
            ("Fault\n#0  0x4005 in add (n=1) at cart.c:12\n#1  main () at main.c:3\nbye", "Fault\n[redacted]\nbye"),
            (
                "==12==ERROR: AddressSanitizer: heap-use-after-free\n    #0 0x4f in add cart.c:3:1\n    #1 0x5f (/lib/x.so+0x1)\n\nSUMMARY: AddressSanitizer: heap-use-after-free cart.c:3:1 in add\nShadow bytes around the buggy address:\n  0x0c04: fa fa\n=>0x0c05: fa [fd]\nShadow byte legend (one shadow byte represents 8 application bytes):\n  Addressable:           00\n  Heap left redzone:       fa\n==12==ABORTING",
                "==12==ERROR: AddressSanitizer: heap-use-after-free\n    [redacted]\n\nSUMMARY: AddressSanitizer: heap-use-after-free [redacted] in add\n[redacted]",
            ),
            ("WARNING: race\n    #0 add cart.c:12 (shop+0x1)\nbye", "WARNING: race\n    [redacted]\nbye"),
            ("cart.c:3:4: runtime error: division by zero", "[redacted]: runtime error: division by zero"),
            ("./shop(add+0x1f)[0x4005]\n/lib/libc.so.6(+0x2)[0x7f]\nAborted", "[redacted]\nAborted"),
            (
                "==1== Invalid read\n==1==    at 0x4C2B: add (cart.c:2)\n==1==    by 0x4C: main (m.c:1)",
                "==1== Invalid read\n[redacted]",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn addresses_in_sentences_are_kept() {
        for text in ["error 0x80070005 at start", "cart.c:3:4: error: expected ';'", "#1 at home", "#2 0xy"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
