//! What the compiler refuses, and what it says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::Command;

#[test]
fn mistakes_do_not_compile_and_say_how_to_fix_them() {
    fetch_dependencies();
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}

/// `trybuild` runs `cargo metadata --offline`, which wants every crate of the lock file, those of other platforms
/// included, and hides what cargo says when one is missing.
fn fetch_dependencies() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output =
        Command::new(cargo).args(["fetch", "--locked"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "cargo fetch --locked failed:\n{}", String::from_utf8_lossy(&output.stderr));
}
