//! Any bytes, as the response of a service.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::http_headers::check(bytes));
