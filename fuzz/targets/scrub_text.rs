//! Any bytes, scrubbed as text.
#![no_main]

#[path = "../checks/scrub_text.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::check(bytes));
