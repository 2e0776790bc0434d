//! Whether a keyword begins a statement, judged by the tokens after it.

use super::token::{Token, Tokens};
use crate::internals::look_budget::window;
use crate::text::{Class, Text};
use std::cell::Cell;
use std::ops::Range;

/// How many bytes after the keyword are read.
const LONGEST_HEAD: usize = 2048;
/// How many tokens of a list of columns are read.
const MOST_COLUMNS: usize = 400;

const OBJECTS: [&str; 24] = [
    "table",
    "index",
    "view",
    "function",
    "procedure",
    "trigger",
    "schema",
    "database",
    "type",
    "sequence",
    "extension",
    "role",
    "user",
    "policy",
    "domain",
    "collation",
    "operator",
    "aggregate",
    "rule",
    "server",
    "column",
    "constraint",
    "tablespace",
    "synonym",
];
/// Words that may be between `CREATE` and the kind of object.
const SORTS: [&str; 14] = [
    "or",
    "replace",
    "unique",
    "temp",
    "temporary",
    "global",
    "local",
    "materialized",
    "recursive",
    "unlogged",
    "virtual",
    "external",
    "clustered",
    "nonclustered",
];

/// Words between the names in a list of columns.
const WITHIN_EXPRESSIONS: [&str; 19] = [
    "as",
    "case",
    "when",
    "then",
    "else",
    "end",
    "and",
    "or",
    "not",
    "is",
    "null",
    "in",
    "like",
    "between",
    "over",
    "by",
    "order",
    "partition",
    "filter",
];

/// Whether the keyword begins a statement, and how many bytes were read to decide.
///
/// `word` is the keyword in lowercase.
pub(super) fn is_statement(text: Text<'_>, keyword: &Range<usize>, word: &str) -> (bool, usize) {
    let first = text.get(keyword.clone());
    let rest = text.get(window(text, keyword.end, LONGEST_HEAD));
    let least = Cell::new(0);
    let is_upper = first.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_lower = first.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_marked = is_lower && is_at_start(text, keyword.start);
    let tokens = Tokens::noting(rest, &least);
    let is = match word {
        "select" => select(tokens, is_upper, is_marked),
        "insert" | "replace" => insert(tokens),
        "update" => update(tokens),
        "delete" => delete(tokens, is_upper),
        "create" => create(tokens, is_upper),
        "alter" => alter(tokens),
        "drop" | "truncate" => drop(tokens, is_upper),
        "load" => load(tokens),
        "merge" => merge(tokens),
        "with" => with(tokens),
        "copy" => copy(tokens, is_upper),
        "exec" | "execute" => execute(tokens, is_upper),
        "grant" | "revoke" => is_upper.then(|| grant(tokens)).flatten(),
        "call" => call(tokens, is_upper),
        _ => None,
    };
    (is.unwrap_or_default(), rest.len() - least.get())
}

/// Whether nothing but a quote or a bracket is before the position.
fn is_at_start(text: Text<'_>, at: usize) -> bool {
    at == 0 || text.is_before(at, const { &Class::of("\n\"'`[({") }) || text.get(at.saturating_sub(2)..at) == ": "
}

/// Whether a statement can end before this token.
fn is_end(next: Option<Token<'_>>) -> bool {
    matches!(next, None | Some(Token::Sign(b';' | b')' | b']' | b'}')))
}

