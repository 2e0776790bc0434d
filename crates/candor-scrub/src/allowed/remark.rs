//! What a driver or a tool says right after a statement: `… returned no rows`. It is told apart from more of a statement, such as
//! a condition that the server has added.

use crate::internals::sql_statement;

/// The longest remark.
const LONGEST: usize = 256;

/// Words that begin more of a statement.
const CLAUSES: [&str; 27] = [
    "from", "where", "and", "or", "not", "join", "left", "right", "inner", "outer", "full", "cross", "natural", "on",
    "using", "group", "order", "having", "limit", "offset", "fetch", "for", "as", "set", "with", "window", "is",
];
/// Words that no remark has.
const OF_STATEMENTS: [&str; 12] = [
    "select",
    "insert",
    "update",
    "delete",
    "where",
    "union",
    "intersect",
    "join",
    "having",
    "limit",
    "values",
    "returning",
];

/// Whether the text that follows a statement is a remark about it.
pub(super) fn is_remark(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    let begins_clause = words.peek().is_some_and(|first| is_any(first, &CLAUSES));
    text.len() <= LONGEST && !begins_clause && words.all(|word| is_plain(word) && !is_any(word, &OF_STATEMENTS))
}

/// Whether a statement can end here. After the half of one, what looks like a remark would be its rest: `DROP TABLE` and a name.
pub(super) fn is_complete(statement: &str) -> bool {
    const OPEN: [&str; 40] = [
        "from", "into", "table", "where", "and", "or", "not", "join", "left", "right", "inner", "outer", "full",
        "cross", "on", "using", "by", "having", "limit", "offset", "as", "set", "select", "insert", "update", "delete",
        "in", "is", "like", "between", "exists", "values", "user", "role", "view", "index", "schema", "database",
        "distinct", "only",
    ];
    let statement = statement.trim_end();
    let word = statement.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
    let ends =
        if word.is_empty() { statement.ends_with([')', ']', '\'', '"', '`', '*']) } else { !is_any(word, &OPEN) };
    ends && sql_statement::is_statement(statement)
}

fn is_any(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether it is a word of a sentence, a number with its unit, a caret, or a placeholder.
fn is_plain(word: &str) -> bool {
    let bare = word.trim_start_matches(['(', '-']).trim_end_matches(['.', ',', ':', '!', ')', ';']);
    let is_placeholder = [crate::REDACTED, crate::PATH, "[email]"].contains(&bare);
    let letters = bare.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    is_placeholder
        || bare.is_empty()
        || bare.bytes().all(|byte| byte == b'^' || byte == b'~')
        || !bare.starts_with('\'')
            && !bare.ends_with('\'')
            && letters.chars().all(|sign| sign.is_alphabetic() || matches!(sign, '\'' | '-' | '’'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_statement_is_not_complete() {
        for statement in [
            "SELECT * FROM users LIMIT 10",
            "drop table if exists teas",
            "DELETE FROM teas WHERE id = 3",
            "select count(*) from `teas`",
        ] {
            assert!(is_complete(statement), "{statement}");
        }
        for half in [
            "SELECT * FROM",
            "drop table",
            "DROP TABLE IF EXISTS",
            "delete from",
            "select a,",
            "teas",
            "select id from teas where",
            "insert into",
        ] {
            assert!(!is_complete(half), "{half}");
        }
    }

    #[test]
    fn a_remark_is_told_apart_from_more_of_a_statement() {
        for remark in [
            "returned no rows",
            "(0 rows)",
            "timed out after 30s.",
            "^",
            "",
            "failed: [redacted]",
            "didn't finish in 3.5 ms",
        ] {
            assert!(is_remark(remark), "{remark}");
        }
        for more in [
            "AND tenant = 3",
            "and tenant_id in",
            "LIMIT 3",
            "tenant_17 t",
            "x WHERE y",
            "where owner is null",
            "= 'x'",
            "failed 'jane'",
            "UNION ALL SELECT",
            "for update",
            "t1, t2.name",
        ] {
            assert!(!is_remark(more), "{more}");
        }
    }
}
