//! The example `orders_server` as a program.

use std::path::PathBuf;

/// Where it is: cargo puts it beside the folder of the tests.
pub(crate) fn program() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let target = tests.parent().and_then(|deps| deps.parent()).unwrap();
    let program = target.join("examples").join(format!("orders_server{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.exists(),
        "{} is not there; build it: cargo build -p candor --all-features --example orders_server",
        program.display()
    );
    program
}
