//! The messages of a server that cannot be changed: what is wrong with them is mended, and the rest stays byte for byte.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod relay {
    mod broken;
    mod canaries;
    mod contracts;
    mod dialects;
    mod errors;
    mod foreign;
    mod frames;
    mod output;
    mod passing;
    mod reader;
    mod refusals;
    mod secrets;
    mod unflagged;
}
