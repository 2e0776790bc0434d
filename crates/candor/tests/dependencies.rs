//! What the library pulls in, so that it stays cheap to build.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::process::Command;

/// The crates below `candor` with these features, by name.
fn crates_below(features: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "--package", "candor", "--edges", "normal,build", "--prefix", "none", "--locked"])
        .args(features)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let names = text.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty());
    names.filter(|name| *name != "candor").map(ToOwned::to_owned).collect()
}

#[test]
fn without_features_there_is_no_runtime_and_there_are_fewer_than_forty_crates() {
    let crates = crates_below(&["--no-default-features"]);
    assert!((5..40).contains(&crates.len()), "{}: {crates:?}", crates.len());
    for runtime in ["tokio", "async-std", "smol", "futures", "futures-core", "mio", "rmcp", "reqwest", "jsonschema"] {
        assert!(!crates.contains(runtime), "{runtime} is below candor without features");
    }
}

#[test]
fn the_guard_alone_needs_no_web_framework() {
    let crates = crates_below(&["--no-default-features", "--features", "rmcp"]);
    assert!(crates.contains("rmcp") && crates.contains("tokio"), "{crates:?}");
    for web in ["axum", "hyper", "reqwest", "rustls"] {
        assert!(!crates.contains(web), "{web} is below candor with the feature rmcp alone");
    }
}
