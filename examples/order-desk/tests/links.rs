//! Every link between the documents of this repository leads somewhere.
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
