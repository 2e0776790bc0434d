//! SQL statements, from their first word to their end. Prose about SQL is kept: a statement is recognised by the order
//! of its tokens.

mod extent;
mod grammar;
mod token;

use super::look_budget::{is_spent, spend};
use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{Class, Text};

explained! {
    /// # What it removes
    ///
    /// An SQL statement, from its first keyword to its end. Sentences that mention SQL are kept.
    ///
    /// # Why
    ///
    /// A statement shows the schema and the bound values, and helps with SQL injection.
    ///
    /// # Example
    ///
    /// ```text
    /// query failed: SELECT id, email FROM users WHERE email = 'jane'; try again
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// query failed: [redacted]; try again
    /// ```
    ///
    /// # Instead
    ///
    /// Say what could not be read or written: "the order could not be saved".
    pub(crate) const RULE: Rule = Rule {
        id: "sql-statement",
        family: Family::Internals,
        placeholder: REDACTED,
        triggers: Triggers::Words(&KEYWORDS),
        window: LONGEST_WINDOW,
        find,
    };
}

const KEYWORDS: [&str; 18] = [
    "select", "insert", "update", "delete", "create", "alter", "drop", "merge", "replace", "with", "copy", "exec",
    "execute", "truncate", "grant", "revoke", "load", "from",
];

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const SENTENCE: usize = 64;
    const NAME: Class = Class::of("A-Za-z0-9_$.-");
    const SPACE: Class = Class::of(" \t\r\n");
    // Names in quotes or brackets need no space before them, nor do comments.
    let is_glued = text.is(hit.span.end, const { &Class::of("\"`[*") })
        && text.is(hit.span.start, const { &Class::of("sS") })
        || text.starts_with(hit.span.end, "/*");
    let is_word = !text.is_before(hit.span.start, &NAME) && (is_glued || text.is(hit.span.end, &SPACE));
    // A longer keyword can begin with the same letters: `exec` and `execute`.
    if !is_word {
        return hit.span.start;
    }
    let word = KEYWORDS.get(hit.word).copied().unwrap_or_default();
    if word == "from" {
        let Some(end) = grammar::mapped_query_end(text, &hit.span) else { return hit.span.end };
        found.take(hit.span.start..end);
        return end;
    }
    // A text that repeats the beginning of a statement is hostile, and the rest of it is removed.
    if is_spent(found, hit.span.start) {
        found.take(hit.span.start..text.len());
        return text.len();
    }
    let (is_statement, read) = grammar::is_statement(text, &hit.span, word);
    let end = if is_statement { extent::end(text, hit.span.start).max(hit.span.end) } else { hit.span.end };
    // The words of a sentence are free, so that long texts about SQL are kept, and so is what the statement has: neither
    // is read again. A token takes longer to read than a byte.
    spend(found, 4 * read.saturating_sub(SENTENCE.max(end - hit.span.end)));
    if !is_statement {
        return end;
    }
    found.take(hit.span.start..end);
    end
}

/// Whether the text is a statement from its first word, as far as its beginning shows.
pub(crate) fn is_statement(text: &str) -> bool {
    let text = Text(text);
    let words = KEYWORDS.iter().filter(|word| text.starts_with_ignoring_case(0, word));
    let word = words.max_by_key(|word| word.len());
    word.is_some_and(|word| grammar::is_statement(text, &(0..word.len()), word).0)
}

#[cfg(test)]
mod tests {
    use crate::internals::tests::{flood, scrubbed};

