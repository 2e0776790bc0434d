//! Any bytes, as the response of a service.
#![no_main]

#[path = "../checks/http_headers.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::check(bytes));
