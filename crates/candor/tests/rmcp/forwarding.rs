//! The guard forwards every method of a handler.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// What a command prints; its own error output if it fails.
fn printed_by(command: &mut Command) -> String {
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the command starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// The platform of this compiler. Crates of others may not have been downloaded.
fn host() -> String {
    let version = printed_by(Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned())).arg("-vV"));
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    host.to_owned()
}

/// The source of the rmcp that this is built with.
fn rmcp_source() -> PathBuf {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    cargo.args(["metadata", "--format-version", "1", "--offline", "--locked", "--all-features"]);
    let metadata = printed_by(cargo.args(["--filter-platform", &host()]));
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("cargo describes the packages");
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
