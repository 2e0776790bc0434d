//! The rules for whether a retry can help.

use super::one_of;
use crate::delay;
use crate::fields::{Field, Role};
use crate::input::Variant;
use crate::mistakes::Mistakes;
use syn::Ident;

/// A retry that differs from the code's own.
pub(crate) enum RetryRule<'a> {
    Never,
    /// A retry can help, and is safe as stated or as the code says.
    Helps(Delay<'a>, Option<Ident>),
}

/// How long to wait before a retry.
pub(crate) enum Delay<'a> {
    Backoff,
    Milliseconds(u64),
    Field(&'a Field<'a>),
}

/// The retry that a variant states, if it states one.
pub(super) fn check<'a>(variant: &'a Variant<'a>, mistakes: &mut Mistakes) -> Option<RetryRule<'a>> {
    let keys = &variant.keys;
    let fields: Vec<_> = variant.fields.iter().filter(|field| field.role == Role::RetryAfter).collect();
    // Whatever comes second contradicts what came first.
    let stated = keys.has("retry") as usize + keys.has("retry_after") as usize;
    if let (2, Some(key)) = (stated, keys.written("retry_after")) {
        mistakes.note(key, "`retry_after` says by itself that a retry helps: remove `retry`, or this");
    }
    for field in fields.iter().skip(usize::from(stated == 0)) {
        mistakes.note(field.marked, "the delay is stated already: keep one of `retry`, `retry_after` and this field");
    }
    let safe = keys
        .safe
        .as_ref()
        .and_then(|word| one_of(word, "safety", &[("always", "Always"), ("if_idempotent", "IfIdempotent")], mistakes));
    let delay = match (fields.first().copied(), &keys.retry_after, &keys.retry) {
        (Some(field), _, _) => Delay::Field(field),
        (None, Some(text), _) => {
            let Some(ms) = delay::parse(&text.value()) else {
                mistakes.note(text, "this is not a delay: write a whole number above zero and a unit, such as \"500ms\", \"30s\", \"5m\" or \"1h\"");
                return None;
            };
            Delay::Milliseconds(ms)
        }
        (None, None, Some(word)) => {
            match one_of(word, "retry", &[("never", "Never"), ("backoff", "Backoff")], mistakes)? {
                never if never == "Never" => {
                    if let Some(key) = keys.written("safe") {
                        mistakes.note(
                            key,
                            "a retry that never helps is never safe: remove `safe`, or write `retry = backoff`",
                        );
                    }
                    return Some(RetryRule::Never);
                }
                _ => Delay::Backoff,
            }
        }
        (None, None, None) => {
            if let (Some(key), 0) = (keys.written("safe"), stated) {
                mistakes.note(
                    key,
                    "`safe` is about a retry, and none is stated: add `retry = backoff` or `retry_after = \"…\"`",
                );
            }
            return None;
        }
    };
    Some(RetryRule::Helps(delay, safe))
}
