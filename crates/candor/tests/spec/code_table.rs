//! The table of codes as a page of the docs.

use candor::code::{Basis, Cell, TABLE};
use std::fmt::Write;
use std::path::Path;

fn page() -> String {
    let mut page = String::from(
        "# The codes\n\nEvery code, whose fault it is and whether a retry can help unless a failure says otherwise, and how each \
         dialect\nwrites it. `*` marks what no document states for that code: it follows the nearest one. `candor explain` \
         shows one row. As a\nproblem, what another service answered with is an `api-error`, 502 for its 4xx and 503 for its 5xx, \
         whatever its code.\n\nThis page is checked against the table in the source; `UPDATE_DOCS=1 cargo test -p candor --test spec` \
         writes it anew.\n\n\
         | code | meaning | origin | retry | `structured` 004 | `envelope` 000 | `error_model` 001 | `problem` 002 | `jsonrpc` 003 |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for row in TABLE {
        let (structured, envelope) = (row.structured.value, row.envelope.value);
        let (model, problem, jsonrpc) = (row.error_model.value, row.problem.value, row.jsonrpc.value);
        writeln!(
            page,
            "| `{}` | {} | {}{} | {}{} | {} {}{} | {}, {}{} | {} {}{} | {} {}{} | {} {}{} |",
            row.name,
            row.meaning,
            row.origin.value,
            mark(row.origin),
            row.retry.value,
            mark(row.retry),
            structured.number,
            structured.name,
            mark(row.structured),
            envelope.error_code,
            envelope.error_type.name(),
            mark(row.envelope),
            model.number,
            model.name,
            mark(row.error_model),
            problem.slug,
            problem.status,
            mark(row.problem),
            jsonrpc.number,
            jsonrpc.name,
            mark(row.jsonrpc),
        )
        .unwrap();
    }
    page
}

fn mark<T>(cell: Cell<T>) -> &'static str {
    match cell.basis {
        Basis::Stated => "",
        Basis::Analogy => " *",
    }
}

#[test]
fn the_page_of_codes_says_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/codes.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), page(), "write it anew with UPDATE_DOCS=1");
}
