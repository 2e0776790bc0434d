//! What the operator is told takes no answer along: logs and observers that panic or never return.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod reports {
    mod blocked;
    mod broken_errors;
    mod ending;
    mod gate;
    mod log_text;
    mod own_process;
    mod panicking;
    mod peer;
    mod subscriber;
    mod waiting;
}
