//! What is right of what a program answers, by source.

use super::codes::{Advice, advice};
use super::rows::{Kind, Row, Set};
use std::collections::BTreeMap;

/// How many rows there are, and how many are right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) rows: usize,
    pub(super) right: usize,
}

impl Share {
    fn add(&mut self, is_right: bool) {
        self.rows += 1;
        self.right += usize::from(is_right);
    }

    pub(super) fn percent(self) -> Option<f64> {
        (self.rows > 0).then(|| 100.0 * self.right as f64 / self.rows as f64)
    }
}

/// The shares of a source, or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Shares {
    pub(super) all: Share,
    /// By the part of the set that the rows were in.
    pub(super) splits: BTreeMap<String, Share>,
    /// For messages: whether the caller is told to do the right thing.
    pub(super) advice: Share,
    /// For messages: whether it is not told to retry where that is wrong.
    pub(super) no_wrong_retry: Share,
}

/// By source.
pub(super) type Scores = BTreeMap<String, Shares>;

/// The scores of these answers.
pub(super) fn of(set: &Set, answers: &BTreeMap<String, String>) -> Scores {
    let mut scores = Scores::new();
    for row in &set.rows {
        let Some(answer) = answers.get(&row.id) else { continue };
        let shares = scores.entry(row.source.clone()).or_default();
        let answer = if set.kind == Kind::Messages { super::codes::folded(answer) } else { answer.clone() };
        let is_right = is_right(set.kind, row, &answer);
        shares.all.add(is_right);
        shares.splits.entry(row.split.clone()).or_default().add(is_right);
        if set.kind == Kind::Messages {
            let wanted: Vec<_> = row.expected.iter().map(|code| advice(code)).collect();
            let told = advice(&answer);
            shares.advice.add(wanted.contains(&told));
            let retry = Some(Advice::WaitAndRetry);
            shares.no_wrong_retry.add(told != retry || wanted.contains(&retry));
        }
    }
    scores
}

fn is_right(kind: Kind, row: &Row, answer: &str) -> bool {
    match kind {
        Kind::Secret | Kind::Strings => row.expected.iter().all(|hidden| !answer.contains(hidden.as_str())),
        Kind::Normal => answer == row.text,
        Kind::Messages => row.expected.iter().any(|code| code == answer),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::set;
    use super::{Share, of};
    use std::collections::BTreeMap;

    fn answers(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(id, answer)| ((*id).to_owned(), (*answer).to_owned())).collect()
    }

    #[test]
    fn rows_count_for_their_sources_and_splits() {
        let rows = r#"{"id":"1","text":"a b","must_remove":["a","b"],"lang":"go","split":"dev"}
{"id":"2","text":"a b","must_remove":["a"],"lang":"go","split":"second"}
{"id":"3","text":"a b","must_remove":["b"],"lang":"rust","split":"dev"}"#;
        let scores =
            of(&set(String::new(), rows, None).expect("a set"), &answers(&[("1", "- b"), ("2", "- b"), ("3", "-")]));
        assert_eq!(scores["go"].all, Share { rows: 2, right: 1 });
        assert_eq!(scores["go"].splits["second"], Share { rows: 1, right: 1 });
        assert_eq!(scores["rust"].all.percent(), Some(100.0));
    }

    #[test]
    fn a_wrong_retry_is_counted_apart_from_wrong_advice() {
        let rows = r#"{"id":"1","text":"a","accept":["not_found"],"group":"go"}
{"id":"2","text":"a","accept":["database"],"group":"go"}
{"id":"3","text":"a","accept":["timeout"],"group":"go"}"#;
        let given = answers(&[("1", "Unavailable"), ("2", "Internal"), ("3", "RateLimited")]);
        let scores = of(&set(String::new(), rows, None).expect("a set"), &given);
        assert_eq!(scores["go"].all.right, 0);
        assert_eq!(scores["go"].advice.right, 2);
        assert_eq!(scores["go"].no_wrong_retry.right, 2);
    }
}
