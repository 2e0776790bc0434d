//! Secrets without a fixed text, but with lengths and separators that hardly anything else has.

use super::checks::{begins_with_account, has_digit, is_mixed, is_placeholder};
use super::format::Part::{self, End, Literal, OneOf, Run, Uuid};
use super::format::{
    ALNUM, BASE32, BASE58, DIGITS, LOWER_HEX, UNPADDED_BASE64, URL_SAFE, can_begin_with, end_of, is_glued,
};
use crate::REDACTED;
use crate::effort::{note_compared, note_read};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::Text;
use std::sync::LazyLock;

explained! {
    /// # What it removes
    ///
    /// A key that has no prefix, but lengths and separators that hardly anything else has, such as the three parts of a
    /// Discord bot token. The removal is reported under the id of the shape.
    ///
    /// # Why
    ///
    /// The key works for anyone who has it.
    ///
    /// # Example
    ///
    /// ```text
    /// polling with 0123456789abcdef0123456789abcdef-fa4efa4e-0fa4e0fa failed
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// polling with [redacted] failed
    /// ```
    ///
    /// # Instead
    ///
    /// Name the key by its label or its last four characters.
    pub(crate) const RULE: Rule = Rule {
        id: "shaped-word",
        family: Family::Secrets,
        placeholder: REDACTED,
        triggers: Triggers::LongWord,
        window: LONGEST_WINDOW,
        find,
    };
}

/// The format of a whole secret.
pub(super) struct Shape {
    pub(super) id: &'static str,
    pub(super) parts: &'static [Part],
    pub(super) check: fn(&str) -> bool,
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the tests, which run every row"))]
    pub(super) example: &'static str,
    #[cfg_attr(not(test), allow(dead_code, reason = "read by the tests, which run every row"))]
    counter_example: &'static str,
}

pub(super) const SHAPES: [Shape; 17] = [
    Shape {
        id: "discord-bot-token",
        parts: &[
            OneOf(&["M", "N", "O"]),
            Run(URL_SAFE, 22, 27),
            Literal("."),
            Run(URL_SAFE, 6, 7),
            Literal("."),
            Run(URL_SAFE, 27, 40),
        ],
        check: begins_with_account,
        example: "MTAwMDIwMDAzMDAwNDAwMDUw.Gmade1.upFake0upFake1upFake2upFake3",
        counter_example: "MadeUpOfLettersAndDigits1.Gmade1.upFake0upFake1upFake2upFake3",
    },
    Shape {
        id: "okta-token",
        parts: &[Literal("00"), Run(URL_SAFE, 40, 40), End],
        check: is_mixed,
        example: "00FakeFake-0123456789_madeUpBySomebody-Fak",
        counter_example: "00-made-up-of-small-letters-and-hyphens-al",
    },
    Shape {
        id: "ngrok-auth-token",
        parts: &[Literal("2"), Run(ALNUM, 24, 28), Literal("_"), Run(ALNUM, 18, 24), End],
        check: is_mixed,
        example: "2FakeFakeFakeFake0123456Ab_5FakeFakeFakeFake012Q",
        counter_example: "2024_migration_of_the_orders_table",
    },
    Shape {
        id: "truenas-key",
        parts: &[Run(DIGITS, 1, 4), Literal("-"), Run(ALNUM, 64, 64), End],
        check: is_mixed,
        example: "17-FakeFakeFakeFake0123456789FakeFakeFakeFake0123456789FakeFakeFake",
        counter_example: "17-4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    },
    Shape {
        id: "mailgun-webhook-key",
        parts: &[Run(LOWER_HEX, 32, 32), Literal("-"), Run(LOWER_HEX, 8, 8), Literal("-"), Run(LOWER_HEX, 8, 8), End],
        check: has_digit,
        example: "0123456789abcdef0123456789abcdef-fa4efa4e-0fa4e0fa",
        counter_example: "0123456789abcdef0123456789abcdef-fa4e",
    },
    Shape {
        id: "viber-token",
        parts: &[
            Run(LOWER_HEX, 16, 16),
            Literal("-"),
            Run(LOWER_HEX, 16, 16),
            Literal("-"),
            Run(LOWER_HEX, 16, 16),
            End,
        ],
        check: has_digit,
        example: "0123456789abcdef-fa4efa4efa4efa4e-fedcba9876543210",
        counter_example: "0123456789abcdef-fa4efa4efa4efa4e",
    },
    Shape {
        id: "zhipu-key",
        parts: &[Run(LOWER_HEX, 32, 32), Literal("."), Run(ALNUM, 16, 16), End],
        check: is_mixed,
        example: "0123456789abcdef0123456789abcdef.FakeFakeFake0123",
        counter_example: "0123456789abcdef0123456789abcdef.tar",
    },
    Shape {
        id: "codefresh-key",
        parts: &[Run(LOWER_HEX, 24, 24), Literal("."), Run(LOWER_HEX, 32, 32), End],
        check: has_digit,
        example: "0123456789abcdef01234567.fa4e0123456789abcdef0123456789ab",
        counter_example: "0123456789abcdef01234567.json",
    },
    Shape {
        id: "figma-older-token",
        parts: &[Run(DIGITS, 5, 7), Literal("-"), Uuid, End],
        check: has_digit,
        example: "123456-fa4efa4e-0123-4567-89ab-fa4efa4efa4e",
        counter_example: "fa4efa4e-0123-4567-89ab-fa4efa4efa4e",
    },
    Shape {
        id: "twitter-access-token",
        parts: &[Run(DIGITS, 8, 20), Literal("-"), Run(ALNUM, 40, 40), End],
        check: is_mixed,
        example: "1234567890-FakeFakeFakeFake0123456789FakeFakeFakeFa",
        counter_example: "20240102-deploy-of-the-second-cluster",
    },
    Shape {
        id: "azure-key",
        parts: &[Run(UNPADDED_BASE64, 86, 86), Literal("==")],
        check: is_mixed,
        example: "Fake+Fake/Fake0123456789Fake+Fake/Fake0123456789Fake+Fake/Fake0123456789Fake+Fake/Fake==",
        counter_example: "Rk9PK0JBUi9CQVo=",
    },
    Shape {
        id: "stellar-secret-seed",
        parts: &[Literal("S"), Run(BASE32, 55, 55), End],
        check: has_digit,
        example: "SFAKE234567FAKE234567FAKE234567FAKE234567FAKE234567FAKEF",
        counter_example: "SELECT2FROM3ORDERS4WHERE5",
    },
    Shape {
        id: "twilio-key-or-id",
        parts: &[OneOf(&["SK", "AC", "AP", "MG", "VA"]), Run(LOWER_HEX, 32, 32), End],
        check: has_digit,
        example: "SK0123fade4567fade89ab0123fade4567",
        counter_example: "SKU-0123456789-0123456789-01234567",
    },
    Shape {
        id: "nkey-seed",
        parts: &[OneOf(&["SA", "SO", "SU"]), Run(BASE32, 56, 56), End],
        check: has_digit,
        example: "SUFAKEFAKE234567FAKEFAKE234567FAKEFAKE234567FAKEFAKE234567",
        counter_example: "SUM_OF_ALL_ORDERS_IN_2026_BY_MONTH_AND_REGION_AND_CHANNEL",
    },
    Shape {
        id: "uptime-robot-key",
        parts: &[OneOf(&["ur", "u", "m"]), Run(DIGITS, 5, 9), Literal("-"), Run(ALNUM, 20, 40), End],
        check: has_digit,
        example: "u1234567-fake0123456789fake01234",
        counter_example: "u1234567-short-0123456789-01",
    },
    Shape {
        id: "google-recaptcha-key",
        parts: &[Literal("6L"), Run(URL_SAFE, 38, 38), End],
        check: is_mixed,
        example: "6LfakeFAKE0123456789_fakeFAKE0123456789f",
        counter_example: "6L-engine-with-12-cylinders",
    },
    Shape {
        id: "bip38-key",
        parts: &[Literal("6P"), Run(BASE58, 56, 56), End],
        check: is_mixed,
        example: "6PfakeFAKE123456789fakeFAKE123456789fakeFAKE123456789fakeF",
        counter_example: "6P-fake-0123456789-fake-0123456789-fake-0123456789-fake-01",
    },
];

/// For each byte, the shapes that begin with it, by index.
static BY_FIRST: LazyLock<[u32; 256]> = LazyLock::new(|| {
    let shapes = |byte: u8| SHAPES.iter().enumerate().filter(move |(_, shape)| can_begin_with(shape.parts, byte));
    let mut by_first = [0; 256];
    for (byte, set) in (0..=u8::MAX).zip(&mut by_first) {
        *set = shapes(byte).fold(0, |set, (at, _)| set | 1 << at);
    }
    by_first
});

/// The shapes that can begin with the byte, in order.
fn beginning_with(byte: Option<u8>) -> impl Iterator<Item = &'static Shape> {
    let mut left = byte.and_then(|byte| BY_FIRST.get(usize::from(byte))).copied().unwrap_or_default();
    std::iter::from_fn(move || {
        let shape = SHAPES.get(left.trailing_zeros() as usize)?;
        left &= left - 1;
        note_compared(shape.parts.len());
        Some(shape)
    })
}

