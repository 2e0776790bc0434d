//! The README shows what there is.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on fails"
)]

const README: &str = include_str!("../../../README.md");
const EXAMPLE: [&str; 2] = [include_str!("../src/contracts.rs"), include_str!("../src/lib.rs")];

/// The lines of Rust in a section. A reader sees all of them: nothing hides a line on the page of a repository.
fn shown_rust(section: &str) -> Vec<&str> {
    let begin = README.find(section).unwrap() + section.len();
    let end = README[begin..].find("\n## ").map_or(README.len(), |length| begin + length);
    let blocks = README[begin..end].split("```rust\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    lines.filter(|line| !line.trim().is_empty()).collect()
}

#[test]
fn the_section_on_rust_is_an_excerpt_of_the_example() {
    let lines = shown_rust("\n## A server in Rust\n");
    assert!(lines.len() > 15, "{lines:?}");
    let example = EXAMPLE.concat();
    for line in lines {
        assert!(example.lines().any(|ours| ours == line), "not in the example: {line}");
    }
}
