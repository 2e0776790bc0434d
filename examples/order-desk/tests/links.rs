//! Every link between the documents of this repository leads somewhere, and every test that they name is there.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// Every Markdown file that people read, below a folder.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str()) {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// Where the links of a text lead: `](there)` and `[name]: there`.
fn targets(prose: &str) -> Vec<&str> {
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let defined = prose.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: ")).map(|(_, there)| there);
    inline.chain(defined).filter(|there| !there.contains("://")).collect()
}

/// The names by which the headings of a text can be linked to.
fn anchors(prose: &str) -> Vec<String> {
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let line = line.trim_start_matches('#').trim().to_lowercase();
            let kept = line.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
            kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
        })
        .collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    documents(&root, &mut files);
    assert!(files.len() > 40, "{files:?}");
    let mut broken = Vec::new();
    for file in &files {
        let text = prose(&fs::read_to_string(file).unwrap());
        for there in targets(&text) {
            let (path, anchor) = there.split_once('#').unwrap_or((there, ""));
            let target = if path.is_empty() { file.clone() } else { file.with_file_name("").join(path) };
            let is_there = target.exists()
                && (anchor.is_empty()
                    || anchors(&prose(&fs::read_to_string(&target).unwrap_or_default())).iter().any(|it| it == anchor));
            if !is_there {
                broken.push(format!("{}: {there}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The parts of Candor that do not exist yet. A clause that waits for one of them has to be shown as soon as it exists.
const PARTS_TO_COME: [&str; 5] = ["budget", "check", "lint", "localization", "store"];

/// The tests that a text names, and the files that they are said to be in: [`name`](file).
fn named_tests(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("[`").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once("`](")?;
        let (file, _) = rest.split_once(')')?;
        Some((name, file)).filter(|(_, file)| file.ends_with(".rs"))
    })
}

/// The text from each row of a table of clauses: what the clause says, and what shows it.
fn clauses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter_map(|row| row.split_once(" | ")).filter(|(clause, _)| *clause != "clause")
}

#[test]
fn every_clause_names_what_shows_it_and_every_test_that_is_named_exists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/documents");
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut files = Vec::new();
    documents(&folder, &mut files);
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for (clause, shown) in clauses(&text) {
            count += 1;
            let parts = shown.split("to come: ").skip(1);
            let parts: Vec<_> =
                parts.filter_map(|part| part.split(|it: char| !it.is_ascii_lowercase()).next()).collect();
            let is_shown = named_tests(shown).next().is_some()
                || !parts.is_empty()
                || ["departs: [", "advice: "].iter().any(|word| shown.contains(word));
            if !is_shown || shown.contains("open:") {
                wrong.push(format!("{}: nothing shows all of {clause}", file.display()));
            }
            for part in parts.iter().filter(|part| !PARTS_TO_COME.contains(part)) {
                wrong.push(format!("{}: {part} is not a part that is to come: {clause}", file.display()));
            }
        }
        for (name, target) in named_tests(&text) {
            let source = fs::read_to_string(folder.join(target)).unwrap_or_default();
            let is_test = source.contains(&format!("fn {name}("))
                && (source.contains("test]") || source.contains("test("))
                || target.contains("/ui/") && !source.is_empty();
            if !is_test {
                wrong.push(format!("{}: {target} has no test {name}", file.display()));
            }
        }
    }
    assert!(count > 500, "{count}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
