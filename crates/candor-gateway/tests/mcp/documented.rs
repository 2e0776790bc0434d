//! The table of what works with what: each test that it names is there.

use std::path::{Path, PathBuf};

#[test]
fn every_test_that_the_table_names_is_there() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = std::fs::read_to_string(root.join("docs/gateway-mcp.md")).unwrap();
    let tests = ["crates/candor-gateway/tests/mcp", "crates/candor-cli/tests/serve_mcp"];
    let sources: String = tests.iter().map(|folder| sources(&root.join(folder))).collect();
    let named: Vec<&str> =
        docs.split('`').filter(|word| word.matches('_').count() >= 4 && !word.contains(' ')).collect();
    assert!(named.len() >= 15, "{named:?}");
    let missing: Vec<&&str> = named.iter().filter(|name| !sources.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn sources(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.map(|file| std::fs::read_to_string(file).unwrap()).collect()
}
