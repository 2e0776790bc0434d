//! Names of tables, columns, constraints and indexes in messages of databases. Callers often know these names and need
//! them, so the rule is off unless it is turned on.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, Text};
use std::ops::Range;

pub(crate) const ID: &str = "schema-name";

explained! {
    /// # What it removes
    ///
    /// The name of a table, column, constraint or index in a message of a database. This rule is off, because callers
    /// often know these names and need them; `Scrubber::hiding_schema_names` turns it on.
    ///
    /// # Why
    ///
    /// Where the schema is not public, its names help an attacker.
    ///
    /// # Example
    ///
    /// ```text
    /// null value in column "iban" of relation "accounts" violates not-null constraint
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// null value in column "[redacted]" of relation "[redacted]" violates not-null constraint
    /// ```
    ///
    /// # Instead
    ///
    /// Use the name of the field in your own API.
    pub(crate) const RULE: Rule = Rule {
        id: ID,
        family: Family::Diagnostics,
        placeholder: REDACTED,
        triggers: Triggers::Words(&WORDS),
        window: 2 * 1024,
        find,
    };
}

/// The words before a name, with its opening quote, or before a list of names without quotes.
const WORDS: [&str; 48] = [
    // PostgreSQL, and databases with its messages
    "table \"",
    "relation \"",
    "column \"",
    "constraint \"",
    "index \"",
    "schema \"",
    "sequence \"",
    "view \"",
    "type \"",
    "database \"",
    "key \"",
    "partition \"",
    "trigger \"",
    "function \"",
    "role \"",
    "policy \"",
    // MySQL, SQL Server
    "table '",
    "column '",
    "key '",
    "field '",
    "constraint '",
    "index '",
    "object '",
    "database '",
    "trigger '",
    "view '",
    "procedure '",
    "object name '",
    "column name '",
    "schema '",
    // MySQL, with backticks
    "table `",
    "column `",
    "key `",
    "constraint `",
    "index `",
    // SQLite, Oracle
    "constraint failed: ",
    "no such table: ",
    "no such column: ",
    "has no column named ",
    "no such index: ",
    "duplicate column name: ",
    "ambiguous column name: ",
    "constraint (",
    "NULL into (",
    // Sentences of libraries and of people
    "constraint violation on ",
    "constraint violation: ",
    "violation of constraint ",
    "violates constraint on ",
];

const BARE: Class = Class::of("A-Za-z0-9_.$");
const IN_BRACKETS: Class = Class::of("A-Za-z0-9_.$#\"");
/// The longest name.
const LONGEST: usize = 256;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const LETTER: Class = Class::of("A-Za-z0-9_");
    if text.is_before(hit.span.start, &LETTER) {
        return hit.span.end;
    }
    match text.byte_before(hit.span.end) {
        Some(quote @ (b'"' | b'\'' | b'`')) => quoted(text, hit.span.end, quote, found),
        Some(b'(') => {
            let end = text.skip_at_most(hit.span.end, &IN_BRACKETS, LONGEST);
            let is_name = text.byte(end) == Some(b')') && end > hit.span.end;
            take(text, hit.span.end..if is_name { end } else { hit.span.end }, found)
        }
        _ if is_of_sentence(hit.word) && !has_name_sign(text, hit.span.end) => hit.span.end,
        _ => bare(text, hit.span.end, found),
    }
}

/// Whether an ordinary word can follow the trigger, too.
fn is_of_sentence(word: usize) -> bool {
    const SENTENCES: usize = 4;
    word + SENTENCES >= WORDS.len()
}

/// Whether the word at the position has a character that names have, and ordinary words do not.
fn has_name_sign(text: Text<'_>, start: usize) -> bool {
    let end = text.skip_at_most(start, &BARE, LONGEST);
    text.get(start..end).trim_end_matches('.').contains(['_', '.', '$'])
}

fn take(text: Text<'_>, span: Range<usize>, found: &mut Findings<'_>) -> usize {
    let end = span.end;
    if text.get(span.clone()) != REDACTED {
        found.take(span);
    }
    end
}

