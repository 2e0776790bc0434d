//! The guard forwards every method of a handler.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// The source of the rmcp that this is built with.
fn rmcp_source() -> PathBuf {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--all-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo describes the packages");
    let packages = metadata["packages"].as_array().expect("there are packages");
    let manifest =
        packages.iter().find(|package| package["name"] == "rmcp").expect("rmcp is one")["manifest_path"].clone();
    PathBuf::from(manifest.as_str().expect("it is a path")).with_file_name("src")
}

/// The names of the functions in a piece of Rust source that are indented so far.
fn functions(source: &str, indent: &str) -> BTreeSet<String> {
    let lines = source.lines().filter_map(|line| line.strip_prefix(indent));
    let lines = lines.filter(|line| !line.starts_with(' '));
    let names = lines.filter_map(|line| line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn ")));
    names.filter_map(|rest| rest.split(['(', '<']).next()).map(ToOwned::to_owned).collect()
}

#[test]
fn every_method_of_a_handler_is_forwarded() {
    let source = std::fs::read_to_string(rmcp_source().join("handler/server.rs")).expect("the trait is there");
    let begin = source.find("macro_rules! server_handler_methods").expect("its methods are in a macro");
    let end = begin + source[begin..].find("\npub trait ServerHandler").expect("the trait follows");
    let theirs = functions(&source[begin..end], "        ");
    assert!(theirs.len() >= 29, "the methods were not found: {theirs:?}");
    let ours = functions(include_str!("../../src/rmcp/guard/handler.rs"), "    ");
    let missing: Vec<_> = theirs.difference(&ours).collect();
    assert!(missing.is_empty(), "rmcp has methods that the guard does not forward: {missing:?}");
    let gone: Vec<_> = ours.difference(&theirs).collect();
    assert!(gone.is_empty(), "the guard forwards what rmcp does not have: {gone:?}");
}
