//! How the server works inside: stack traces, SQL.

pub(super) mod exception_place;
pub(super) mod look_budget;
mod reader;
pub(super) mod sql_statement;
pub(super) mod stack_trace;

#[cfg(test)]
pub(super) mod tests {
    use super::look_budget;
    use crate::REDACTED;
    use crate::diagnostics::schema_name;
    use crate::registry::RULES;
    use crate::rule::{Family, Rule};
    use crate::scan::scan;

    /// The text as scrubbed by the rules of this family and of the diagnostics alone. Asserts that scrubbing it again changes nothing.
    pub(crate) fn scrubbed(text: &str) -> String {
        let once = without(text);
        assert_eq!(without(&once), once, "twice");
        once
    }

    /// Scrubs 64 KB of nothing but the word.
    pub(crate) fn flood(word: &str) {
        for text in [word.repeat(65_536 / word.len()), format!("{word}\n").repeat(65_536 / (word.len() + 1))] {
            let _ = without(&text);
        }
    }

    fn without(text: &str) -> String {
        let is_own =
            |it: &Rule| matches!(it.family, Family::Internals | Family::Diagnostics) && it.id != schema_name::ID;
        let own = RULES.iter().enumerate().filter(|(_, it)| is_own(it));
        let mut taken = Vec::new();
        scan(
            text,
            own.fold(0, |set, (rank, _)| set | 1 << rank),
            &mut look_budget::Spent::nothing_on(text.len()),
            &mut taken,
        );
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
