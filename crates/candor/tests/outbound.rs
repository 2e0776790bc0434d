//! Everything that a server can send passes one filter, whatever kind of message it is, over stdio and over HTTP.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod outbound {
    mod canaries;
    mod encodings;
    mod kinds;
    mod layers;
    mod secrets;
    mod staying;
    mod trust;
    mod unreadable;
    mod ways;
}
