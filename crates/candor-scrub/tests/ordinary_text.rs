//! Text with nothing to hide passes the scrubber untouched.

use candor_scrub::Scrubber;
use std::borrow::Cow;

#[allow(dead_code, reason = "the other inputs are for the benchmarks")]
#[path = "../benches/scrub/inputs.rs"]
mod inputs;

#[test]
fn an_ordinary_message_is_neither_changed_nor_copied() {
    for text in inputs::ordinary() {
        assert_eq!(Scrubber::standard().removals(&text), []);
        assert!(matches!(Scrubber::standard().scrub(&text), Cow::Borrowed(_)));
        assert!((700..=1300).contains(&text.len()), "{} bytes", text.len());
    }
}

#[test]
fn a_message_full_of_secrets_keeps_none_of_them() {
    for text in inputs::loaded() {
        let scrubbed = Scrubber::standard().scrub(&text);
        for secret in ["Tr0ub4dor-3", "ann@mail.shop", "zQ9xW8vE7rT6yU5iO4pA3sD2fG1hJ0kL", "/home/ann"] {
            assert!(!scrubbed.contains(secret), "{secret}: {scrubbed}");
        }
    }
}
