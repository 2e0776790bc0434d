//! Which languages a line can belong to, by its first byte, its last byte and its punctuation. Most lines are not
//! frames, and asking every language about every line would take longer than everything else.

use super::signs::Signs;
use super::{LANGUAGES, Language, Languages, Line};
use crate::text::Class;
use std::sync::LazyLock;

/// What every line of a trace looks like: it has one of the first bytes, or the punctuation and the last byte of one of
/// the others.
pub(super) struct Look {
    /// First bytes, as a list for [`Class::of`].
    pub(super) first: &'static str,
    /// Punctuation that all must occur, `0` for any digit, and the last byte as a list for [`Class::of`]; empty for any
    /// byte.
    pub(super) others: &'static [(&'static str, &'static str)],
}

struct Looks {
    /// For each first byte, the languages that need nothing else.
    by_first: [Languages; 256],
    /// For each last byte, the others that it allows, by index.
    by_last: [u32; 256],
    /// For each set of punctuation, the others that it allows.
    by_signs: [u32; 256],
    /// The language of each of the others.
    others: Vec<Languages>,
}

static LOOKS: LazyLock<Looks> = LazyLock::new(|| {
    let mut looks = Looks { by_first: [0; 256], by_last: [0; 256], by_signs: [0; 256], others: Vec::new() };
    for (at, Language { look, .. }) in LANGUAGES.iter().enumerate() {
        let language = 1 << at;
        let first = Class::of(look.first);
        mark(&mut looks.by_first, |byte| first.has(byte), language);
        for (signs, last) in look.others {
            let last = if last.is_empty() { Class::not("") } else { Class::of(last) };
            let (other, needed) = (1 << looks.others.len(), Signs::in_text(signs));
            mark(&mut looks.by_last, |byte| last.has(byte), other);
            mark(&mut looks.by_signs, |signs| Signs(signs).has(needed), other);
            looks.others.push(language);
        }
    }
    looks
});

fn mark(sets: &mut [u32; 256], is_in: impl Fn(u8) -> bool, bit: u32) {
    for (at, set) in (0..=u8::MAX).zip(sets) {
        *set |= if is_in(at) { bit } else { 0 };
    }
}

/// The languages that the line can belong to.
pub(super) fn possible(line: Line<'_>) -> Languages {
    let [first, .., last] = line.words.as_bytes() else { return Languages::MAX };
    let looks = &*LOOKS;
    let of = |sets: &[u32; 256], at: u8| sets.get(usize::from(at)).copied().unwrap_or_default();
    let mut languages = of(&looks.by_first, *first);
    let mut left = of(&looks.by_last, *last) & of(&looks.by_signs, line.signs.0);
    while let Some(language) = looks.others.get(left.trailing_zeros() as usize) {
        languages |= language;
        left &= left - 1;
    }
    languages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::internals::stack_trace::line;
    use crate::text::Text;

    #[test]
    fn the_punctuation_of_every_look_is_distinguished() {
        for (signs, _) in LANGUAGES.iter().flat_map(|language| language.look.others) {
            assert!(signs.bytes().all(|sign| Signs::of(sign) != Signs::NONE), "{signs}");
        }
    }

    #[test]
    fn there_is_room_for_every_look() {
        assert!(LANGUAGES.len() <= Languages::BITS as usize);
        assert!(LOOKS.others.len() <= u32::BITS as usize);
    }

    #[test]
    fn a_sentence_fits_hardly_any_language() {
        for words in ["no order was found", "the file is empty, try again", "Order 17 was lost"] {
            assert!(possible(line(Text(words), 0)).count_ones() <= 1, "{words}");
        }
    }

    /// A line that a language accepts must have its look: all example lines, cut and recombined.
    #[test]
    fn every_line_that_a_language_accepts_has_its_look() {
        const PIECES: [&str; 60] = [
            "at ",
            "a.B.c",
            "(",
            "B.java:1",
            ")",
            " ~[a.jar]",
            "... ",
            "13",
            " more",
            "- locked <",
            "f@",
            "https://a/b",
            ".js",
            ":1",
            ":2",
            "eval code",
            "[native code]",
            "@[native code]",
            "node:a",
            "File \"",
            "\", line ",
            "a.py",
            ": in f",
            ", in ",
            "<ipython-input-3>",
            " in ",
            "goroutine ",
            " [running]:",
            "/a/b.go",
            " +0x1d",
            "created by ",
            "rax",
            "    ",
            "0x1f",
            "note: ",
            "RUST_BACKTRACE=1",
            "stack backtrace:",
            ": ",
            "a::b",
            "--- End of ",
            "---",
            ":in `",
            "'",
            "from ",
            " levels...",
            "#1",
            " {main}",
            "->",
            "package:a/b.dart ",
            "lib/a.ex",
            "A.b/2",
            "in function ",
            "Thread 0 Crashed:",
            "==12==",
            "[0x4005]",
            "fa fb",
            " called at ",
            " line ",
            ": in function",
            ", called at ",
        ];
        let mut state = 17_usize;
        let mut drawn = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        let mut parts = 0;
        for _ in 0..200_000 {
            let words = (0..=drawn(5)).map(|_| PIECES[drawn(PIECES.len())]).collect::<String>();
            let line = line(Text(&words), 0);
            let possible = possible(line);
            for (at, language) in LANGUAGES.iter().enumerate().filter(|(_, language)| (language.part)(line).is_some()) {
                assert!(possible & (1 << at) != 0, "{words} of {:?}", language.triggers);
                parts += 1;
            }
        }
        assert!(parts > 1000, "{parts}");
    }
}