fn select(mut tokens: Tokens<'_>, is_upper: bool, is_marked: bool) -> Option<bool> {
    tokens.skip_words(&["all", "distinct", "top"]);
    let (mut depth, mut is_code, mut words_in_a_row, mut most_in_a_row) = (0_usize, false, 0, 0);
    for _ in 0..MOST_COLUMNS {
        let before = tokens;
        let Some(token) = tokens.next() else { break };
        match token {
            Token::Word(word) if depth == 0 && token.is("from") => {
                let table = tokens.next()?;
                let has_code = is_code || word == "FROM" && is_upper || table.is_technical() || has_condition(tokens);
                let ends = is_marked && words_in_a_row == 1 && is_end(tokens.peek());
                let is_named = table.is_name() || table == Token::Sign(b'(');
                let is_prose = most_in_a_row > 1 && !(word == "FROM" && is_upper);
                return Some(is_named && !is_prose && (has_code || ends));
            }
            Token::Word(_) if token.is("select") && depth == 0 => return None,
            Token::Word(_) if token.is_any(&WITHIN_EXPRESSIONS) => words_in_a_row = 0,
            Token::Word(word) => {
                words_in_a_row += usize::from(depth == 0);
                most_in_a_row = most_in_a_row.max(words_in_a_row);
                is_code |= token.is_technical() || tokens.rest.starts_with('(') && !word.is_empty();
            }
            Token::Quoted => (is_code, words_in_a_row) = (true, 0),
            Token::Sign(b'*') => (is_code, words_in_a_row) = (true, 0),
            Token::Sign(b'(') => depth += 1,
            Token::Sign(b')') => depth = depth.checked_sub(1)?,
            Token::Sign(b';') => break,
            Token::Sign(b'.' | b'!') if depth == 0 => break,
            Token::Sign(_) | Token::Number | Token::Parameter => words_in_a_row = 0,
        }
        // A sentence has more words than punctuation. Reading on would find the `from` of another sentence.
        if most_in_a_row > 3 || before.rest.is_empty() {
            return None;
        }
    }
    // Without a table: `SELECT now()`, `SELECT 'x'::json`.
    Some(is_upper && is_code && most_in_a_row <= 2)
}

/// Whether a comparison follows within the next few words.
fn has_condition(tokens: Tokens<'_>) -> bool {
    let mut is_where = false;
    for token in tokens.take(12) {
        is_where |= token.is_any(&["where", "on", "limit", "join"]);
        if is_where && matches!(token, Token::Sign(b'=' | b'<' | b'>') | Token::Number | Token::Parameter) {
            return true;
        }
    }
    false
}

fn insert(mut tokens: Tokens<'_>) -> Option<bool> {
    tokens.skip_words(&["low_priority", "delayed", "ignore", "or", "rollback", "abort", "fail"]);
    if !tokens.skip_word("into") {
        // In SQL Server and MySQL `INTO` is optional, but then the values must follow.
        let is_table = tokens.next()?.is_name() && tokens.peek()? == Token::Sign(b'(');
        tokens.skip_brackets();
        return Some(is_table && tokens.next()?.is_any(&["values", "select", "output"]));
    }
    let table = tokens.next()?;
    let next = tokens.next();
    let is_list = next == Some(Token::Sign(b'('));
    let is_clause =
        next.is_some_and(|next| next.is_any(&["values", "value", "select", "default", "set", "overriding"]));
    Some(table.is_name() && (is_list && is_columns(tokens) || is_clause || table == Token::Quoted && is_end(next)))
}

/// Whether names separated by commas follow, to the end of the brackets or of the text.
fn is_columns(tokens: Tokens<'_>) -> bool {
    let mut expects_name = true;
    for token in tokens.take(MOST_COLUMNS) {
        match token {
            Token::Sign(b')') => return !expects_name,
            Token::Sign(b',') if !expects_name => expects_name = true,
            Token::Sign(b'.') => return true,
            Token::Word(_) | Token::Quoted if expects_name => expects_name = false,
            Token::Word(_) => return false,
            Token::Quoted | Token::Number | Token::Parameter | Token::Sign(_) => return true,
        }
    }
    true
}

fn update(mut tokens: Tokens<'_>) -> Option<bool> {
    tokens.skip_words(&["only", "low_priority", "ignore"]);
    let table = tokens.next()?;
    if !tokens.peek()?.is("set") {
        tokens.skip_word("as");
        tokens.next();
    }
    let is_set = tokens.skip_word("set");
    let column = tokens.next()?;
    Some(table.is_name() && is_set && column.is_name() && tokens.next()? == Token::Sign(b'='))
}

fn delete(mut tokens: Tokens<'_>, is_upper: bool) -> Option<bool> {
    if !tokens.skip_word("from") {
        return None;
    }
    let table = tokens.next()?;
    let next = tokens.peek();
    let is_clause = next.is_some_and(|next| next.is_any(&["where", "using", "returning", "order", "limit"]));
    let has_code = table.is_technical() || has_condition(tokens) || is_upper;
    let is_line_end = tokens.rest.trim_start_matches([' ', '\t']).starts_with(['\r', '\n']) || next.is_none();
    let ends = is_end(next) && (table.is_technical() || next == Some(Token::Sign(b';'))) || is_upper && is_line_end;
    Some(table.is_name() && (is_clause && has_code || ends))
}

