//! Any bytes in any pieces, sent to a server of `rmcp` behind the guard and the transport.
#![no_main]

#[path = "../checks/rmcp_frames.rs"]
mod checks;
#[path = "../checks/printable.rs"]
mod printable;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::check(bytes));
