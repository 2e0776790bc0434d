//! Any bytes, as what a server sends through the relay.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::relay_frames::check(bytes));
