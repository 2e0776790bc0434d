//! Any JSON, as the particulars of a failure.
#![no_main]

#[path = "../checks/disclose_json.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::check(bytes));
