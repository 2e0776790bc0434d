//! Any arguments, for tools whose schemas say something with every keyword.
#![no_main]

#[path = "../checks/tool_arguments.rs"]
mod checks;
#[path = "../checks/printable.rs"]
mod printable;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::check(bytes));
