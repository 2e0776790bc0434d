//! Reads the messages.

use candor::Code;
use std::path::Path;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Built,
    Apart,
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) trade: String,
    pub(crate) is_trap: bool,
    /// What a careful engineer would accept, best first.
    pub(crate) codes: Vec<Code>,
    pub(crate) text: String,
}

/// All messages of the part, in the order of the files; a line that is not written as the others fails.
pub(crate) fn of(part: Part) -> Vec<Message> {
    let name = match part {
        Part::Built => "built",
        Part::Apart => "apart",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judgement/messages").join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let of_file = |file: std::path::PathBuf| {
        let trade = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()).collect();
        lines.into_iter().map(|line| message(&trade, line)).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(of_file).collect()
}

fn message(trade: &str, line: &str) -> Message {
    let (is_trap, rest) = line.strip_prefix("~ ").map_or((false, line), |rest| (true, rest));
    let (codes, text) = rest.split_once(" | ").unwrap_or_else(|| panic!("{trade}: no codes in {line:?}"));
    let code = |name: &str| Code::from_name(name).unwrap_or_else(|| panic!("{trade}: {name} is no code, in {line:?}"));
    let codes: Vec<Code> = codes.split(',').map(code).collect();
    assert!(codes.len() <= 3, "{trade}: more than three codes in {line:?}");
    let text = text.replace("\\\\", "\u{0}").replace("\\n", "\n").replace('\u{0}', "\\");
    assert!(text.len() > 3, "{trade}: no text in {line:?}");
    Message { trade: trade.to_owned(), is_trap, codes, text }
}
