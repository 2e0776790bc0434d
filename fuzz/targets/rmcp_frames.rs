//! Any bytes in any pieces, sent to a server of `rmcp` behind the guard and the transport.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::rmcp_frames::check(bytes));
