//! What database drivers and ORMs add to an error for developers: the line of the statement, the bound values, the row
//! that failed. Their message is kept.

use super::brackets::held;
use crate::REDACTED;
use crate::internals::look_budget::{find_any, is_spent, spend, window};
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, BLANK, Class, DIGIT, Text};
use std::ops::Range;

explained! {
    /// # What it removes
    ///
    /// What database drivers and ORMs add to an error for developers: the line of the statement, bound parameters,
    /// the values of a duplicate key, the row that failed. The driver's message is kept.
    ///
    /// # Why
    ///
    /// These parts are rows of the database and fragments of statements.
    ///
    /// # Example
    ///
    /// ```text
    /// duplicate key value violates unique constraint "users_email_key"
    /// DETAIL:  Key (email)=(jane) already exists.
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// duplicate key value violates unique constraint "users_email_key"
    /// DETAIL:  Key (email)=([redacted]) already exists.
    /// ```
    ///
    /// # Instead
    ///
    /// Turn the driver's error into one of your own: "an account with this address exists".
    pub(crate) const RULE: Rule = Rule {
        id: "driver-detail",
        family: Family::Diagnostics,
        placeholder: REDACTED,
        triggers: Triggers::Built(|| FORMS.iter().map(|(word, _)| *word).collect()),
        window: LONGEST_WINDOW,
        find,
    };
}

/// How many bytes are searched for the end of a value.
const LONGEST: usize = 4 * 1024;

/// Reads what is at a trigger, and returns the part to remove, if any.
type Form = fn(Text<'_>, &Hit, &mut Findings<'_>) -> Option<Range<usize>>;

const FORMS: [(&str, Form); 48] = [
    // PostgreSQL
    ("LINE ", marked_line),
    ("Key (", key_values),
    ("Failing row contains (", in_brackets),
    ("QUERY: ", labelled),
    ("CONTEXT: ", labelled),
    ("STATEMENT: ", labelled),
    ("WHERE: ", labelled),
    ("PL/pgSQL function ", rest_of_line),
    // MySQL, MariaDB, TiDB
    ("near '", near_fragment),
    ("near \"", near_fragment),
    ("column '", three_part_name),
    ("table '", three_part_name),
    ("key '", three_part_name),
    ("field '", three_part_name),
    ("constraint fails (", in_brackets),
    // SQL Server, Oracle, MongoDB
    ("duplicate key value is (", in_brackets),
    ("constraint (", oracle_constraint),
    ("NULL into (", in_brackets),
    ("ORA-06512: ", rest_of_line),
    ("dup key: {", in_brackets),
    // SQLAlchemy, Django
    ("[SQL: ", from_bracket),
    ("[parameters: ", from_bracket),
    ("(Background on this error at: ", from_bracket),
    // Spring, Hibernate, Doctrine, TypeORM, Sequelize, ActiveRecord
    ("SQL [", in_brackets),
    ("SQL grammar [", in_brackets),
    ("constraint [", in_brackets),
    ("with params [", in_brackets),
    ("with parameters [", in_brackets),
    ("bind => [", in_brackets),
    ("binds: [", in_brackets),
    ("parameters: [", in_brackets),
    ("with args [", in_brackets),
    ("with args: [", in_brackets),
    ("\"bindings\":[", in_brackets),
    ("\"bindings\": [", in_brackets),
    ("args=[", after_statement),
    ("args=\"[", after_statement),
    ("args: [", after_statement),
    ("params: [", after_statement),
    ("params=[", after_statement),
    ("\"args\":[", after_statement),
    // Entity Framework
    ("[Parameters=[", in_brackets),
    ("Executing (default): ", rest_of_line),
    ("Executed (default): ", rest_of_line),
    ("binding parameter [", bound_value),
    ("binding parameter (", bound_value),
    // Prisma
    ("Invalid `prisma.", prisma_call),
    ("Invalid `this.prisma.", prisma_call),
];

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    let form = FORMS.get(hit.word).map(|(_, form)| form);
    let Some(span) = form.and_then(|form| form(text, hit, found)) else { return hit.span.end };
    let end = span.end.max(hit.span.end);
    if !matches!(text.get(span.clone()), REDACTED | "n/a" | "null" | "") {
        found.take(span);
    }
    end
}

