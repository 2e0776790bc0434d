//! Servers on rmcp behind Candor's guard, seen from the wire.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod rmcp {
    mod arguments;
    mod callers_words;
    mod cancellation;
    mod completion;
    mod contracts;
    mod deadline;
    mod dialects;
    mod disclosed_once;
    mod envelopes;
    mod foreign;
    mod forwarding;
    mod incidents;
    mod log;
    mod malformed;
    mod markers;
    mod output;
    mod panics;
    mod peer;
    mod reading;
    mod returned;
    mod revisions;
    mod service;
    mod shop;
    mod tasks;
    mod tool_errors;
    mod tool_filter;
    mod tool_successes;
    mod unknown_tools;
}
