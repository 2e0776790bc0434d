//! Sets of rows: files of JSON lines in the folders `scrub` and `classify`.

use super::codes;
use serde_json::Value;
use std::path::Path;

/// What is right for the rows of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `secret` is gone.
    Secret,
    /// All of `must_remove` is gone.
    Strings,
    /// Nothing has changed.
    Normal,
    /// The code is one of `accept`.
    Messages,
}

/// Rows of one file.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) rows: Vec<Row>,
}

/// A text, and what is right for it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) text: String,
    /// What the program reads.
    pub(super) input: Value,
    pub(super) source: String,
    pub(super) split: String,
    /// What must be gone, or the codes that are right, best first.
    pub(super) expected: Vec<String>,
}

/// Every set of the folder; `by` is the member of a row that is its source.
pub(super) fn read(folder: &Path, by: Option<&str>) -> Result<Vec<Set>, String> {
    let mut sets = Vec::new();
    for part in ["scrub", "classify"] {
        let Ok(entries) = std::fs::read_dir(folder.join(part)) else { continue };
        let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            sets.push(set(format!("{part}/{stem}"), &text, by).map_err(|why| format!("{}, {why}", file.display()))?);
        }
    }
    Ok(sets)
}

/// The set of a file with this text.
pub(super) fn set(name: String, text: &str, by: Option<&str>) -> Result<Set, String> {
    let mut values = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, content)| !content.trim().is_empty()) {
        let value: Value = serde_json::from_str(content).map_err(|error| format!("line {line}: {error}"))?;
        values.push(value);
    }
    let has = |key: &str| values.first().is_some_and(|value| value.get(key).is_some());
    let kind = if has("accept") {
        Kind::Messages
    } else if has("secret") {
        Kind::Secret
    } else if has("must_remove") {
        Kind::Strings
    } else {
        Kind::Normal
    };
    let is_true = |value: &Value, key: &str| value.get(key).and_then(Value::as_bool).unwrap_or(false);
    // Where some rows are debatable, the others count; where all are, they all do.
    let are_all_debatable = values.iter().all(|value| is_true(value, "debatable"));
    let counts = |value: &&Value| {
        let is_debatable = kind == Kind::Normal && !are_all_debatable && is_true(value, "debatable");
        !is_true(value, "noise") && !is_debatable
    };
    let rows = values.iter().filter(counts).map(|value| row(kind, value, by)).collect::<Result<_, _>>()?;
    Ok(Set { name, kind, rows })
}

fn row(kind: Kind, value: &Value, by: Option<&str>) -> Result<Row, String> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let id = text("id").ok_or_else(|| format!("a row without an id: {value}"))?;
    let list = |key: &str| -> Vec<String> {
        let items = value.get(key).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let expected = match kind {
        Kind::Secret => text("secret").into_iter().collect(),
        Kind::Strings => list("must_remove"),
        Kind::Normal => Vec::new(),
        Kind::Messages => list("accept").iter().map(|code| codes::folded(code)).collect(),
    };
    let keys = ["id", "text", "name", "status"];
    let members = keys.iter().filter_map(|key| Some(((*key).to_owned(), value.get(*key)?.clone())));
    let input = Value::Object(members.collect());
    // A scanner, a language, a database or a group is the source; otherwise it is the project, without the place in it.
    let project = || text("source").map(|source| source.split(':').next().unwrap_or_default().to_owned());
    let known = || ["tool", "lang", "db", "group"].iter().find_map(|key| text(key)).or_else(project);
    let source = by.map_or_else(known, text).unwrap_or_default();
    let split = text("split").unwrap_or_default();
    Ok(Row { id, text: text("text").unwrap_or_default(), input, source, split, expected })
}

#[cfg(test)]
mod tests {
    use super::{Kind, set};

    #[test]
    fn what_is_right_is_read_from_the_members_of_a_row() {
        for (line, kind, source, expected) in [
            (r#"{"id":"a","text":"x","secret":"s","tool":"t","source":"o/p:f"}"#, Kind::Secret, "t", vec!["s"]),
            (r#"{"id":"a","text":"x","must_remove":["s","u"],"source":"o/p:f"}"#, Kind::Strings, "o/p", vec!["s", "u"]),
            (r#"{"id":"a","text":"x","stratum":"db","source":"o/p"}"#, Kind::Normal, "o/p", vec![]),
            (
                r#"{"id":"a","text":"x","accept":["not_found","Internal"],"group":"go"}"#,
                Kind::Messages,
                "go",
                vec!["notfound", "internal"],
            ),
        ] {
            let set = set("set".to_owned(), line, None).expect("a set");
            assert_eq!((set.kind, &*set.rows[0].source), (kind, source), "{line}");
            assert_eq!(set.rows[0].expected, expected, "{line}");
        }
    }

    #[test]
    fn any_member_can_be_the_source() {
        let line = r#"{"id":"a","text":"x","secret":"s","tool":"t","tier":"bare"}"#;
        let set = set(String::new(), line, Some("tier")).expect("a set");
        assert_eq!(set.rows[0].source, "bare");
    }

    #[test]
    fn rows_with_wrong_labels_do_not_count() {
        let lines = r#"{"id":"a","text":"x","secret":"s","noise":true}
{"id":"b","text":"x","secret":"s"}"#;
        assert_eq!(set(String::new(), lines, None).expect("a set").rows.len(), 1);
    }

    #[test]
    fn debatable_rows_count_only_where_there_are_no_others() {
        let debatable = "{\"id\":\"a\",\"text\":\"x\",\"debatable\":true}\n";
        let other = "{\"id\":\"b\",\"text\":\"x\",\"debatable\":false}\n";
        let ids = |text: &str| {
            set(String::new(), text, None).expect("a set").rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(debatable), ["a"]);
        assert_eq!(ids(&[debatable, other].concat()), ["b"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        let why = set(String::new(), "{\"id\":\"a\"}\n{", None).expect_err("no JSON");
        assert!(why.starts_with("line 2: "), "{why}");
    }
}
