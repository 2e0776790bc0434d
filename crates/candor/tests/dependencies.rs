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

/// What parts of a server over HTTP are made of.
const SERVER_PARTS: [&str; 3] = ["http-body", "http-body-util", "tower-service"];

#[test]
fn responses_of_services_need_no_parts_of_servers() {
    let crates = crates_below(&["--no-default-features", "--features", "http"]);
    assert!(crates.contains("http"), "{crates:?}");
    for part in SERVER_PARTS.into_iter().chain(["tokio", "tracing", "rmcp"]) {
        assert!(!crates.contains(part), "{part} is below candor with the feature http alone");
    }
}

#[test]
fn responses_of_axums_handlers_need_neither_its_router_nor_a_runtime() {
    let crates = crates_below(&["--no-default-features", "--features", "axum"]);
    assert!(crates.contains("axum-core"), "{crates:?}");
    for other in ["axum", "hyper", "tokio", "tower", "tracing", "rmcp", "reqwest"] {
        assert!(!crates.contains(other), "{other} is below candor with the feature axum");
    }
}

#[test]
fn the_guard_over_http_brings_a_server_and_no_framework() {
    let crates = crates_below(&["--no-default-features", "--features", "rmcp-http"]);
    for part in SERVER_PARTS.into_iter().chain(["rmcp", "http", "hyper"]) {
        assert!(crates.contains(part), "{part} is not below candor with the feature rmcp-http");
    }
    for other in ["axum", "reqwest", "rustls", "h2", "tower"] {
        assert!(!crates.contains(other), "{other} is below candor with the feature rmcp-http");
    }
}

#[test]
fn the_checks_for_tests_of_servers_bring_no_runtime() {
    let crates = crates_below(&["--no-default-features", "--features", "testing"]);
    assert!(crates.contains("jsonschema"), "{crates:?}");
    for other in ["tokio", "rmcp", "reqwest", "hyper", "tracing"] {
        assert!(!crates.contains(other), "{other} is below candor with the feature testing alone");
    }
}
