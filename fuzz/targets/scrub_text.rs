//! Any bytes, scrubbed as text.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::scrub_text::check(bytes));