fn create(mut tokens: Tokens<'_>, is_upper: bool) -> Option<bool> {
    tokens.skip_words(&SORTS);
    let object = tokens.next()?;
    if !object.is_any(&OBJECTS) {
        return None;
    }
    let is_guarded = tokens.skip_word("if");
    tokens.skip_words(&["not", "exists", "concurrently"]);
    let mut name = tokens.next()?;
    // An index needs no name.
    let is_unnamed = object.is("index") && name.is("on");
    if is_unnamed {
        name = tokens.next()?;
    }
    let next = tokens.peek();
    let is_list = next == Some(Token::Sign(b'('));
    let is_clause = next.is_some_and(|next| {
        next.is_any(&[
            "as",
            "on",
            "before",
            "after",
            "instead",
            "like",
            "using",
            "for",
            "authorization",
            "with",
            "partition",
            "identified",
        ])
    });
    let ends = is_end(next) && (name.is_technical() || is_guarded);
    let is_written = is_upper || name.is_technical() || is_guarded;
    Some(name.is_name() && (is_list && (is_upper || is_brackets_of_code(tokens)) || is_clause && is_written || ends))
}

/// Whether the brackets hold code: not a single word and not a sentence.
fn is_brackets_of_code(mut tokens: Tokens<'_>) -> bool {
    tokens.next();
    let words = tokens.take_while(|token| matches!(token, Token::Word(_))).count();
    let is_quoted = tokens.peek() == Some(Token::Quoted);
    let after = tokens.nth(words);
    is_quoted || (2..=6).contains(&words) && matches!(after, Some(Token::Sign(b',' | b'(' | b')')))
}

fn alter(mut tokens: Tokens<'_>) -> Option<bool> {
    const CHANGES: [&str; 18] = [
        "add", "drop", "alter", "rename", "modify", "change", "set", "owner", "enable", "disable", "attach", "detach",
        "convert", "reset", "validate", "inherit", "cluster", "engine",
    ];
    let object = tokens.next()?;
    if !object.is_any(&OBJECTS) {
        return None;
    }
    tokens.skip_words(&["if", "exists", "only"]);
    let is_named = tokens.next()?.is_name();
    // `'shop'@'localhost'`
    if object.is("user") && tokens.peek() == Some(Token::Sign(b'@')) {
        tokens.nth(1);
    }
    let change = tokens.next()?;
    let is_login = object.is_any(&["user", "role"])
        && (change.is("identified") && tokens.next()?.is_any(&["by", "with"])
            || tokens.peek() == Some(Token::Quoted) && change.is("password")
            || change.is("with") && tokens.take(3).any(|token| token == Token::Quoted));
    Some(is_named && (is_login || change.is_any(&CHANGES)))
}

fn drop(mut tokens: Tokens<'_>, is_upper: bool) -> Option<bool> {
    if !tokens.next()?.is_any(&OBJECTS) {
        return None;
    }
    let is_guarded = tokens.skip_word("if") && tokens.skip_word("exists");
    tokens.skip_word("concurrently");
    let name = tokens.next()?;
    let next = tokens.peek();
    let is_clause = next.is_some_and(|next| next.is_any(&["cascade", "restrict"]));
    let is_closed = next == Some(Token::Sign(b';'));
    // In lowercase, `cannot drop column "x"` is a message of a database.
    let is_code = is_upper && (name.is_technical() || next.is_none());
    Some(name.is_name() && (is_guarded || is_clause || is_closed || is_code))
}

fn load(mut tokens: Tokens<'_>) -> Option<bool> {
    let is_data = tokens.skip_word("data") || tokens.skip_word("xml");
    tokens.skip_words(&["low_priority", "concurrent", "local"]);
    Some(is_data && tokens.skip_word("infile") && tokens.next()? == Token::Quoted)
}

