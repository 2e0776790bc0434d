//! Elixir and Erlang: `(shop 1.0.0) lib/cart.ex:12: Shop.Cart.add/2`, `[{file,"cart.erl"},{line,12}]`.

use super::look::Look;
use super::{Language, Line, LineRole};
use crate::internals::reader::Reader;
use crate::rule::Hit;
use crate::text::{Class, DIGIT, Text, has_word};
use std::ops::Range;

pub(super) const LANGUAGE: Language = Language {
    triggers: &[".ex:", ".exs:", ".erl:", ".erl, line ", "[{file,", "[file: ", "/0", "/1", "/2", "/3", "/4"],
    look: Look { first: "(i", others: &[(".:/", "0-9")] },
    part,
    location,
};

fn part(line: Line<'_>) -> Option<LineRole> {
    let is_possible = line.words.starts_with('(') || line.has(b':') && names_function(line.words);
    let is_frame = is_possible && is_elixir(Reader(line.words)).unwrap_or_default() || is_erlang(line.words);
    is_frame.then_some(LineRole::Frame)
}

/// A file's line and a function, or an application and a function.
fn is_elixir(words: Reader<'_>) -> Option<bool> {
    const APPLICATION: Class = Class::of("a-z0-9_.+ -");
    let (frame, has_application) = match words.word("(") {
        Some(application) => (application.some(&APPLICATION)?.word(") ")?, true),
        None => (words, false),
    };
    let place = [".ex:", ".exs:", ".erl:"].iter().find_map(|file| frame.after(file));
    let Some(place) = place else { return Some(has_application && names_function(frame.0)) };
    let rest = place.number()?;
    let is_function = rest.word(": ").is_some_and(|function| has_application || names_function(function.0));
    Some(is_function || has_application && (rest.is_done() || rest.0 == ":"))
}

/// `Shop.Cart.add/2`, `:gen_server.init/1`, `anonymous fn/1 in Shop.run/0`.
fn names_function(words: &str) -> bool {
    let arity = Text(words).skip_back(words.len(), 0, &DIGIT);
    arity < words.len() && Text(words).byte_before(arity) == Some(b'/') && words.contains('.')
}

/// `in function  cart:add/2 (cart.erl, line 12)`.
fn is_erlang(words: &str) -> bool {
    let call = Reader(words).one_of(&["in function ", "in call from "]).map(Reader::maybe_blanks);
    let function = call.and_then(|call| call.0.split_ascii_whitespace().next());
    function
        .is_some_and(|function| function.contains('/') && (function.contains(':') || has_word(words, ".erl, line ")))
}

/// `[{file,"cart.erl"},{line,12}]` in a term.
fn location(text: Text<'_>, hit: &Hit) -> Option<Range<usize>> {
    const LIST: Class = Class::not("]\r\n");
    const LONGEST: usize = 512;
    if !text.starts_with(hit.span.start, "[{file,") && !text.starts_with(hit.span.start, "[file: ") {
        return None;
    }
    let end = text.skip_at_most(hit.span.end, &LIST, LONGEST);
    let is_place = text.byte(end) == Some(b']') && text.get(hit.span.end..end).contains("line");
    is_place.then_some(hit.span.start..end + 1)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::scrubbed;

    #[test]
    fn frames_are_removed_and_the_message_is_kept() {
        let rows = [
            (
                "** (ShopError) gone\n    (shop 1.0.0) lib/cart.ex:12: Shop.Cart.add/2\n    (stdlib 3.1) :gen_server.init/1\n    lib/main.exs:3: Shop.main/0\nbye",
                "** (ShopError) gone\n    [redacted]\nbye",
            ),
            (
                "** exception error: gone\n     in function  cart:add/2 (cart.erl, line 12)\nbye",
                "** exception error: gone\n     [redacted]\nbye",
            ),
            ("{badarg,[{cart,add,2,[{file,\"cart.erl\"},{line,12}]}]}", "{badarg,[{cart,add,2,[redacted]}]}"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn sentences_and_fractions_are_kept() {
        for text in ["(step 1) copy 1/2", "in function of time: 1/2?", "(see) a/1", "Use Enum.map/2 here"] {
            assert_eq!(scrubbed(text), text);
        }
    }
}