/// The rest of the line, up to the length of the longest value.
fn ahead(text: Text<'_>, start: usize, most: usize) -> Range<usize> {
    let window = window(text, start, most);
    let line = memchr::memchr2(b'\n', b'\r', text.get(window.clone()).as_bytes());
    start..line.map_or(window.end, |line| start + line)
}

fn is_as_written(text: Text<'_>, hit: &Hit) -> bool {
    FORMS.get(hit.word).is_some_and(|(word, _)| text.starts_with(hit.span.start, word))
}

fn in_brackets(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    Some(held(text, hit.span.end - 1, found))
}

/// The contents of the brackets, if a statement or its placeholder is before them.
fn after_statement(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    const WINDOW: usize = 256;
    const WORDS: [&str; 10] =
        [REDACTED, "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "select ", "insert ", "update ", "delete ", "sql"];
    const COST_PER_WORD: usize = 40;
    let floor = hit.span.start.saturating_sub(WINDOW);
    let start = (floor..hit.span.start).find(|at| text.0.is_char_boundary(*at))?;
    let before = text.get(start..hit.span.start).as_bytes();
    let is_after = || WORDS.iter().any(|word| memchr::memmem::find(before, word.as_bytes()).is_some());
    if !is_spent(found, hit.span.start) {
        spend(found, before.len() + WORDS.len() * COST_PER_WORD);
        if !is_after() {
            return None;
        }
    }
    Some(held(text, hit.span.end - 1, found))
}

/// The brackets at the trigger's start, with their contents.
fn from_bracket(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    let end = held(text, hit.span.start, found).end;
    Some(hit.span.start..if text.is(end, const { &Class::of("])") }) { end + 1 } else { end })
}

fn rest_of_line(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> Option<Range<usize>> {
    Some(hit.span.end..text.line_end(hit.span.end))
}

/// `LINE 1: SELECT …` and the line below with the caret.
fn marked_line(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> Option<Range<usize>> {
    let colon = text.skip(hit.span.end, &DIGIT);
    if colon == hit.span.end || !text.starts_with(colon, ": ") || !is_as_written(text, hit) {
        return None;
    }
    let start = text.skip(colon + 1, &BLANK);
    let end = text.line_end(start);
    let caret = text.skip(text.next_line(end), &BLANK);
    let is_pointing = text.byte(caret) == Some(b'^') && text.line_end(caret) == caret + 1;
    Some(start..if is_pointing { caret + 1 } else { end })
}

/// `CONTEXT:  …` at the start of a line.
fn labelled(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> Option<Range<usize>> {
    let is_at_start = hit.span.start == 0 || text.is_before(hit.span.start, const { &Class::of("\r\n") });
    let is_server = text.byte(hit.span.end) == Some(b' ');
    let start = text.skip(hit.span.end, &BLANK);
    (is_at_start && is_server && is_as_written(text, hit)).then(|| start..text.line_end(start))
}

/// The values in `Key (email)=(jane) already exists.`
fn key_values(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    const LONGEST_NAMES: usize = 512;
    const LONGEST_VALUES: usize = 1024;
    const ENDS: [&str; 4] = [") already exists", ") is not present", ") is still referenced", ") conflicts with"];
    let names = text.get(window(text, hit.span.end, LONGEST_NAMES)).as_bytes();
    let names_end = hit.span.end + memchr::memchr3(b'=', b'\r', b'\n', names)?;
    if text.byte_before(names_end) != Some(b')') || !text.starts_with(names_end, "=(") {
        return None;
    }
    let start = names_end + 2;
    let values = text.get(ahead(text, start, LONGEST_VALUES)).as_bytes();
    let mut ends = memchr::memmem::find_iter(values, ") ").map(|at| start + at);
    let end = ends.find(|at| ENDS.iter().any(|end| text.starts_with(*at, end)));
    Some(end.map_or_else(|| held(text, start - 1, found), |end| start..end))
}

/// The part of the statement in `near '…' at line 1` and `line 1 column 3 near "…"`.
fn near_fragment(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    const ENDS: [&str; 2] = ["' at line ", "\" at line "];
    const LONGEST_END: usize = 10;
    let start = hit.span.end;
    // The fragment may have several lines. If its end was not found, it is not searched for again.
    let window = window(text, start, LONGEST);
    if let Some(end) = find_any(text, found.seen.start.clamp(start, window.end)..window.end, &ENDS) {
        return Some(start..end);
    }
    found.seen.start = (window.end.saturating_sub(LONGEST_END)..).find(|at| text.0.is_char_boundary(*at))?;
    let before = text.get(hit.span.start.saturating_sub("to use ".len())..hit.span.start);
    let position = text.skip_back(hit.span.start.saturating_sub(1), hit.span.start.saturating_sub(12), &DIGIT);
    let is_placed = text.get(position.saturating_sub("column ".len())..position) == "column ";
    if before != "to use " && !is_placed {
        return None;
    }
    let quote = char::from(text.byte_before(start)?);
    let rest = text.get(ahead(text, start, LONGEST));
    Some(start..start + rest.rfind(quote).unwrap_or(rest.len()))
}

/// `'database.table.column'`; a caller may know a shorter name.
fn three_part_name(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> Option<Range<usize>> {
    const NAME: Class = Class::not("' \t\r\n");
    const LONGEST: usize = 200;
    let end = text.skip_at_most(hit.span.end, &NAME, LONGEST);
    let name = text.get(hit.span.end..end);
    let is_name = name.split('.').all(|part| part.starts_with(|first: char| first.is_alphanumeric() || first == '_'));
    (text.byte(end) == Some(b'\'') && is_name && name.split('.').count() == 3).then_some(hit.span.end..end)
}

/// `unique constraint (SHOP.TEAS_PK) violated`.
fn oracle_constraint(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> Option<Range<usize>> {
    const NAME: Class = Class::of("A-Za-z0-9_$#.\"");
    let end = text.skip_at_most(hit.span.end, &NAME, 300);
    text.starts_with(end, ") violated").then_some(hit.span.end..end)
}

/// `binding parameter [1] as [VARCHAR] - [jane]`, `binding parameter (1:VARCHAR) <- [jane]`.
fn bound_value(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> Option<Range<usize>> {
    let value = find_any(text, ahead(text, hit.span.end, LONGEST), &["- ["])? + "- [".len();
    Some(held(text, value - 1, found))
}

/// The call, its file and the code excerpt, up to the message.
fn prisma_call(text: Text<'_>, hit: &Hit, _: &mut Findings<'_>) -> Option<Range<usize>> {
    const SHOWN: [&str; 2] = ["` invocation in", "` invocation:"];
    let start = hit.span.start + "Invalid ".len();
    let call_end = text.skip_at_most(start + 1, const { &Class::not("`\r\n") }, 200);
    let shown = SHOWN.iter().find(|shown| text.starts_with(call_end, shown))?;
    let mut end = call_end + shown.len();
    let mut next = text.next_line(end);
    while next < text.len() {
        let line_end = text.line_end(next);
        let is_message = text.is(next, const { &Class::of("A-Z") }) && text.get(next..line_end).contains(' ');
        if is_message {
            break;
        }
        end = if text.skip(next, &BLANK) == line_end { end } else { line_end };
        next = text.next_line(line_end);
    }
    let is_name = text.is(start + 1, &ALPHANUMERIC);
    is_name.then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::internals::tests::{flood, scrubbed};

    #[test]
    fn details_are_removed_and_messages_are_kept() {
        let rows = [
            (
                "ERROR:  no tea\nLINE 1: SELECT 1;\n               ^\nHINT:  brew",
                "ERROR:  no tea\nLINE 1: [redacted]\nHINT:  brew",
            ),
            ("DETAIL:  Key (mail)=(a(b) x) already exists.", "DETAIL:  Key (mail)=([redacted]) already exists."),
            (
                "Detail: Key (id)=(3) is not present in table \"teas\".",
                "Detail: Key (id)=([redacted]) is not present in table \"teas\".",
            ),
            ("DETAIL:  Failing row contains (3, null, (x)).", "DETAIL:  Failing row contains ([redacted])."),
            ("no\nCONTEXT:  COPY teas, line 1\nQUERY:  brew()", "no\nCONTEXT:  [redacted]\nQUERY:  [redacted]"),
            ("Where: PL/pgSQL function brew(int) line 3 at RAISE", "Where: PL/pgSQL function [redacted]"),
            ("syntax to use near 'teas's \"x\"' at line 1", "syntax to use near '[redacted]' at line 1"),
            ("syntax to use near 'a\nb' at line 1", "syntax to use near '[redacted]' at line 1"),
            ("line 1 column 19 near \"\"tea\" (a int)\" ", "line 1 column 19 near \"[redacted]\" "),
            ("Unknown column 'shop.teas.id' in 'where clause'", "Unknown column '[redacted]' in 'where clause'"),
            (
                "a foreign key constraint fails (`shop`.`teas`, CONSTRAINT `x` (`y`))",
                "a foreign key constraint fails ([redacted])",
            ),
            ("The duplicate key value is (jane, 3).", "The duplicate key value is ([redacted])."),
            (
                "ORA-00001: unique constraint (SHOP.TEAS_PK) violated\nORA-06512: at \"SHOP.BREW\", line 3",
                "ORA-00001: unique constraint ([redacted]) violated\nORA-06512: [redacted]",
            ),
            (
                "E11000 duplicate key error dup key: { mail: \"a}\" } sorry",
                "E11000 duplicate key error dup key: {[redacted]} sorry",
            ),
            (
                "(x.IntegrityError) gone\n[SQL: brew [a] ?]\n[parameters: ('a]', 3)]\n(Background on this error at: https://a.test/x)",
                "(x.IntegrityError) gone\n[redacted]\n[redacted]\n[redacted]",
            ),
            (
                "could not execute; SQL [brew ?]; constraint [teas_pk]; nested",
                "could not execute; SQL [[redacted]]; constraint [[redacted]]; nested",
            ),
            ("could not execute; SQL [n/a]; nested", "could not execute; SQL [n/a]; nested"),
            ("failed with params [\"jane\", 3]: gone", "failed with params [[redacted]]: gone"),
            ("query failed with args [4711 x]: gone", "query failed with args [[redacted]]: gone"),
            ("SELECT a FROM b WHERE c = ?; args=[4711 x] gone", "[redacted]; args=[[redacted]] gone"),
            ("sql=brew args=\"[4711 x]\"", "sql=brew args=\"[[redacted]]\""),
            ("INSERT INTO b VALUES (?)\nparams: ['x']", "[redacted]\nparams: [[redacted]]"),
            (r#"{"bindings":["x",3],"time":2}"#, r#"{"bindings":[[redacted]],"time":2}"#),
            (
                "Failed executing DbCommand (2ms) [Parameters=[@p0='m.roth' (Size = 20), @p1='3'], CommandType='Text']",
                "Failed executing DbCommand (2ms) [Parameters=[[redacted]], CommandType='Text']",
            ),
            ("[2ms] [rows:0] SELECT * FROM `b` WHERE c = 'x'", "[2ms] [rows:0] [redacted]"),
            ("Executing (default): brew;", "Executing (default): [redacted]"),
            ("binding parameter [1] as [VARCHAR] - [jane]", "binding parameter [1] as [VARCHAR] - [[redacted]]"),
            (
                "Invalid `prisma.tea.create()` invocation in\n/srv/x.ts:1:2\n\n  1 try {\n→ 2   prisma.tea.create(\nUnique constraint failed on the fields: (`mail`)",
                "Invalid [redacted]\nUnique constraint failed on the fields: (`mail`)",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(scrubbed(text), expected);
        }
    }

    #[test]
    fn messages_of_databases_are_kept() {
        for text in [
            "duplicate key value violates unique constraint \"teas_pk\"",
            "duplicate key value (a,b)=(1,1) violates unique constraint",
            "Unknown table 'shop.teas'",
            "Duplicate entry '1' for key 'teas.id'",
            "syntax error at or near \"ON\"",
            "near \"FROM\": syntax error",
            "the first line 3: no",
            "Context: the caller",
            "Key (optional)",
            "see table 'a b.c.d'",
            "a constraint (or two) holds",
            "call failed, args=[1, 2]",
            "unknown params: [a, b]",
        ] {
            assert_eq!(scrubbed(text), text);
        }
    }

    #[test]
    fn details_in_a_row_are_read_once() {
        flood(&FORMS.map(|(word, _)| word).concat());
        FORMS.map(|(word, _)| word).into_iter().chain(["Key (a)=(", "Key (a)=(b)", "LINE 1: "]).for_each(flood);
    }

    #[test]
    fn fragments_without_an_end_hide_nothing() {
        let text = "near '".repeat(300) + "syntax to use near 'x-y-z' at line 1";
        assert!(!scrubbed(&text).contains("x-y-z"));
    }
}
