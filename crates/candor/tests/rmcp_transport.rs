//! A server of `rmcp` behind Candor's transport, and clients that send whatever they like.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod rmcp_transport {
    mod any_bytes;
    mod client;
    mod ending;
    mod in_flight;
    mod incomplete;
    mod invalid;
    mod log;
    mod long;
    mod memory;
    mod opening;
    mod policy;
    mod readable;
    mod unparsable;
}
