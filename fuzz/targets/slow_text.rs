//! Any bytes, repeated to a text and scrubbed: the search is for time per byte.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::slow_text::check(bytes));
