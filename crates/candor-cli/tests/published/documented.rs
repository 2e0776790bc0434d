//! The table in the docs has what the tests assert.

use super::failing::{Form, Row};
use super::server::Server;
use super::{ended, everything, everything_2025, fetch, filesystem, git, memory, sequential_thinking, sqlite, time};
use std::collections::HashSet;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wrap.md");
const BEGIN: &str = "| server | what is wrong | alone | through the wrapper | retry |\n|---|---|---|---|---|\n";

/// `UPDATE_DOCS=1` writes the table.
#[test]
fn the_table_before_and_after_is_that_of_these_tests() {
    let docs = std::fs::read_to_string(DOCS).unwrap();
    let (before, rest) = docs.split_once(BEGIN).unwrap();
    let (table, after) = rest.split_at(rest.find("\n## ").unwrap());
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
    let all: [(Server, &[Row]); 9] = [
        (Server::Everything, &everything::ROWS),
        (Server::Everything2025, &everything_2025::ROWS),
        (Server::Filesystem, &filesystem::ROWS),
        (Server::Memory, &memory::ROWS),
        (Server::SequentialThinking, &sequential_thinking::ROWS),
        (Server::Time, &time::ROWS),
        (Server::Git, &git::ROWS),
        (Server::Fetch, &fetch::ROWS),
        (Server::Sqlite, &sqlite::ROWS),
    ];
    // One row for each kind of failure.
    let mut seen = HashSet::new();
    let rows = all.iter().flat_map(|(server, rows)| rows.iter().map(|row| (*server, row)));
    let lines = rows.filter(|(_, row)| seen.insert(row.what)).map(|(server, row)| {
        let (form, words) = row.alone;
        let alone = format!("{}: {}", form_of(form), shown(words));
        line(server, row.what, &alone, (row.form, row.message, row.reason, row.recovery), row.retryable)
    });
    let killed = (Form::ToolResult, ended::MESSAGE, "server_ended", ended::RECOVERY);
    let killed = line(Server::Everything, "it is killed in a call", "nothing", killed, true);
    lines.chain([killed]).collect()
}

fn line(server: Server, what: &str, alone: &str, through: (Form, &str, &str, &str), is_retryable: bool) -> String {
    let (form, message, reason, recovery) = through;
    let (form, message, recovery) = (form_of(form), shown(message), shown(recovery));
    let name = server.name().trim_start_matches("mcp-").trim_start_matches("server-");
    let retry = if is_retryable { "yes" } else { "only with changes" };
    format!("| {name} | {what} | {alone} | {form}: {message}<br>`{reason}`: {recovery} | {retry} |\n")
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
