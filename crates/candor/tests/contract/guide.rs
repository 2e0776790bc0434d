//! The guide to contracts names every key that the derive knows.
//!
//! The derive lists its keys in the errors for unknown ones, which the compile-fail cases pin.

use std::collections::BTreeSet;

const GUIDE: &str = include_str!("../../docs/contracts.md");
const KEY_UNKNOWN: &str = include_str!("../ui/fail/key_unknown.stderr");
const FIELD_KEY_UNKNOWN: &str = include_str!("../ui/fail/field_key_unknown.stderr");

/// The names in backticks, in the line of an error that has both of the given ones, without the key that the case made up.
fn listed<'a>(error: &'a str, known: [&str; 2], made_up: &str) -> BTreeSet<&'a str> {
    let line = error.lines().find(|line| known.iter().all(|name| line.contains(name))).unwrap_or_default();
    line.split('`').skip(1).step_by(2).filter(|name| *name != made_up).collect()
}

/// The text after a heading, up to the next one of the same level.
fn section(heading: &str) -> &'static str {
    let rest = GUIDE.split_once(heading).unwrap_or_default().1;
    rest.split("\n## ").next().unwrap_or_default()
}

/// The headings of the third level in a section, without their backticks.
fn headings(heading: &str) -> BTreeSet<&'static str> {
    let lines = section(heading).lines().filter_map(|line| line.strip_prefix("### "));
    lines.map(|line| line.trim_matches('`')).collect()
}

/// The first cells of the table that opens a section, without their backticks.
fn rows(heading: &str) -> BTreeSet<&'static str> {
    let lines = section(heading).lines().take_while(|line| !line.starts_with("### "));
    lines.filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect()
}

#[test]
fn every_key_of_a_variant_has_a_row_and_a_section() {
    let keys = listed(KEY_UNKNOWN, ["`code`", "`transparent`"], "zebra");
    assert!(keys.len() > 5, "{keys:?}");
    assert_eq!(rows("\n## On a variant\n"), keys);
    assert_eq!(headings("\n## On a variant\n"), keys);
}

#[test]
fn every_attribute_of_a_field_has_a_row_and_a_section() {
    let keys = listed(FIELD_KEY_UNKNOWN, ["`private`", "`retry_after`"], "code");
    assert!(keys.len() > 1, "{keys:?}");
    let mut attributes: BTreeSet<String> = keys.into_iter().map(|key| format!("#[failure({key})]")).collect();
    attributes.extend(["#[from]".to_owned(), "#[source]".to_owned()]);
    let attributes: BTreeSet<&str> = attributes.iter().map(String::as_str).collect();
    assert_eq!(rows("\n## On a field\n"), attributes);
    assert_eq!(headings("\n## On a field\n"), attributes);
}
