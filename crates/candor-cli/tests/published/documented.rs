//! The table in the docs has what the tests assert.

use super::failing::{Form, Row};
use super::server::Server;
use super::{everything, fetch, filesystem, git, memory, sequential_thinking, sqlite, time};

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wrap.md");
const BEGIN: &str = "| server | what is wrong | alone | through the wrapper |\n|---|---|---|---|\n";

/// `UPDATE_DOCS=1` writes the table.
#[test]
fn the_table_before_and_after_is_that_of_these_tests() {
    let docs = std::fs::read_to_string(DOCS).unwrap();
    let (before, rest) = docs.split_once(BEGIN).unwrap();
    let end = rest.find("\n\n").unwrap();
    let (table, after) = rest.split_at(end + 1);
    let expected = table_of_all();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        return std::fs::write(DOCS, [before, BEGIN, &expected, after].concat()).unwrap();
    }
    assert_eq!(
        table, expected,
        "UPDATE_DOCS=1 cargo test -p candor-cli --features test-server --test published documented"
    );
}

fn table_of_all() -> String {
    let all: [(Server, &[Row]); 8] = [
        (Server::Everything, &everything::ROWS),
        (Server::Filesystem, &filesystem::ROWS),
        (Server::Memory, &memory::ROWS),
        (Server::SequentialThinking, &sequential_thinking::ROWS),
        (Server::Time, &time::ROWS),
        (Server::Git, &git::ROWS),
        (Server::Fetch, &fetch::ROWS),
        (Server::Sqlite, &sqlite::ROWS),
    ];
    all.iter().flat_map(|(server, rows)| rows.iter().map(|row| line(*server, row))).collect()
}

fn line(server: Server, row: &Row) -> String {
    let (form, words) = row.alone;
    let retry = if row.retryable { "retry: yes" } else { "retry: only with changes" };
    let (alone, through) = (form_of(form), form_of(row.form));
    let (words, message) = (shown(words), shown(row.message));
    let name = server.name().trim_start_matches("mcp-").trim_start_matches("server-");
    let recovery = shown(row.recovery);
    let what = row.what;
    format!(
        "| {name} | {what} | {alone}: {words} | {through}: {message}<br>{recovery}<br>`{}`, {retry} |\n",
        row.reason
    )
}

fn form_of(form: Form) -> String {
    match form {
        Form::Success => "a success".to_owned(),
        Form::ToolResult => "`isError`".to_owned(),
        Form::Error(number) => format!("error {number}"),
    }
}

fn shown(text: &str) -> String {
    let text = text.replace("{folder}", "/srv/work").replace("{port}", "9").replace('|', "\\|");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
