//! Paths of the server's file system. Routes of an API, which readers need, do not start as these do.

use super::{PATH, Rule, Triggers, byte_at, byte_before, run_after};
use memchr::memchr2_iter;
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "file-path", placeholder: PATH, triggers: Triggers::SLASH, find };

/// First segments that a path of a file system has and a route of an API hardly ever.
const ROOTS: [&str; 18] = [
    "home", "Users", "root", "var", "etc", "usr", "opt", "tmp", "srv", "mnt", "private", "proc", "dev", "lib", "bin",
    "sbin", "boot", "Library",
];

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let mut covered = 0;
    for slash in memchr2_iter(b'/', b'\\', text.as_bytes()) {
        let start =
            posix_start(text, slash).or_else(|| windows_start(text, slash)).or_else(|| file_url_start(text, slash));
        if let Some(start) = start.filter(|_| slash >= covered) {
            covered = path_end(text, slash);
            found(start..covered);
        }
    }
}

/// `/home/…`: a root of a file system, and nothing before it that would make it a part of something longer.
fn posix_start(text: &str, slash: usize) -> Option<usize> {
    let root_end = run_after(text, slash + 1, |byte| byte.is_ascii_alphanumeric());
    let is_root = ROOTS.contains(&text.get(slash + 1..root_end)?) && byte_at(text, root_end) == Some(b'/');
    let is_part = byte_before(text, slash)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'~' | b'%'));
    (is_root && !is_part && byte_at(text, slash) == Some(b'/')).then_some(slash)
}

/// `C:\…`: the letter of a drive before it.
fn windows_start(text: &str, backslash: usize) -> Option<usize> {
    let drive = backslash.checked_sub(2)?;
    let is_drive = byte_at(text, drive)?.is_ascii_alphabetic() && text.get(drive + 1..=backslash) == Some(":\\");
    let is_part = byte_before(text, drive).is_some_and(|byte| byte.is_ascii_alphanumeric());
    (is_drive && !is_part).then_some(drive)
}

/// `file:///…`, from its scheme on.
fn file_url_start(text: &str, slash: usize) -> Option<usize> {
    const SCHEME: &str = "file:///";
    let start = slash.checked_sub("file:".len())?;
    (text.get(start..start + SCHEME.len()) == Some(SCHEME)).then_some(start)
}

/// A path ends at white space, quotes or brackets; punctuation at its end belongs to the sentence.
fn path_end(text: &str, start: usize) -> usize {
    let end = run_after(text, start, |byte| !byte.is_ascii_whitespace() && !b"\"'<>()[]{}|`,;*?".contains(&byte));
    let path = text.get(start..end).unwrap_or_default();
    start + path.trim_end_matches(['.', ':', '!']).len()
}

#[cfg(test)]
mod tests {
    use crate::disclose::Scrubber;

    #[test]
    fn a_path_goes_and_the_sentence_stays() {
        let rows = [
            ("cannot open /etc/app/config.toml: denied", "cannot open [path]: denied"),
            ("in \"C:\\Users\\jane\\app.exe\".", "in \"[path]\"."),
            ("see file:///home/jane/x.txt", "see [path]"),
            ("(/home/jane/src/main.rs:10:5)", "([path])"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
        }
    }

    #[test]
    fn routes_dates_and_types_stay() {
        for text in [
            "POST /v1/orders/17",
            "and/or",
            "application/json",
            "11/15/2026",
            "/var is a root",
            "https://a.example/home/x",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
