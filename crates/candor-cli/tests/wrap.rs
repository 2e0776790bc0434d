//! `candor wrap` before a server that misbehaves in every way that it knows: one answer for each request, and nothing left running.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

mod wrap {
    mod answers;
    mod calls;
    mod ends;
    mod failures;
    mod frames;
    mod observing;
    mod passing;
    mod reports;
    mod secrets;
    mod silence;
    mod wrapper;
}
