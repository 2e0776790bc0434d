//! Any bytes, classified as the text of an error and as rules of the user.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::classify_text::check(bytes));
