//! What stands before and after a carrier.

/// Text before and after.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour {
    pub(crate) id: &'static str,
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
}

const fn row(id: &'static str, before: &'static str, after: &'static str) -> Neighbour {
    Neighbour { id, before, after }
}

/// No neighbour.
pub(crate) const NOTHING: Neighbour = row("nothing", "", "");

/// On the same line.
pub(crate) const IN_LINE: &[Neighbour] = &[
    NOTHING,
    row("sentence-before", "The call failed: ", ""),
    row("sentence-around", "Cannot go on with ", " in this state"),
    row("full-stop", "It was ", "."),
    row("comma", "Got ", ", then nothing"),
    row("quoted", "got \"", "\" instead"),
    row("single-quoted", "got '", "' instead"),
    row("code", "got `", "` instead"),
    row("round", "(", ")"),
    row("see", "order 17 failed (see ", ", then retry)"),
    row("square", "[", "]"),
    row("angle", "<", ">"),
    row("log-line", "2026-11-19T10:00:00Z ERROR shop::cart: ", ""),
    row("logger", "[2026-11-19 10:00:00,123] WARN  orders - ", " (attempt 2 of 3)"),
    row("key-value-log", "level=error msg=\"no stock\" attempt=2 ", ""),
    row("lines", "Out of tea\n", "\nTry again later"),
    row("lines-of-windows", "Out of tea\r\n", "\r\nTry again later"),
    row("list", "- milk\n- ", "\n- sugar"),
    row("tabs", "one\t", "\tthree"),
    row("pipes", "one | ", " | three"),
    row("semicolons", "one; ", "; three"),
    row("arrow", "Tisch → ", " → Stuhl"),
    row("guillemets", "«", "»"),
    row("ideographs", "错误：", "。"),
    row("smiles", "😀", "😀"),
    row("colours", "\u{1b}[31m", "\u{1b}[0m"),
    row("caused-by", "request failed: caused by: ", ": giving up"),
    row("exit", "exit status 1: ", "\n"),
];

/// On lines of their own.
pub(crate) const LINES: &[Neighbour] = &[
    NOTHING,
    row("last-line", "Out of tea\n", ""),
    row("first-line", "", "\nTry again later"),
    row("middle-line", "Out of tea\n", "\nTry again later"),
    row("lines-of-windows", "Out of tea\r\n", "\r\nTry again later"),
    row("paragraph", "The output was:\n\n", "\n\nThat is all."),
    row("fence", "```\n", "\n```"),
    row("heading", "--- stdout ---\n", "\n--- stderr ---\n"),
];
