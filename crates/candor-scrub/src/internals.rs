//! How the server works inside: stack traces, SQL, what drivers and validators print for developers.

mod brackets;
pub(super) mod driver_detail;
mod look_budget;
mod reader;
pub(super) mod schema_name;
pub(super) mod sql_statement;
pub(super) mod stack_trace;
pub(super) mod validator_dump;

#[cfg(test)]
mod tests {
    use super::schema_name;
    use crate::REDACTED;
    use crate::registry::RULES;
    use crate::rule::Family;
    use crate::scan::scan;

    /// The text as scrubbed by the rules of this family alone. Asserts that scrubbing it again changes nothing.
    pub(super) fn scrubbed(text: &str) -> String {
        let once = without(text);
        assert_eq!(without(&once), once, "twice");
        once
    }

    /// Scrubs 64 KB of nothing but the word.
    pub(super) fn flood(word: &str) {
        for text in [word.repeat(65_536 / word.len()), format!("{word}\n").repeat(65_536 / (word.len() + 1))] {
            let _ = without(&text);
        }
    }

    fn without(text: &str) -> String {
        let own = RULES.iter().enumerate().filter(|(_, it)| it.family == Family::Internals && it.id != schema_name::ID);
        let mut taken = Vec::new();
        scan(text, own.fold(0, |set, (rank, _)| set | 1 << rank), &mut taken);
        taken.sort_by_key(|it| it.span.start);
        let (mut left, mut end) = (String::new(), 0);
        for it in taken {
            if it.span.start >= end {
                left.push_str(&text[end..it.span.start]);
                left.push_str(REDACTED);
            }
            end = end.max(it.span.end);
        }
        left.push_str(&text[end..]);
        left
    }
}
