//! Any JSON, as the particulars of a failure.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::disclose_json::check(bytes));
