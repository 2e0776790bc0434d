//! A dialect is one file, which implements `Format`, and one line in the registry of `render.rs`.

use candor::{Code, Dialect};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The lines of code, without comments and tests.
fn code_lines(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

#[test]
fn every_dialect_has_a_file_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/render");
    for dialect in Dialect::ALL {
        let file = folder.join(format!("{dialect}.rs"));
        let implements = |line: &String| line.starts_with(&format!("impl Format for {dialect:?}"));
        assert!(code_lines(&file).iter().any(implements), "{}", file.display());
    }
}

#[test]
fn no_other_file_decides_by_which_dialect_it_is() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = sources(&crates.join("candor/src"));
    files.extend(sources(&crates.join("candor-cli/src")));
    assert!(files.len() > 100, "the sources were not found");
    files.retain(|file| !file.ends_with("tests.rs"));
    for file in files {
        let mut named = BTreeSet::new();
        for line in code_lines(&file) {
            for dialect in Dialect::ALL.iter().map(|dialect| format!("Dialect::{dialect:?}")) {
                if line.contains(&dialect) {
                    let decides = ["==", "!=", "=>", "matches!"].iter().any(|sign| line.contains(sign));
                    assert!(!decides, "{}: {line}", file.display());
                    named.insert(dialect);
                }
            }
        }
        // Who needs one dialect names it; who names several decides between them.
        assert!(named.len() < 2, "{} names {named:?}", file.display());
    }
}

#[test]
fn every_dialect_writes_every_code_under_a_name_that_is_read_back() {
    for dialect in Dialect::ALL {
        for code in Code::all() {
            let written = dialect.written_code(code);
            assert!(written.description.contains(&written.identifier) || dialect.uses_problem_base(), "{written:?}");
            assert!(Code::from_name(written.name).is_some(), "{dialect}: {written:?}");
        }
    }
}
