//! What becomes of everything that an API can do wrong: a client on one side, an API that misbehaves on the other, sockets between.
//!
//! One module per row of the table of faults, one per rule of the failure model, and one for each policy that is opt-in.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod faults {
    mod as_promised;
    mod client;
    mod upstream;

    // The rows.
    mod empty;
    mod malformed;
    mod mismatched;
    mod never_sent;
    mod not_json;
    mod own_credential;
    mod perhaps_done;
    mod redirected;
    mod says_it_failed;
    mod statuses;
    mod throttled;
    mod timed_out;
    mod too_large;

    // The rules.
    mod dialects;
    mod recorded;
    mod refused;
    mod revisions;

    // The policies.
    mod breaker;
    mod retried;
    mod warned;
}
