//! What messages are charged, compared with what a process takes to read them.
//!
//! Each is read in a process of its own, whose peak the system tells: what an allocator rounds up and keeps counts, too.

#![cfg(target_os = "linux")]

use super::Weight;
use ::rmcp::model::ClientJsonRpcMessage;
use std::fmt;
use std::fs;
use std::process::Command;

/// Says to the process which message to read.
const NUMBER: &str = "CANDOR_TEST_MESSAGE";
/// How many values most of the messages have: a few more than a list that doubles has just had room for.
const VALUES: usize = 33_000;
/// What a process may take beside, such as for a page that is half used.
const SLACK: usize = 512 * 1024;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":"#;
const NOTIFICATION: &str = r#"{"jsonrpc":"2.0","method":"notifications/a","params":{"y":{"x":"#;
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"a","version":"1"},"capabilities":{"experimental":{"x":{"y":"#;

const FRAMES: [(&str, &str); 3] = [(CALL, "}}}"), (NOTIFICATION, "}}}"), (INITIALIZE, "}}}}}")];

/// Each with how many values it has.
const ITEMS: [(&str, usize); 12] = [
    ("1", 1),
    ("-1.5e7", 1),
    ("[]", 1),
    ("{}", 1),
    (r#""""#, 1),
    (r#""ab""#, 1),
    (r#""\n""#, 1),
    ("[1]", 2),
    (r#"{"a":1}"#, 2),
    (r#"[[["a"],2],{}]"#, 6),
    (r#"{"a":{"b":{"c":"\u00e9"}}}"#, 4),
    (r#"{"name":"Ada Lovelace","born":1815,"tags":["a","b"],"note":"wrote \"notes\""}"#, 7),
];

fn message(number: usize) -> String {
    // Of the exact size, and without anything that is freed: what a process has freed it takes again unseen.
    let mut text = String::with_capacity(16_000_000);
    let (begin, end) = FRAMES[number % FRAMES.len()];
    text.push_str(begin);
    match number / FRAMES.len() {
        kind if kind < ITEMS.len() => {
            let (item, values) = ITEMS[kind];
            text.push('[');
            (0..VALUES / values).for_each(|_| text.extend([item, ","]));
            text.push_str("1]");
        }
        kind => match kind - ITEMS.len() {
            0 => {
                text.push('{');
                (0..VALUES).for_each(|name| fmt::Write::write_fmt(&mut text, format_args!("\"{name:x}\":1,")).unwrap());
                text.push_str("\"z\":1}");
            }
            1 => nested(&mut text, "[", "]"),
            2 => nested(&mut text, "{\"\":", "}"),
            3 => {
                text.push('"');
                (0..400_000).for_each(|_| text.push_str("plain text"));
                text.push('"');
            }
            _ => {
                text.push('"');
                (0..400_000).for_each(|_| text.push_str("one\\nline "));
                text.push('"');
            }
        },
    }
    text.push_str(end);
    text
}

const MESSAGES: usize = FRAMES.len() * (ITEMS.len() + 5);

fn nested(text: &mut String, open: &str, close: &str) {
    text.push('[');
    for _ in 0..VALUES / 100 {
        (0..100).for_each(|_| text.push_str(open));
        text.push('1');
        (0..100).for_each(|_| text.push_str(close));
        text.push(',');
    }
    text.push_str("1]");
}

fn of_status(name: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// Reads one message, and prints by how much the process has grown.
fn measure(number: usize) {
    let text = message(number);
    // Code takes memory, too, when it first runs.
    let short = [FRAMES[number % FRAMES.len()].0, r#"[{"a":["\n",1,true]}]"#, FRAMES[number % FRAMES.len()].1].concat();
    assert!(serde_json::from_slice::<ClientJsonRpcMessage>(short.as_bytes()).is_ok());
    // Forgets the peak so far.
    fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = of_status("VmRSS:");
    let read = serde_json::from_slice::<ClientJsonRpcMessage>(text.as_bytes());
    assert!(read.is_ok(), "{number}");
    println!("\ngrown by {}", of_status("VmHWM:").saturating_sub(before));
}

#[test]
fn no_message_takes_more_than_it_is_charged() {
    if let Ok(number) = std::env::var(NUMBER) {
        return measure(number.parse().unwrap());
    }
    let program = std::env::current_exe().unwrap();
    let name = "rmcp::memory::measured::no_message_takes_more_than_it_is_charged";
    for number in 0..MESSAGES {
        let mut command = Command::new(&program);
        let output = command.env(NUMBER, number.to_string()).args(["--exact", name, "--nocapture"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let grown = said.lines().find_map(|line| line.strip_prefix("grown by ")).unwrap_or_else(|| panic!("{said}"));
        let grown: usize = grown.parse().unwrap();
        let text = message(number);
        let charged = Weight::of(text.as_bytes()).cost();
        let shown = format!("{number}: {} charged {charged}, took {grown}", text.get(..120).unwrap_or(&text));
        // What arrives has a buffer of its own, which this process has, too, and did not count.
        assert!(grown + text.len() <= charged + SLACK, "{shown}");
        assert!(charged <= 3 * (grown + text.len()) + SLACK, "far too much: {shown}");
    }
}
