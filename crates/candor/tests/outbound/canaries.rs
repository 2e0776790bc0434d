//! Made-up secrets, places, internals and personal data through every kind of message. `CANDOR_CANARIES=10000` takes more of
//! them.

use super::kinds::{KINDS, Rules};
use super::ways::WAYS;
use candor::FailurePolicy;
use candor::disclose::Scrubber;
use candor_scrub::testing::{Canary, canary, forms, seen_in};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::HashSet;

const FEW: usize = 20;

fn canaries() -> impl Iterator<Item = Canary> {
    let count = std::env::var("CANDOR_CANARIES").ok().and_then(|count| count.parse().ok()).unwrap_or(FEW);
    let mut runner = TestRunner::deterministic();
    (0..count).map(move |_| canary().new_tree(&mut runner).unwrap().current())
}

/// The same as `seen_in`, for long texts: a part of the canary that the message shows, if any.
fn shown(canary: &Canary, message: &str) -> Option<String> {
    const LENGTH: usize = 8;
    let parts: HashSet<&[u8]> = message.as_bytes().windows(LENGTH).collect();
    let is_shown = |form: &String| match form.len() {
        ..LENGTH => message.contains(form.as_str()),
        _ => form.as_bytes().windows(LENGTH).any(|part| parts.contains(part)),
    };
    canary.hidden.iter().flat_map(|hidden| forms(hidden)).find(is_shown)
}

#[tokio::test]
async fn a_canary_leaves_in_no_kind_of_message_that_the_scrubber_would_not_let_it_leave_in() {
    for canary in canaries() {
        let planted = canary.planted();
        let scrubber = Scrubber::new().with_secrets(canary.configured.clone());
        let policy = FailurePolicy::new().with_secrets(canary.configured.clone());
        // What the scrubber itself lets pass is no fault of the filter.
        let is_hidden = seen_in(&canary, &scrubber.scrub(&planted)).is_none();
        for (kind, way) in KINDS.iter().flat_map(|kind| WAYS.map(|way| (kind, way))) {
            if kind.rules == Rules::Secrets && canary.configured.is_none() {
                continue;
            }
            let sent = way.send(&policy, &(kind.with)(&planted)).await;
            if is_hidden || canary.configured.is_some() {
                assert_eq!(shown(&canary, &sent), None, "{} {way:?}: {planted} in {sent}", kind.name);
            }
        }
    }
}
