//! Any bytes, classified as the text of an error and as rules of the user.
#![no_main]

#[path = "../checks/classify_text.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::check(bytes));
