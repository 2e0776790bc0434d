//! Paths of the server's file system. Routes of an API, which readers need, do not start as these do.

use super::{PATH, Rule, byte_at, byte_before, run_after};
use memchr::{memchr_iter, memmem};
use std::ops::Range;

pub(super) const RULE: Rule = Rule { id: "file-path", placeholder: PATH, find };

/// First segments that a path of a file system has and a route of an API hardly ever.
const ROOTS: [&str; 18] = [
    "home", "Users", "root", "var", "etc", "usr", "opt", "tmp", "srv", "mnt", "private", "proc", "dev", "lib", "bin",
    "sbin", "boot", "Library",
];

fn find(text: &str, found: &mut dyn FnMut(Range<usize>)) {
    let mut covered = 0;
    for slash in memchr_iter(b'/', text.as_bytes()) {
        if slash < covered {
            continue;
        }
        let starts_path = !byte_before(text, slash).is_some_and(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'~' | b'%')
        });
        let root_end = run_after(text, slash + 1, |byte| byte.is_ascii_alphanumeric());
        let is_root = text.get(slash + 1..root_end).is_some_and(|root| ROOTS.contains(&root));
        if starts_path && is_root && byte_at(text, root_end) == Some(b'/') {
            covered = path_end(text, slash);
            found(slash..covered);
        }
    }
    covered = 0;
    for colon in memmem::find_iter(text.as_bytes(), b":\\") {
        let is_drive = byte_before(text, colon).is_some_and(|byte| byte.is_ascii_alphabetic())
            && !colon
                .checked_sub(1)
                .and_then(|drive| byte_before(text, drive))
                .is_some_and(|byte| byte.is_ascii_alphanumeric());
        if is_drive && colon >= covered {
            covered = path_end(text, colon);
            found(colon - 1..covered);
        }
    }
    covered = 0;
    for scheme in memmem::find_iter(text.as_bytes(), b"file:///") {
        if scheme >= covered {
            covered = path_end(text, scheme);
            found(scheme..covered);
        }
    }
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