/// The shortest shape, and the offset of the `==` that ends the one which may contain slashes.
const SHORTEST: usize = 27;
const AZURE: usize = 86;

/// A long word may be a name, a separator and the value; a shape begins at the start of the word or after a separator.
fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let mut start = hit.span.start;
    while start < hit.span.end {
        let piece = text.0.as_bytes().get(start..hit.span.end).unwrap_or_default();
        let piece_end = memchr::memchr2(b'=', b'/', piece).unwrap_or(piece.len());
        note_read(piece_end);
        if piece_end < SHORTEST && !text.starts_with(start + AZURE, "==") {
            start += piece_end + 1;
            continue;
        }
        let possible = beginning_with(text.byte(start));
        let mut ends = possible.filter_map(|shape| Some((shape, end_of(shape.parts, text, start, found.runs)?)));
        let shape = ends.find(|(shape, end)| is_secret(shape, text.get(start..*end)));
        if let Some((shape, end)) = shape
            && !is_glued(text, start)
        {
            found.take_as(shape.id, start..end);
            start = end;
        }
        let rest = text.get(start..hit.span.end);
        start += rest.find(['=', '/']).map_or(rest.len(), |at| at + 1);
    }
    hit.span.end
}

fn is_secret(shape: &Shape, word: &str) -> bool {
    (shape.check)(word) && !is_placeholder(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrubber;

    #[test]
    fn a_word_of_a_known_shape_is_removed() {
        for Shape { id, example, .. } in &SHAPES {
            for [before, after] in [["", ""], ["got ", " twice"], ["'", "'"], ["value=", ", then"]] {
                let shown = format!("{before}[redacted]{after}");
                let scrubbed = Scrubber::new().scrub(&format!("{before}{example}{after}")).into_owned();
                assert_eq!(scrubbed, shown, "{id}");
                assert_eq!(Scrubber::new().scrub(&shown), shown, "{id}");
            }
        }
    }

    #[test]
    fn a_word_of_a_similar_shape_is_kept() {
        for Shape { id, counter_example, .. } in &SHAPES {
            assert_eq!(Scrubber::new().scrub(counter_example), *counter_example, "{id}");
        }
    }
}