/// A name in quotes, and the names after a dot, as in `` `a`.`b` ``, which have no trigger. In `column "a" of relation
/// "b"` both names have one.
fn quoted(text: Text<'_>, start: usize, quote: u8, found: &mut Findings<'_>) -> usize {
    const INSIDE: Class = Class::not("\"'`\r\n");
    let end = text.skip_at_most(start, &INSIDE, LONGEST);
    if text.byte(end) != Some(quote) || end == start {
        return start;
    }
    take(text, start..end, found);
    let next = end + 3;
    let has_next = text.byte(end + 1) == Some(b'.') && text.byte(end + 2) == Some(quote);
    let next_end = text.skip_at_most(next, &INSIDE, LONGEST);
    if has_next && text.byte(next_end) == Some(quote) {
        return take(text, next..next_end, found);
    }
    end
}

/// Names without quotes, separated by commas: `teas.id, teas.name`.
fn bare(text: Text<'_>, start: usize, found: &mut Findings<'_>) -> usize {
    let mut end = text.skip_at_most(start, &BARE, LONGEST);
    while text.starts_with(end, ", ") && text.is(end + 2, &BARE) {
        end = text.skip_at_most(end + 2, &BARE, LONGEST);
    }
    let names = text.get(start..end).trim_end_matches('.').len();
    take(text, start..start + names, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memo::Memo;
    use crate::run_cache::RunCache;

    /// The text as scrubbed by this rule alone.
    fn hidden(text: &str) -> String {
        let words: Vec<_> = WORDS.iter().enumerate().collect();
        static OWN: Rule = RULE;
        let (mut taken, mut seen) = (Vec::new(), 0..0);
        let mut from = 0;
        for at in 0..text.len() {
            for (word, trigger) in &words {
                if at >= from && Text(text).starts_with_ignoring_case(at, trigger) {
                    let hit = Hit { span: at..at + trigger.len(), word: *word, from };
                    let (runs, spent, memo) = (&mut RunCache::default(), &mut 0, &mut Memo::default());
                    let (rank, rule) = (0, &OWN);
                    let mut found =
                        Findings { taken: &mut taken, rank, rule, seen: &mut seen, spent, scanned: 0, runs, memo };
                    from = find(Text(text), &hit, &mut found);
                }
            }
        }
        let mut hidden = text.to_owned();
        taken.iter().rev().for_each(|it| hidden.replace_range(it.span.clone(), REDACTED));
        hidden
    }

    #[test]
    fn names_are_removed_and_messages_are_kept() {
        let rows = [
            (
                "null value in column \"cup\" of relation \"teas\"",
                "null value in column \"[redacted]\" of relation \"[redacted]\"",
            ),
            ("violates unique constraint \"teas_pk\"", "violates unique constraint \"[redacted]\""),
            ("Unknown table 'shop.teas'", "Unknown table '[redacted]'"),
            ("Duplicate entry '1' for key 'teas.id'", "Duplicate entry '1' for key '[redacted]'"),
            ("bad table `shop`.`teas` here", "bad table `[redacted]`.`[redacted]` here"),
            ("UNIQUE constraint failed: teas.id, teas.name", "UNIQUE constraint failed: [redacted]"),
            ("no such table: teas.", "no such table: [redacted]."),
            ("Invalid object name 'dbo.Teas'.", "Invalid object name '[redacted]'."),
            ("unique constraint (SHOP.TEAS_PK) violated", "unique constraint ([redacted]) violated"),
            ("FK constraint violation on users_projects_fk", "FK constraint violation on [redacted]"),
            ("constraint violation on the order", "constraint violation on the order"),
            ("cannot insert NULL into (\"S\".\"T\".\"C\")", "cannot insert NULL into ([redacted])"),
        ];
        for (text, expected) in rows {
            assert_eq!(hidden(text), expected);
            assert_eq!(hidden(expected), expected);
        }
    }

    #[test]
    fn other_quotes_are_kept() {
        for text in
            ["type 'tea' is unknown", "the table \"", "portable \"teas\"", "column \"a\nb\"", "a constraint (or two)"]
        {
            assert_eq!(hidden(text), text);
        }
    }

    #[test]
    fn names_in_a_row_are_read_once() {
        for word in WORDS {
            let _ = hidden(&word.repeat(4096 / word.len()));
        }
    }
}