/// The end of an ORM's query that begins with its table: `[from com.shop.Tea t where t.id = 3]` of Hibernate, and
/// `from t0 in "teas", where: t0.id == ^3` of Ecto.
pub(super) fn mapped_query_end(text: Text<'_>, from: &Range<usize>) -> Option<usize> {
    let rest = text.get(window(text, from.end, LONGEST_HEAD));
    let mut tokens = Tokens::of(rest);
    let first = tokens.next()?;
    if text.is_before(from.start, const { &Class::of("[") }) {
        let is_class = matches!(first, Token::Word(word) if word.contains(|sign: char| sign.is_ascii_uppercase()));
        tokens.skip_word("as");
        let is_queried =
            tokens.take(2).any(|token| token.is_any(&["where", "order", "join", "left", "inner", "fetch"]));
        let end = || from.end + memchr::memchr(b']', rest.as_bytes()).unwrap_or(rest.len());
        return (is_class && (is_queried || first.is_technical())).then(end);
    }
    let is_in = matches!(first, Token::Word(_)) && tokens.skip_word("in");
    let is_source = is_in && tokens.next()?.is_name() && tokens.next()? == Token::Sign(b',');
    let is_clause = is_source && matches!(tokens.next()?, Token::Word(_)) && tokens.next()? == Token::Sign(b':');
    if !is_clause {
        return None;
    }
    let mut end = text.line_end(from.end);
    while text.byte_before(end) == Some(b',') && text.next_line(end) < text.len() {
        end = text.line_end(text.next_line(end));
    }
    Some(end)
}

fn merge(mut tokens: Tokens<'_>) -> Option<bool> {
    let is_into = tokens.skip_word("into");
    let is_table = tokens.next()?.is_name();
    let mut rest = tokens.take(24).skip_while(|token| !token.is("using"));
    // `merge branch x using the squash method` is not a statement: a statement has `ON` and `WHEN`.
    let is_using = rest.next().is_some();
    Some(is_table && is_using && (is_into || rest.any(|token| token.is_any(&["on", "when"]))))
}

fn with(mut tokens: Tokens<'_>) -> Option<bool> {
    tokens.skip_word("recursive");
    let is_name = tokens.next()?.is_name();
    tokens.skip_brackets();
    let is_as = tokens.skip_word("as");
    tokens.skip_words(&["not", "materialized"]);
    let is_open = tokens.next()? == Token::Sign(b'(');
    Some(
        is_name
            && is_as
            && is_open
            && tokens.next()?.is_any(&["select", "insert", "update", "delete", "values", "with"]),
    )
}

fn copy(mut tokens: Tokens<'_>, is_upper: bool) -> Option<bool> {
    let table = tokens.peek()?;
    if table != Token::Sign(b'(') {
        tokens.next();
    }
    tokens.skip_brackets();
    let is_way = tokens.next()?.is_any(&["from", "to"]);
    let end = tokens.next()?;
    Some(
        (table.is_name() || table == Token::Sign(b'('))
            && is_way
            && (end.is_any(&["stdin", "stdout", "program"]) || end == Token::Quoted && is_upper),
    )
}

fn execute(mut tokens: Tokens<'_>, is_upper: bool) -> Option<bool> {
    let name = tokens.next()?;
    let next = tokens.next()?;
    let is_argument = matches!(next, Token::Quoted | Token::Number | Token::Parameter);
    // In lowercase, `docker exec api_1 'sh'` is a command.
    Some(is_upper && is_argument && matches!(name, Token::Word(_)) && (name.is_technical() || next == Token::Parameter))
}

fn grant(mut tokens: Tokens<'_>) -> Option<bool> {
    const RIGHTS: [&str; 8] = ["select", "insert", "update", "delete", "all", "execute", "usage", "create"];
    let is_right = tokens.next()?.is_any(&RIGHTS);
    let mut rest = tokens.take(16).skip_while(|token| !token.is("on"));
    Some(is_right && rest.next().is_some() && rest.any(|token| token.is_any(&["to", "from"])))
}

/// `CALL brew(?, 3)`.
fn call(mut tokens: Tokens<'_>, is_upper: bool) -> Option<bool> {
    let name = tokens.next()?;
    let has_code = is_upper || name.is_technical();
    Some(has_code && matches!(name, Token::Word(_)) && tokens.rest.starts_with('('))
}
