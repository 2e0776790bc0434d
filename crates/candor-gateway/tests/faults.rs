//! What becomes of everything that an API can do wrong: a client on one side, an API that misbehaves on the other, sockets between.
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
    mod statuses;
    mod upstream;
}
