//! Any arguments, for tools whose schemas say something with every keyword.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::tool_arguments::check(bytes));