    #[test]
    fn a_statement_is_removed_and_the_message_is_kept() {
        let rows = [
            ("SELECT name FROM teas WHERE id = 3; failed", "[redacted]; failed"),
            ("EXEC brew_tea 3; EXECUTE brew_tea 3; failed", "[redacted]; [redacted]; failed"),
            ("failed: select `id`, count(*) from `teas` where `id` = ?", "failed: [redacted]"),
            ("insert into \"teas\" (\"id\") values ($1) - duplicate key", "[redacted] - duplicate key"),
            ("update teas set name = 'a;b' where id = 1 - SQLITE_BUSY: locked", "[redacted] - SQLITE_BUSY: locked"),
            ("delete from teas where id = 1: no such table", "[redacted]: no such table"),
            ("query 'DELETE FROM teas WHERE name = \"x\"' failed", "query '[redacted]' failed"),
            ("sent \"SELECT \\\"id\\\" FROM teas\" twice", "sent \"[redacted]\" twice"),
            ("bad [select t.id from teas t]; nested", "bad [[redacted]]; nested"),
            ("create table teas (id int, name text)\nfailed badly", "[redacted]\nfailed badly"),
            ("SELECT id\n  FROM teas\n WHERE id = 3\nORDER BY id\n\nfailed", "[redacted]\n\nfailed"),
            ("alter table `teas` add `x` int not null - no such type", "[redacted] - no such type"),
            ("drop table if exists teas; ok", "[redacted]; ok"),
            ("WITH t AS (SELECT 1) SELECT * FROM t", "[redacted]"),
            ("copy teas (id) from stdin", "[redacted]"),
            ("EXEC sp_brew @tea = 3", "[redacted]"),
            ("MERGE INTO teas USING cups ON teas.id = cups.id WHEN MATCHED THEN DELETE", "[redacted]"),
            ("SELECT price - 1 FROM teas - no such table: teas", "[redacted] - no such table: teas"),
            ("select * from teas", "[redacted]"),
            ("SELECT\"a\"FROM\"b\"", "[redacted]"),
            ("SELECT[a]FROM[b] WHERE [c]=1; no", "[redacted]; no"),
            ("SELECT/**/a/* x */FROM b", "[redacted]"),
            ("failed: SELECT*FROM teas", "failed: [redacted]"),
            ("failed: DELETE FROM teas", "failed: [redacted]"),
            ("DELETE FROM teas\nfailed", "[redacted]\nfailed"),
            ("INSERT teas(id, name) VALUES (3, 'x')", "[redacted]"),
            ("LOAD DATA LOCAL INFILE '/srv/teas.csv' INTO TABLE teas", "[redacted]"),
            ("ALTER USER shop IDENTIFIED BY 'x-y'", "[redacted]"),
            ("alter user 'shop'@'%' identified by 'x-y'; no", "[redacted]; no"),
            ("CREATE USER shop WITH PASSWORD 'x-y'", "[redacted]"),
            ("unexpected token [from com.shop.Tea t where t.name = 'x']", "unexpected token [[redacted]]"),
            ("bad query [FROM Tea t WHERE t.id = :id]; sorry", "bad query [[redacted]]; sorry"),
            (
                "in query:\n\nfrom t0 in \"teas\",\n  where: t0.id == ^3,\n  select: t0\n\nsorry",
                "in query:\n\n[redacted]\n\nsorry",
            ),
            ("from t0 in Shop.Tea, where: t0.name == \"x\"", "[redacted]"),
            ("SELECT CASE WHEN hot THEN 1 ELSE 2 END heat FROM teas", "[redacted]"),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected, "{text}");
        }
    }

    #[test]
    fn prose_about_sql_is_kept() {
        for text in [
            "Only SELECT is allowed; INSERT INTO is not",
            "Use the SELECT statement to choose rows FROM a table",
            "Select a tea from the list",
            "select one from the list, or two",
            "Unable to update the teas set by others",
            "cannot delete a tea with cups",
            "You can delete from the menu where you like",
            "drop old_teas instead",
            "WHERE tea_id = '3';",
            "Create table first, then create index entries",
            "DROP TABLE is not allowed here",
            "Copy the file from disk",
            "with milk as (always) before",
            "Update your settings, then insert into the slot",
            "DELETE /teas/3 failed",
            "Call support (free)",
            "Grant access on request to others",
            "select[multiple] is not allowed",
            "Use DELETE FROM a list to remove one",
            "please delete from teas",
            "insert coin(s) now",
            "Load data into the cart first",
            "alter user settings with care",
            "from tea in Berlin, where it rains",
            "[from the shop where you like]",
            "from 3 to 5",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }

    #[test]
    fn repeated_keywords_are_read_once() {
        for word in [
            "select a, ",
            "select ",
            "insert into ",
            "with a as (",
            "update a set ",
            "select 'a from b ",
            "create table a (",
            "select (",
            "delete from (",
        ] {
            flood(word);
        }
    }

    #[test]
    fn repeated_keywords_hide_nothing() {
        let text = "select (".repeat(2000) + "\n\nselect tea_id from teas where name = 'x-y-z'";
        assert!(!scrubbed(&text).contains("x-y-z"));
    }
}
