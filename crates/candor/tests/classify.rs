//! What the classifier makes of errors: by type, by evidence, by words, and by rules of the user.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod classify {
    mod evidence;
    mod messages;
    mod readers;
    mod rules;
    mod talk;
    mod totality;
}
